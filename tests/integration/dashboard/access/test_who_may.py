"""docs/permissions.md says who may use each address, and the addresses do as it says."""

import pytest
from pytest_django import Settings

from tests.architecture.sources import ROOT
from tests.integration.dashboard.access.walked import rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("router")]


def test_every_address_admits_whom_the_table_names(settings: Settings) -> None:
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS, 1_000_000)
    settings.MESSAGE_RATES = {}
    stated = (ROOT / "docs" / "permissions.md").read_text(encoding="utf-8").splitlines()
    found = [str(row) for row in rows()]

    assert found == [line for line in stated if line.startswith("| `/")]

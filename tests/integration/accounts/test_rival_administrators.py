"""Two administrators who end each other's rights at the same moment: one stays, on both databases."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings

from bench.peers import postgres_server
from tests.forked import ran

SECRETS = {"SECRET_KEY": "rivals-only".ljust(32, "-"), "DJANGO_SETTINGS_MODULE": "callcenter.settings"}
PROGRAM = "import django; django.setup(); from tests.integration.accounts.rivals import run; run({!r})"


def check(without: str, **environ: str) -> dict[str, Any]:
    """Checks that one of each pair stays; the answer is the control, without a part of the guard."""
    done = ran("-c", PROGRAM.format(without), environ={**SECRETS, **environ}, folder=settings.BASE_DIR)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["as it is"].keys() == {"disable", "demote"}
    for way, one in found["as it is"].items():
        assert (len(one["left"]), one["refused"]) == (1, ["last_administrator"]), way
    control: dict[str, Any] = found["control"]
    return control


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The address of an empty database."""
    try:
        postgres_server.postgres_binary("postgres")
    except FileNotFoundError:
        pytest.skip("PostgreSQL is not on this machine")
    with postgres_server.own_postgres() as connection:
        (host,) = re.findall(r"host=(\S+)", connection)
        yield f"postgresql://{postgres_server.USER}@{quote(host, safe='')}/postgres"


def test_one_stays_in_sqlite(tmp_path: Path) -> None:
    control = check("transaction", DATA_DIR=str(tmp_path))
    assert [one["left"] for one in control.values()] == [[], []]


def test_one_stays_in_postgresql(postgres: str, tmp_path: Path) -> None:
    control = check("lock", DATA_DIR=str(tmp_path), DATABASE_URL=postgres)
    assert [one["left"] for one in control.values()] == [[], []]

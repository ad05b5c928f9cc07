"""Shares in percent: rounded as the scripts do, never to all or nothing."""

import json
from pathlib import Path

from django.conf import settings

from routing.model.shares import percent, percent_as_set, percent_in_column, shown_share

CASES = json.loads((Path(settings.BASE_DIR) / "tests/shares.json").read_text(encoding="utf-8"))


def test_every_case_is_written_as_in_the_browser() -> None:
    assert [[share, digits, percent(share, digits)] for share, digits, _ in CASES] == CASES


def test_what_is_shown_is_shown_the_same_again() -> None:
    assert all(shown_share(shown_share(at / 10_000)) == shown_share(at / 10_000) for at in range(10_001))


def test_a_table_of_a_command_keeps_its_decimals() -> None:
    written = [percent_in_column(share) for share in (0.0834, 0.9999, 1e-9, 0, 1)]

    assert written == ["8.3%", "99.9%", "0.1%", "0.0%", "100.0%"]


def test_a_share_that_somebody_has_set_is_not_rounded() -> None:
    assert [percent_as_set(share) for share in (0.05, 0.995, 0.8, 1)] == ["5 %", "99.5 %", "80 %", "100 %"]

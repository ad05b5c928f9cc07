"""Reader's days: as long as the clocks make them."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from dashboard.formats.day_spans import day_span


def test_a_day_begins_and_ends_at_the_reader_s_own_midnight() -> None:
    assert day_span(date(2026, 11, 22), ZoneInfo("Asia/Kathmandu")) == (
        datetime(2026, 11, 21, 18, 15, tzinfo=UTC),
        datetime(2026, 11, 22, 18, 15, tzinfo=UTC),
    )


def test_the_day_on_which_clocks_go_back_has_twenty_five_hours() -> None:
    begins, ends = day_span(date(2026, 10, 25), ZoneInfo("Europe/Berlin"))
    assert (ends - begins).total_seconds() == 25 * 3600

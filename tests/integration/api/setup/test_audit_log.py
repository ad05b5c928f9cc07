"""The audit log over HTTP: a day's entries, newest first, each once over all pages."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from api.access.scopes import Scope
from api.conventions.cursors import cursor_at
from routing.router import Router
from routing.services import trail_write
from tests.integration.api.conftest import Caller, a_program, a_user

pytestmark = [pytest.mark.django_db]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = "/audit-log?day=2026-03-01"


@pytest.fixture
def admin(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("admin", Scope.ADMIN)


def written(router: Router, reason: str, at: datetime) -> None:
    trail_write(replace(router, clock=lambda: at), kind="seatTaken", by="mara", reason=reason)


def reasons(who: Caller, limit: int) -> list[str]:
    """Those of all pages."""
    found, cursor = [], ""
    while True:
        page = who.get(f"{DAY}&limit={limit}{cursor}").body
        found += [one["reason"] for one in page["items"]]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_every_entry_of_the_day_is_listed_once_also_those_of_one_moment(
    admin: Caller, router: Router, limit: int
) -> None:
    router = replace(router, origin="page")
    for number in range(5):
        written(router, f"at once {number}", NOON)
    for name, hours in (("evening", 8), ("morning", -5), ("next day", 12), ("day before", -13)):
        written(router, name, NOON + timedelta(hours=hours))
    found = reasons(admin, limit)

    assert (found[0], found[-1]) == ("evening", "morning")
    assert sorted(found) == [*(f"at once {number}" for number in range(5)), "evening", "morning"]


@pytest.mark.usefixtures("router")
@pytest.mark.parametrize(
    "place", [("2026-03-01", 1), ("never", 1), (NOON.isoformat(), 0), (NOON.isoformat(),)]
)
def test_a_cursor_from_elsewhere_is_refused(admin: Caller, place: tuple[object, ...]) -> None:
    assert admin.get(f"{DAY}&cursor={cursor_at(place)}").status == 400
    assert admin.get("/audit-log?day=yesterday").body["field"] == "day"


@pytest.mark.usefixtures("router")
def test_supervisors_read_it_as_on_its_page_and_agents_do_not(reader: Caller) -> None:
    assert a_user("mara", "supervisors").get("/audit-log").status == 200
    assert a_user("ola", "operators").get("/audit-log").status == reader.get("/audit-log").status == 403

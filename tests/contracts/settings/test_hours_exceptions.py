"""Exceptions of schedules and queues: saved beside other changes, once, with their audit entry."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from routing import services
from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.hours.hours_documents import read_hours
from routing.model.hours.overrides import closed_today, until
from routing.model.hours.schedules import Override, Schedule
from routing.model.settings.documents import Kind
from routing.router import Router
from tests.builders import NOON, a_router
from tests.documents import FIRST
from tests.memory.table import MemoryTable
from tests.tables import ForgetfulTable, InterruptedTable
from tests.trails import audit_trail

OFFICE: dict[str, Any] = {"schedules": {"Office": {"week": {"sat": [["09:00", "17:00"]]}}}}


def a_centre(router: Router) -> Router:
    """The router of a supervisor of a centre with one schedule."""
    router = replace(router, origin="127.0.0.1", actor="mara")
    save(router, OFFICE)
    return router


def save(router: Router, document: dict[str, Any], version: int = 0) -> None:
    services.settings_save(
        router, FIRST, documents={Kind.HOURS: document}, expected_versions={Kind.HOURS: version}
    )


def except_office(router: Router, excepted: services.Excepted = closed_today) -> Schedule:
    found = services.hours_except(router, FIRST, schedule="Office", excepted=excepted)
    assert isinstance(found, Schedule)
    return found


def kept(router: Router) -> tuple[int, Any]:
    found = services.settings_kept(router, FIRST)[Kind.HOURS]
    return found.version, found.document


def opened(_schedule: Schedule, at: Any) -> Override:
    return until(at, at + timedelta(hours=3), is_open=True)


def test_an_exception_is_a_version_of_its_own_and_goes_with_the_next_one() -> None:
    router = a_centre(a_router(MemoryTable()))
    closed = except_office(router)
    assert closed.opens_at(NOON) == NOON + timedelta(days=7, hours=-3)
    version, document = kept(router)
    exception = {"open": False, "from": "2026-11-21T12:00:00Z", "until": "2026-11-22T00:00:00Z"}
    assert (version, document["schedules"]["Office"]["exception"]) == (2, exception)
    said = {entry.reason for entry in audit_trail(router, NOON.date())}
    assert "hours version 2: Office: closed until 2026-11-22 00:00" in said

    assert except_office(router, opened).standing(NOON).closes_at == NOON + timedelta(hours=5)
    except_office(router, lambda _schedule, _at: None)
    assert kept(router) == (4, OFFICE)


def test_a_change_that_comes_in_between_is_kept() -> None:
    table = InterruptedTable(MemoryTable())
    router = a_centre(a_router(table))
    others = {**OFFICE, "calendars": {"Germany": {"2026-12-25": "Christmas"}}}
    table.before_commits.append(lambda: save(replace(router, table=table.behind), others, version=1))

    except_office(router)

    version, document = kept(router)
    assert (version, document["calendars"]) == (3, others["calendars"])
    assert "exception" in document["schedules"]["Office"]


def test_a_lost_reply_makes_one_version() -> None:
    table = ForgetfulTable()
    router = a_centre(a_router(table))
    except_office(router)
    assert table.recovered == 2
    assert kept(router)[0] == 2
    assert len(audit_trail(router, NOON.date())) == 2


SPANISH, FRENCH = "W#Spanish#Any", "W#French#Any"


def except_queue(
    router: Router, excepted: services.Excepted = closed_today, queue: str = SPANISH
) -> Schedule:
    found = services.queue_hours_except(
        router, FIRST, queue=queue, excepted=excepted, time_zone="Europe/Berlin"
    )
    assert isinstance(found, Schedule)
    return found


def is_open(router: Router, queue: str) -> bool:
    hours = read_hours(kept(router)[1], router.skills)
    found = hours.standing(router.skills.queue_named(queue), NOON)
    return found is None or found.is_open


def test_one_queue_closes_without_the_others_of_its_schedule() -> None:
    router = replace(a_router(MemoryTable()), origin="127.0.0.1", actor="mara")
    rules = {"*": {"schedule": "Office", "when_closed": "wait"}}
    save(router, {**OFFICE, "queues": rules})
    closed = except_queue(router)
    assert closed.opens_at(NOON) == NOON + timedelta(days=7, hours=-3)
    assert (is_open(router, SPANISH), is_open(router, FRENCH)) == (False, True)
    said = {entry.reason for entry in audit_trail(router, NOON.date())}
    assert "hours version 2: Spanish · Any: closed until 2026-11-22 00:00" in said

    except_queue(router, opened)
    except_office(router)
    assert (is_open(router, SPANISH), is_open(router, FRENCH)) == (True, False), (
        "that of the queue goes first"
    )
    except_queue(router, lambda _schedule, _at: None)
    assert (is_open(router, SPANISH), "exceptions" in kept(router)[1]) == (False, False)


def test_a_queue_without_hours_closes_until_midnight_of_the_centre_and_exceptions_that_are_over_go() -> None:
    router = a_router(MemoryTable())
    closed = except_queue(router)
    assert closed.opens_at(NOON) == NOON + timedelta(hours=11)
    assert not is_open(router, SPANISH)
    later = replace(router, clock=lambda: NOON + timedelta(hours=12))
    except_queue(later, queue=FRENCH)
    assert list(kept(router)[1]["exceptions"]) == [FRENCH]
    with pytest.raises(RoutingError, match="Latin"):
        except_queue(router, queue="W#Latin#Any")


def test_a_lost_reply_closes_a_queue_in_one_version() -> None:
    table = ForgetfulTable()
    router = a_router(table)
    except_queue(router)
    assert (table.recovered, kept(router)[0]) == (1, 1)


def test_a_rule_that_refuses_needs_a_text_unless_it_was_there_before() -> None:
    router = a_router(MemoryTable())
    silent = {**OFFICE, "queues": {SPANISH: {"schedule": "Office"}}}
    with pytest.raises(InvalidFieldError, match=f"queues {SPANISH} text: .* 1 to 300 characters"):
        save(router, silent)
    before = {**FIRST, Kind.HOURS: silent}
    services.settings_save(
        router,
        before,
        documents={Kind.HOURS: {**silent, "calendars": {"Germany": {}}}},
        expected_versions={Kind.HOURS: 0},
    )


def test_an_unknown_schedule_is_named() -> None:
    router = a_centre(a_router(MemoryTable()))
    with pytest.raises(InvalidFieldError, match="schedule: 'Mars' is not allowed; there is no such schedule"):
        services.hours_except(router, FIRST, schedule="Mars", excepted=closed_today)

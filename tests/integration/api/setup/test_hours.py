"""Opening hours over HTTP: schedules as they stand, exceptions for today, closed queues, refused calls."""

import json
from typing import Any
from urllib.parse import quote

import pytest

from api.access.scopes import Scope
from routing import runtime
from routing.router import Router
from tests.integration.api.conftest import Caller, a_program
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db]
SPANISH = f"/queues/{quote('W#Spanish#Any', safe='')}"
OFFICE = "/hours/Office/exception"


@pytest.fixture
def admin(router: Router) -> Caller:
    """A program that has given the Spanish queue a schedule, always open by its plan."""
    assert router
    caller = a_program("admin", Scope.ADMIN, Scope.READ, Scope.OPERATE)
    rule = {"schedule": "Office", "text": "We open tomorrow."}
    document = {"schedules": {"Office": {}}, "queues": {"W#Spanish#Any": rule}}
    body = json.dumps({"version": 0, "document": document})
    assert caller.ask("PUT", "/settings/hours", body).status == 200
    followed(is_open=True)
    return caller


def followed(*, is_open: bool) -> None:
    """Waits until the processes use the new hours."""

    def holds() -> bool:
        centre = runtime.router()
        found = centre.hours.schedules.get("Office")
        return found is not None and found.is_open(centre.clock()) is is_open

    wait_until(holds, "the hours are followed")


def put(caller: Caller, **fields: object) -> Any:
    return caller.ask("PUT", OFFICE, json.dumps(fields))


def test_a_schedule_is_closed_for_today_and_its_queue_refuses_calls_with_the_text(admin: Caller) -> None:
    closed = put(admin, open=False)
    assert (closed.status, closed.body["open"], closed.body["is_exception"]) == (200, False, True)
    followed(is_open=False)

    queue = admin.get(SPANISH).body
    assert (queue["open"], queue["closed_text"]) == (False, "We open tomorrow.")
    assert queue["opens_at"] == closed.body["changes_at"]
    assert admin.get("/queues/Q%23Spanish%23F").body["open"] is True
    sent = admin.ask("POST", "/calls", json.dumps({"language": "Spanish", "call": "c1"})).body
    assert sent["call"]["status"] == "rejected"
    assert "Spanish · Any is closed: We open tomorrow." in sent["detail"]

    assert admin.ask("DELETE", OFFICE).body["open"] is True
    followed(is_open=True)
    again = admin.ask("POST", "/calls", json.dumps({"language": "Spanish", "call": "c2"})).body
    assert again["call"]["status"] == "queued"
    assert [one["schedule"] for one in admin.get("/hours").body["schedules"]] == ["Office"]


def test_one_queue_closes_alone(admin: Caller) -> None:
    address = f"/queue-hours/{quote('W#French#Any', safe='')}/exception"
    closed = admin.ask("PUT", address, json.dumps({"open": False}))
    assert closed.status == 200
    changes_at = closed.body.pop("changes_at")
    assert closed.body == {"queue": "W#French#Any", "open": False, "is_exception": True}
    french = f"/queues/{quote('W#French#Any', safe='')}"
    wait_until(lambda: admin.get(french).body["opens_at"] == changes_at, "the hours are followed")
    assert admin.get(SPANISH).body["open"] is True
    sent = admin.ask("POST", "/calls", json.dumps({"language": "French", "call": "c1"})).body
    assert sent["call"]["status"] == "rejected"
    assert admin.ask("DELETE", address).body["open"] is True
    assert admin.ask("DELETE", address).body["is_exception"] is False, "safe to repeat"
    assert admin.ask("DELETE", "/queue-hours/Q%23French%23F/exception").body["field"] == "queue"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"open": True}, "until"),
        ({"open": True, "until": "2020-01-01T00:00:00Z"}, "until"),
        ({"open": True, "until": "2999-01-01T00:00:00Z"}, "until"),
        ({"open": "yes"}, "open"),
    ],
)
def test_a_wrong_exception_is_refused_by_field(admin: Caller, fields: dict[str, object], field: str) -> None:
    reply = put(admin, **fields)
    assert (reply.status, reply.body["field"]) == (400, field)


def test_an_unknown_schedule_is_not_found(admin: Caller) -> None:
    assert admin.ask("DELETE", "/hours/Mars/exception").body["code"] == "unknown_schedule"


def test_a_file_of_holidays_is_read_into_days_or_refused_by_line(admin: Caller) -> None:
    year = runtime.now().year
    event = f"BEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:{year}1225\nSUMMARY:Christmas\nEND:VEVENT\n"
    file = f"BEGIN:VCALENDAR\n{event}END:VCALENDAR\n"
    assert admin.ask("POST", "/hours/days", json.dumps({"file": file})).body == {
        "days": {f"{year}-12-25": "Christmas"}
    }
    wrong = admin.ask("POST", "/hours/days", json.dumps({"file": file.replace("SUMMARY:", "SUMMARY")}))
    assert (wrong.status, wrong.body["detail"][:13]) == (400, "file: line 5:")
    assert admin.ask("POST", "/hours/days", json.dumps({"file": "\ud800"})).status == 400

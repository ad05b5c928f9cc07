"""Pages of opening hours: schedules, calendars from files, hours by queue, exceptions in one click."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from messaging.runtime import messenger
from messaging.services import message_table_create
from routing import runtime, services
from routing.model.settings.documents import Kind
from routing.router import Router
from tests.integration.dashboard.page_forms import shown
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db]
LIST, SCHEDULE, CALENDAR = (
    "/setup/hours/",
    "/setup/hours/schedules/Office/",
    "/setup/hours/calendars/Germany/",
)
NEW_SCHEDULE, NEW_CALENDAR = "/setup/hours/new-schedule/", "/setup/hours/new-calendar/"
EXCEPT = "/setup/hours/except/Office/"
FILE = (
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:20201225\nSUMMARY:<b>Christmas</b>\n"
    "RRULE:FREQ=YEARLY\nEND:VEVENT\nEND:VCALENDAR\n"
)


def kept() -> dict[str, Any]:
    found = services.settings_kept(runtime.router(), runtime.first_documents())[Kind.HOURS].document
    assert isinstance(found, dict)
    return found


def save(client: Client, address: str, **given: object) -> str:
    """Saves the form with these values; returns the page after it."""
    return client.post(address, {**shown(client, address), **given}, follow=True).content.decode()


@pytest.fixture
def office(administrator: Client, router: Router) -> Client:
    """An administrator who has set up a calendar and a schedule that follows it."""
    assert router
    message_table_create(messenger())  # scenes use schedules
    assert "Germany: saved." in save(administrator, NEW_CALENDAR, name="Germany", text="2026-12-25 Christmas")
    hours = {"time_zone": "Europe/Berlin", "mon": "09:00-12:00, 13:00\N{EN DASH}18:00", "fri": "22:00-06:00"}
    dates = "2026-12-24: 09:00-14:00\n2026-12-27: closed"
    made = save(administrator, NEW_SCHEDULE, name="Office", holidays=["Germany"], dates=dates, **hours)
    assert "Office: saved." in made
    return administrator


def test_a_schedule_is_saved_as_it_was_entered_and_shown_again(office: Client) -> None:
    assert kept()["schedules"]["Office"] == {
        "time_zone": "Europe/Berlin",
        "week": {"mon": [["09:00", "12:00"], ["13:00", "18:00"]], "fri": [["22:00", "06:00"]]},
        "dates": {"2026-12-24": [["09:00", "14:00"]], "2026-12-27": []},
        "holidays": ["Germany"],
    }
    assert shown(office, SCHEDULE)["mon"] == "09:00-12:00, 13:00-18:00"
    assert "Office: saved." in save(office, SCHEDULE, holidays=["Germany"])
    assert "hours version 2" in office.get("/trail/").content.decode()
    assert "schedules / Office / time_zone" in office.get("/setup/versions/hours/?a=1&b=2").content.decode()


@pytest.mark.parametrize(
    ("address", "given", "said"),
    [
        (SCHEDULE, {"mon": "9-17"}, "Monday: it must be start and end, such as 09:00 and 17:00"),
        (SCHEDULE, {"time_zone": "Berlin"}, "Time zone: a time zone such as Europe/Berlin or UTC"),
        (SCHEDULE, {"dates": "2026-12-24"}, "Special days, line 1: &#x27;2026-12-24&#x27; is not allowed"),
        (NEW_SCHEDULE, {"name": "Office"}, "Name: there is a schedule with this name"),
        (
            CALENDAR,
            {"text": "2026-12-25 a\n\nChristmas"},
            "Days, line 3: &#x27;Christmas&#x27; is not allowed",
        ),
    ],
)
def test_a_wrong_value_is_named_with_its_field_and_line(
    office: Client, address: str, given: dict[str, str], said: str
) -> None:
    reply = office.post(address, {**shown(office, address), **given})
    assert (reply.status_code, said in reply.content.decode()) == (400, True)


def test_a_file_is_read_into_the_form_and_saved_only_then(office: Client) -> None:
    file = SimpleUploadedFile("holidays.ics", FILE.encode())
    read = office.post(CALENDAR, {**shown(office, CALENDAR), "do": "read", "file": file}).content.decode()
    assert "-12-25 &lt;b&gt;Christmas&lt;/b&gt;" in read
    assert kept()["calendars"]["Germany"] == {"2026-12-25": "Christmas"}

    hourly = SimpleUploadedFile("holidays.ics", FILE.replace("YEARLY", "HOURLY").encode())
    reply = office.post(CALENDAR, {**shown(office, CALENDAR), "do": "read", "file": hourly})
    assert reply.status_code == 400
    assert "line 2 RRULE" in reply.content.decode()


def test_a_queue_gets_hours_of_its_own_and_a_used_schedule_stays(office: Client) -> None:
    address = "/setup/hours/queues/W%23Spanish%23Any/"
    saved = save(office, address, schedule="=Office", when_closed="overflow", text="Bis morgen")
    assert "Spanish · Any: saved." in saved
    assert kept()["queues"] == {
        "W#Spanish#Any": {"schedule": "Office", "when_closed": "overflow", "text": "Bis morgen"}
    }
    refused = office.post("/setup/hours/remove-schedule/Office/", {"version": "9"}, follow=True)
    assert "Not removed: Office is used by Spanish · Any." in refused.content.decode()
    save(office, address, schedule="inherit")
    version = shown(office, SCHEDULE)["version"]
    removed = office.post("/setup/hours/remove-schedule/Office/", {"version": version}, follow=True)
    assert "Office: schedule removed." in removed.content.decode()
    assert (
        office.get(SCHEDULE).status_code
        == office.get("/setup/hours/queues/W%23Latin%23Any/").status_code
        == 404
    )


def test_supervisors_make_exceptions_in_one_click_and_a_form_that_is_open_keeps_them(
    office: Client, supervisor: Client
) -> None:
    form = shown(office, SCHEDULE)
    closed = supervisor.post(EXCEPT, {"do": "close"}, follow=True).content.decode()
    assert "Office: closed for today." in closed
    assert "Back to schedule" in closed
    assert kept()["schedules"]["Office"]["exception"]["open"] is False
    opened = supervisor.post(EXCEPT, {"do": "open", "until": "20:00"}, follow=True).content.decode()
    assert "Office: open until 20:00." in opened

    assert office.post(SCHEDULE, {**form, "tue": "10:00-11:00"}).status_code == 302
    assert kept()["schedules"]["Office"]["exception"]["open"] is True
    late = office.post(SCHEDULE, {**form, "wed": "10:00-11:00"})
    assert (late.status_code, "<dt>Tuesday</dt><dd>10:00-11:00</dd>" in late.content.decode()) == (409, True)
    supervisor.post(EXCEPT, {"do": "plan"})
    assert "exception" not in kept()["schedules"]["Office"]


def test_one_queue_is_closed_in_one_click_without_the_others(office: Client, supervisor: Client) -> None:
    save(office, "/setup/hours/queues/*/", schedule="=Office", when_closed="wait")
    wait_until(lambda: runtime.router().hours.calls is not None, "the rule is followed")
    assert 'name="queue" id="close-queue"' in supervisor.get(LIST).content.decode()
    given = {"queue": "W#Spanish#Any", "do": "close"}
    closed = supervisor.post("/setup/hours/except-queue/", given, follow=True).content.decode()
    assert "Spanish · Any: closed for today." in closed
    assert "New calls go on waiting; to refuse or overflow them, change the rule of the queue." in closed
    assert kept()["exceptions"]["W#Spanish#Any"]["open"] is False
    wait_until(lambda: is_excepted("W#Spanish#Any"), "the exception is followed")
    page = supervisor.get("/queues/W%23Spanish%23Any/").content.decode()
    assert "Back to schedule" in page
    assert "While the queue is closed, new calls go on waiting." in page
    given = {"queue": "W#Spanish#Any", "do": "plan", "back": "/queues/W%23Spanish%23Any/"}
    back = supervisor.post("/setup/hours/except-queue/", given)
    assert back.headers["Location"] == given["back"]
    assert "exceptions" not in kept()
    unknown = {"queue": "W#Latin#Any", "do": "close"}
    page = supervisor.post("/setup/hours/except-queue/", unknown, follow=True).content.decode()
    assert "Not saved: " in page


def test_a_queue_that_refuses_needs_a_text(office: Client) -> None:
    address = "/setup/hours/queues/W%23Spanish%23Any/"
    silent = {**shown(office, address), "schedule": "=Office", "when_closed": "refuse"}
    reply = office.post(address, silent)
    assert reply.status_code == 400
    assert "Text for customers: customers who are refused need one" in reply.content.decode()


@pytest.fixture
def monday(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a Monday morning, and the office is open."""
    at = datetime(2026, 6, 1, 8, tzinfo=UTC)
    monkeypatch.setattr(runtime, "datetime", SimpleNamespace(now=at.astimezone))


@pytest.mark.usefixtures("monday")
def test_a_closed_queue_is_marked_on_the_pages_of_queues(office: Client) -> None:
    save(office, "/setup/hours/queues/W%23Spanish%23Any/", schedule="=Office", when_closed="overflow")
    office.post(EXCEPT, {"do": "close"})
    wait_until(lambda: not is_open("W#Spanish#Any"), "the hours are followed")
    assert office.get("/queues/").content.decode().count("Closed</span>") == 1
    page = office.get("/queues/W%23Spanish%23Any/").content.decode()
    assert "New calls overflow. It opens <time" in page
    assert "The queue is closed to new calls." in page
    assert "Closed</span>" not in office.get("/queues/W%23Spanish%23F/").content.decode()


def is_excepted(queue: str) -> bool:
    centre = runtime.router()
    rule = centre.hours.of(centre.skills.queue_named(queue))
    return rule is not None and rule.is_excepted(centre.clock())


def is_open(queue: str) -> bool:
    centre = runtime.router()
    return centre.admission(centre.skills.queue_named(queue)).is_open


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("Office", {"do": "open", "until": "late"}, "until: &#x27;late&#x27; is not allowed"),
        ("Office", {"do": "sing"}, "do: &#x27;sing&#x27; is not allowed"),
        ("Mars", {"do": "close"}, "there is no such schedule"),
    ],
)
def test_an_exception_that_cannot_be_is_refused(
    office: Client, name: str, given: dict[str, str], said: str
) -> None:
    page = office.post(f"/setup/hours/except/{name}/", given, follow=True).content.decode()
    assert said in page

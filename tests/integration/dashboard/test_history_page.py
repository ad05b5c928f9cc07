"""Page of the history: figures by day and interval, filters in the address, CSV, access."""

import csv
from datetime import timedelta
from io import StringIO

import pytest
from django.db import DatabaseError
from django.test import Client
from pytest_django import Settings

from dashboard.history import views as page
from dashboard.staffing import views as staffing
from dashboard.templatetags.moments import NOTHING
from reporting.history.facts import call_facts
from reporting.history.rows import calls_write
from routing.model.calls import CallStatus
from routing.model.service_level import ServiceLevel
from tests.builders import NOON, a_call
from tests.integration.dashboard.queues.test_places_queues import page_of, words_of
from tests.integration.dashboard.test_places_trail import rows

pytestmark = pytest.mark.django_db
SPANISH, FRENCH = "W#Spanish#Any", "W#French#Any"


def ended(
    number: int,
    *,
    minutes: float,
    waited: float,
    talk: float | None,
    queue: str = SPANISH,
    team: str = "",
    scene: str = "",
) -> None:
    """A call queued so long after noon; without talk time the caller hung up."""
    queued = NOON + timedelta(minutes=minutes)
    left = queued + timedelta(seconds=waited)
    answered = left if talk is not None else None
    call = a_call(
        f"c{number}",
        status=CallStatus.COMPLETED if answered else CallStatus.ABANDONED,
        queued_at=queued,
        answered_at=answered,
        ended_at=left + timedelta(seconds=talk or 0),
        team=team,
        scene=scene,
    )
    wrapped = 20_000 if answered else None
    facts = call_facts(call, queue=queue, target_ms=20_000, level=ServiceLevel(), wrap_up_ms=wrapped)
    calls_write([facts] if facts else [])


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is three in the afternoon."""
    for module in (page, staffing):
        monkeypatch.setattr(module, "now", lambda: NOON + timedelta(hours=3))


@pytest.fixture
def calls() -> None:
    """Three calls in one half hour, one in the next, one the day before."""
    ended(1, minutes=1, waited=10, talk=60)
    ended(2, minutes=2, waited=40, talk=120, queue=FRENCH)
    ended(3, minutes=20, waited=30, talk=None)
    ended(4, minutes=31, waited=0, talk=30)
    ended(5, minutes=-24 * 60, waited=5, talk=30)


def test_one_interval_has_no_chart_for_a_line_would_be_flat(supervisor: Client) -> None:
    ended(1, minutes=1, waited=10, talk=60)
    assert "data-plot" not in page_of(supervisor, "/history/")


@pytest.mark.usefixtures("calls")
def test_today_is_shown_by_half_hours(supervisor: Client) -> None:
    text = page_of(supervisor, "/history/")

    assert rows(text) == [
        "12:00 3 2 1 0 1 33.3 % 25.0 s 0:40 3:00 0:40",
        "12:30 1 1 0 0 1 100.0 % 0.0 s 0:00 0:30 0:20",
    ]
    assert "Offered 4 Answered 3 Abandoned" in words_of(text)
    assert "The charts need JavaScript; the table below has every number." in words_of(text)
    assert "answered within 20 s ÷ offered, without those who still wait" in words_of(text)


@pytest.mark.usefixtures("calls")
def test_days_length_and_queue_in_the_address_choose_the_rows(supervisor: Client) -> None:
    quarters = rows(page_of(supervisor, "/history/?by=15"))
    days = rows(page_of(supervisor, "/history/?from=2026-11-19"))
    french = rows(page_of(supervisor, "/history/?queue=W%23French%23Any"))

    assert [row.split()[:2] for row in quarters] == [["12:00", "2"], ["12:15", "1"], ["12:30", "1"]]
    assert [row.split()[:5] for row in days] == [
        ["Thu", "19", "Nov", "2026", "0"],
        ["Fri", "20", "Nov", "2026", "1"],
        ["Sat", "21", "Nov", "2026", "4"],
    ]
    assert days[0].endswith(f"0 0 0 0 {NOTHING} {NOTHING} 0:00 0:00 {NOTHING}")
    assert french == ["12:00 1 1 0 0 0 0.0 % 40.0 s 0:40 2:00 0:20"]


@pytest.mark.usefixtures("calls")
def test_an_interval_without_calls_between_others_is_there_all_the_same(supervisor: Client) -> None:
    ended(6, minutes=100, waited=1, talk=1)
    shown = rows(page_of(supervisor, "/history/"))

    assert [row.split()[:2] for row in shown] == [
        ["12:00", "3"],
        ["12:30", "1"],
        ["13:00", "0"],
        ["13:30", "1"],
    ]
    assert shown[2].endswith(f"0 0 0 0 0 {NOTHING} {NOTHING} 0:00 0:00 {NOTHING}")


@pytest.mark.usefixtures("calls")
def test_days_and_times_are_those_of_the_settings(supervisor: Client, settings: Settings) -> None:
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - only this test has a zone

    settings.DAY_TIME_ZONE, settings.DAY_BEGINS_AT_HOUR = ZoneInfo("Asia/Tokyo"), 22
    text = page_of(supervisor, "/history/?from=2026-11-20&to=2026-11-20&by=30")

    assert [row.split()[0] for row in rows(text)] == ["21:00", "21:30"]
    assert "Days and intervals are in Asia/Tokyo. Copy" in words_of(text)


@pytest.mark.usefixtures("calls")
def test_the_csv_has_a_line_for_each_queue_and_adds_up_to_the_page(supervisor: Client) -> None:
    response = supervisor.get("/history/intervals.csv")
    lines = [*csv.DictReader(StringIO(response.text))]

    assert response.headers["Content-Disposition"] == (
        'attachment; filename="history-2026-11-21-2026-11-21.csv"'
    )
    assert [(line["start"], line["queue"], line["offered"]) for line in lines] == [
        ("2026-11-21T12:00:00Z", FRENCH, "1"),
        ("2026-11-21T12:00:00Z", SPANISH, "2"),
        ("2026-11-21T12:30:00Z", SPANISH, "1"),
    ]
    assert {name: lines[0][name] for name in ("waited_seconds", "talk_seconds", "wrap_up_seconds")} == {
        "waited_seconds": "40",
        "talk_seconds": "120",
        "wrap_up_seconds": "20",
    }
    assert {line["agent_group"] for line in lines} == {""}


def test_a_team_has_the_calls_that_it_answered(supervisor: Client) -> None:
    ended(1, minutes=1, waited=10, talk=60, team="sales")
    ended(2, minutes=2, waited=40, talk=120, team="north")
    ended(3, minutes=3, waited=30, talk=None, team="sales")
    text = page_of(supervisor, "/history/")
    by_team = text.partition('id="team-title"')[2]
    found = [words[:4] for row in rows(by_team) if (words := row.split())]
    assert found == [["No", "team,", "or", "not"], ["north", "1", "1", "0"], ["sales", "1", "1", "0"]]

    text = page_of(supervisor, "/history/?team=sales")
    assert rows(text.partition('id="team-title"')[0]) == ["12:00 1 1 0 0 1 100.0 % 10.0 s 0:10 1:00 0:20"]
    assert "Only calls that sales answered" in words_of(text)
    lines = [*csv.DictReader(StringIO(supervisor.get("/history/intervals.csv?team=sales").text))]
    assert [(line["agent_group"], line["offered"]) for line in lines] == [("sales", "1")]
    assert "By team" not in page_of(supervisor, "/history/?from=2026-11-20&to=2026-11-20")


@pytest.mark.usefixtures("calls")
def test_one_click_takes_volumes_and_handle_times_over_into_staffing(supervisor: Client) -> None:
    assert 'href="/history/staffing/?from=2026-11-21&amp;to=2026-11-21&amp;by=30"' in page_of(
        supervisor, "/history/"
    )
    place = supervisor.get("/history/staffing/?from=2026-11-21&to=2026-11-21&by=30").headers["Location"]
    text = page_of(supervisor, place)

    assert [row.split()[:4] for row in rows(text.partition('id="intervals-title"')[2])] == [
        ["12:00", "3", "110", "s"],
        ["12:30", "1", "50", "s"],
    ]
    assert 'id="id_calls" value="3"' in text
    assert 'id="id_aht" value="110"' in text
    assert "From the history of 2026-11-21, all queues: 2 intervals of 30 minutes with 4 calls offered." in (
        words_of(text)
    )
    quarters = page_of(
        supervisor,
        supervisor.get("/history/staffing/?by=15&queue=" + SPANISH.replace("#", "%23")).headers["Location"],
    )
    assert '<option value="15" selected>' in quarters
    assert f"{SPANISH}: 3 intervals of 15 minutes with 3 calls offered." in words_of(quarters)


@pytest.mark.usefixtures("calls")
def test_days_are_not_taken_over_and_it_says_why(supervisor: Client) -> None:
    shown = page_of(supervisor, "/history/?from=2026-11-20&by=day")
    assert "Use in staffing" not in shown
    assert "By 30 minutes, to use in staffing" in shown
    for asked, why in (
        ("by=day", "staffing needs intervals; show 15 or 30 minutes instead of days"),
        ("from=2026-11-18&to=2026-11-18", "no call was offered in these intervals"),
    ):
        reply = supervisor.get(f"/history/staffing/?{asked}", follow=True)
        assert reply.redirect_chain[0][0] == f"/history/?{asked}"
        assert f"Not used: {why}." in words_of(reply.text)


def test_what_cannot_be_is_said_and_the_csv_refuses_it(supervisor: Client) -> None:
    response = supervisor.get("/history/?from=2026-11-22")
    refused = supervisor.get("/history/intervals.csv?from=2026-11-22")

    assert (response.status_code, refused.status_code) == (400, 400)
    assert "from: at most today, 2026-11-21" in words_of(response.text)
    assert refused.text == "from: at most today, 2026-11-21\n"
    assert 'name="from" value="2026-11-22"' in response.text


def test_before_the_first_call_it_says_how_calls_come_here(supervisor: Client) -> None:
    assert "No calls recorded yet" in words_of(page_of(supervisor, "/history/"))
    assert "reporting_reconcile --day 2026-11-21" in words_of(page_of(supervisor, "/history/"))


@pytest.mark.usefixtures("calls")
def test_days_without_calls_are_said_to_be_so(supervisor: Client) -> None:
    empty = words_of(page_of(supervisor, "/history/?from=2026-11-18&to=2026-11-18"))
    other = words_of(page_of(supervisor, "/history/?queue=W%23English%23F"))

    assert "No finished calls on these days" in empty
    assert "None in English · Female. Show all queues" in other


def test_a_database_that_is_away_is_said(supervisor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(**_: object) -> object:
        raise DatabaseError("gone")

    monkeypatch.setattr(page, "is_empty", away)
    monkeypatch.setattr(page, "interval_list", away)
    response, sheet = supervisor.get("/history/"), supervisor.get("/history/intervals.csv")

    assert (response.status_code, sheet.status_code) == (503, 503)
    assert "The database is not responding. Refresh" in words_of(response.text)


def test_it_is_for_supervisors(supervisor: Client, operator: Client) -> None:
    assert 'href="/history/"' in page_of(supervisor, "/staffing/")
    for address in ("/history/", "/history/intervals.csv", "/history/staffing/"):
        assert operator.get(address).status_code == 403
        assert Client().get(address).status_code == 302
    assert 'href="/history/"' not in operator.get("/").text


CHATS = "W.chat#Spanish#Any"


@pytest.mark.usefixtures("calls")
def test_chats_have_a_history_of_their_own_and_change_nothing_of_the_calls(supervisor: Client) -> None:
    before = page_of(supervisor, "/history/")
    assert "Channel" not in words_of(before)
    ended(11, minutes=3, waited=15, talk=600, queue=CHATS)
    ended(12, minutes=4, waited=25, talk=900, queue=CHATS)

    assert rows(page_of(supervisor, "/history/")) == rows(before)
    chats = page_of(supervisor, "/history/?channel=chat")
    assert rows(chats)[0] == f"12:00 2 2 0 0 1 50.0 % 20.0 s 0:25 0.0 % {NOTHING} 12:30 {NOTHING}"
    by_queue = rows(chats.partition('id="queue-title"')[2])
    assert by_queue == [f"Chat · Spanish · Any {rows(chats)[0][6:]}"]
    assert rows(page_of(supervisor, "/history/?queue=W.chat%23Spanish%23Any")) == rows(chats)
    assert "Channel Calls Chats" in words_of(chats)
    assert "Chat · Spanish · Any" in words_of(chats)


@pytest.mark.usefixtures("calls")
def test_the_sheet_of_chats_has_their_channel_and_that_of_calls_no_chat(supervisor: Client) -> None:
    calls = supervisor.get("/history/intervals.csv").content
    ended(11, minutes=3, waited=15, talk=600, queue=CHATS)

    assert supervisor.get("/history/intervals.csv").content == calls
    (line,) = csv.DictReader(StringIO(supervisor.get("/history/intervals.csv?channel=chat").content.decode()))
    assert (line["queue"], line["channel"], line["offered"]) == (CHATS, "chat", "1")


@pytest.mark.usefixtures("calls")
def test_staffing_takes_calls_unless_chats_are_asked_for(supervisor: Client) -> None:
    ended(11, minutes=3, waited=15, talk=600, queue=CHATS)

    calls = supervisor.get("/history/staffing/", {"by": "30"}, follow=True).content.decode()
    chats = supervisor.get(
        "/history/staffing/", {"by": "30", "channel": "chat"}, follow=True
    ).content.decode()

    assert "with 4 calls offered" in words_of(calls)
    assert "with 1 calls offered" in words_of(chats)


def test_a_channel_that_does_not_exist_is_refused(supervisor: Client) -> None:
    response = supervisor.get("/history/?channel=fax")
    assert (response.status_code, "channel: chat, or nothing for calls" in response.content.decode()) == (
        400,
        True,
    )

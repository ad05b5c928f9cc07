"""Page of calls: active, failed and ended ones, with search."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from django.db import DatabaseError
from django.test import Client

from dynamo.exceptions import EngineUnavailableError
from reporting.history.keeping import day_at, day_reconcile, hours_fill
from routing import services
from routing.router import Router
from tests.builders import FakeClock, a_waiting_agent, a_waiting_call, as_call
from tests.integration.dashboard.queues.test_places_queues import page_of, state_of, words_of

pytestmark = pytest.mark.django_db


def callers(page: str) -> list[str]:
    return re.findall(r'class="caller"><a href="/calls/[^"]+/">([^<]+)</a>', page)


def busy(router: Router) -> None:
    """One call is in progress, one rings, two wait, one was abandoned, one removed and one completed."""
    for number, caller in enumerate(["Leo", "Kim", "Ann", "Bob", "Cyd", "Dot", "Eve"]):
        a_waiting_call(
            router, f"c{number}", caller=caller, language="French" if caller == "Kim" else "Spanish"
        )
    services.call_abandon(router, call_id="c4")
    services.call_remove(router, call_id="c5", reason="prank")
    a_waiting_agent(router, "ana")
    services.match_once(router)
    services.call_accept(router, call_id="c0", agent_id="ana")
    as_call(services.call_complete(router, call_id="c0", wrap_up_seconds=0))
    a_waiting_agent(router, "max", gender="M")
    services.match_once(router)
    services.call_accept(router, call_id="c2", agent_id="ana")


@pytest.mark.usefixtures("router")
def test_before_the_first_call_it_says_what_will_appear_here(operator: Client) -> None:
    assert "No calls yet" in page_of(operator, "/calls/")


def test_active_calls_stand_in_their_order_and_ended_ones_below_newest_first(
    operator: Client, router: Router
) -> None:
    busy(router)
    page = page_of(operator, "/calls/")

    assert callers(page) == ["Kim", "Eve", "Bob", "Ann", "Leo", "Dot", "Cyd"]
    words = words_of(page)
    assert re.search(r"In progress Ann Spanish · Any 5 Ana 1 0:0\d 0:0\d", words)
    assert "Active calls 4" in words
    assert "Finished calls newest first" in words


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("status=waiting", ["Kim", "Eve"]),
        ("status=ringing", ["Bob"]),
        ("status=in-progress", ["Ann"]),
        ("status=ended", ["Leo", "Dot", "Cyd"]),
        ("status=abandoned", ["Cyd"]),
        ("status=removed", ["Dot"]),
        ("status=completed", ["Leo"]),
        ("queue=W%23French%23Any", ["Kim"]),
        ("q=ana", ["Ann", "Leo"]),
        ("q=spanish+dot", ["Dot"]),
        ("status=nonsense&queue=nonsense&until=nonsense", ["Kim", "Eve", "Bob", "Ann", "Leo", "Dot", "Cyd"]),
    ],
)
def test_the_address_says_which_calls_are_shown(
    operator: Client, router: Router, asked: str, found: list[str]
) -> None:
    busy(router)

    assert callers(page_of(operator, f"/calls/?{asked}")) == found


def test_what_was_asked_for_stands_in_the_form(operator: Client, router: Router) -> None:
    busy(router)
    page = page_of(operator, "/calls/?status=ended&queue=W%23Spanish%23Any&q=dot")

    assert '<option value="ended" selected>' in page
    assert '<option value="W#Spanish#Any" selected>Spanish · Any</option>' in page
    assert 'name="q" value="dot"' in page


def test_a_call_is_found_by_its_id_however_old_it_is(
    operator: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_waiting_call(router, "c1", caller="Leo")
    services.call_abandon(router, call_id="c1")
    monkeypatch.setattr("routing.selectors.ended_calls", lambda *_args, **_fields: [])

    assert callers(page_of(operator, "/calls/?q=c1")) == ["Leo"]
    assert "No calls found" in page_of(operator, "/calls/?q=leo")


def ended(router: Router, number: int) -> None:
    for one in range(number):
        a_waiting_call(router, f"c{one:02}", caller=f"Caller {one:02}")
        services.call_abandon(router, call_id=f"c{one:02}")


def link(page: str, word: str) -> str:
    found = re.search(rf'<a[^>]* href="(\?[^"]*)">(?:← )?{word}(?: →)?</a>', page)
    assert found
    return "/calls/" + found[1].replace("&amp;", "&")


@pytest.mark.parametrize("who", ["operator", "supervisor"])
def test_ended_calls_have_pages_that_hold_still_while_calls_go_on_ending(
    who: str, request: pytest.FixtureRequest, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader: Client = request.getfixturevalue(who)
    monkeypatch.setattr("dashboard.pages.paging.PAGE_SIZE", 2)
    monkeypatch.setattr("dashboard.calls.search.found.PAGE_SIZE", 2)
    ended(router, 5)
    if who == "supervisor":
        hours_fill(router, since=router.clock() - timedelta(hours=1))
    newest = page_of(reader, "/calls/?status=ended")
    assert callers(newest) == ["Caller 04", "Caller 03"]
    second = page_of(reader, link(newest, "Older"))
    a_waiting_call(router, "late", caller="Latecomer")
    services.call_abandon(router, call_id="late")
    last = page_of(reader, link(second, "Older"))

    assert callers(second) == ["Caller 02", "Caller 01"]
    assert callers(last) == ["Caller 00"]
    assert "Older" not in last
    assert callers(page_of(reader, link(last, "Newer"))) == ["Caller 02", "Caller 01"]
    assert callers(page_of(reader, link(last, "Newest"))) == ["Latecomer", "Caller 04"]
    assert "3\N{EN DASH}4" in words_of(second)


def test_active_calls_have_pages(operator: Client, router: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.pages.paging.PAGE_SIZE", 2)
    for number in range(3):
        a_waiting_call(router, f"c{number}", caller=f"Caller {number}")
    first = page_of(operator, "/calls/")

    assert callers(first) == ["Caller 0", "Caller 1"]
    assert callers(page_of(operator, link(first, "Next"))) == ["Caller 2"]
    assert callers(str(state_of(operator, "/calls/state.json?active=2")["html"])) == ["Caller 2"]


@pytest.mark.parametrize("typed", ["maria", "MARÍA", "María Núñez", "nunez", "mari"])
def test_a_name_is_found_without_its_accents_and_case_wherever_the_call_is(
    supervisor: Client, router: Router, typed: str
) -> None:
    for name in ("waits", "failed", "ended"):
        a_waiting_call(router, name, caller=f"María Núñez {name}")
    a_waiting_call(router, "other", caller="Mark")
    services.call_dead_letter(router, call_id="failed", reason="no answer")
    services.call_abandon(router, call_id="ended")
    services.call_create(router, language="Spanish", caller="Maria Nunez new", call_id="new")

    assert callers(page_of(supervisor, f"/calls/?q={quote(typed)}")) == [
        "Maria Nunez new",
        "María Núñez waits",
        "María Núñez failed",
        "María Núñez ended",
    ]


def test_failed_calls_are_listed_and_can_be_asked_for(operator: Client, router: Router) -> None:
    a_waiting_call(router, "c1", caller="Leo")
    a_waiting_call(router, "c2", caller="Kim")
    services.call_dead_letter(router, call_id="c1", reason="no answer")

    assert callers(page_of(operator, "/calls/")) == ["Kim", "Leo"]
    assert callers(page_of(operator, "/calls/?status=failed")) == ["Leo"]


def years_ago(router: Router) -> datetime:
    """One call ended two years ago, long after which the history was written; Ana answered it."""
    past = replace(router, clock=FakeClock(router.clock() - timedelta(days=730)))
    a_waiting_agent(past, "ana/7")
    a_waiting_call(past, "old-1234", caller="Łukasz Groß")
    services.match_once(past)
    services.call_accept(past, call_id="old-1234", agent_id="ana/7")
    services.call_complete(past, call_id="old-1234", wrap_up_seconds=0)
    then = past.clock()
    day_reconcile(past, day_at(then))
    return then


@pytest.mark.parametrize("typed", ["lukasz", "gross", "Groß", "old-1234", "old-12", "ana/7", "completed"])
def test_supervisors_find_old_calls_in_the_history_by_name_id_and_agent(
    supervisor: Client, operator: Client, router: Router, typed: str
) -> None:
    years_ago(router)
    asked = f"/calls/?q={quote(typed)}"

    found = ["Łukasz Groß"] if typed != "completed" else []
    assert callers(page_of(supervisor, asked)) == found
    assert callers(page_of(operator, asked)) == (found if typed == "old-1234" else [])


def test_days_narrow_the_ended_calls_in_the_reader_s_time_zone(supervisor: Client, router: Router) -> None:
    then = years_ago(router)
    supervisor.cookies["zone"] = "Pacific/Kiritimati"
    day = then.astimezone(ZoneInfo("Pacific/Kiritimati")).date()
    before, after = day - timedelta(days=1), day + timedelta(days=1)

    assert callers(page_of(supervisor, f"/calls/?from={day}&to={day}")) == ["Łukasz Groß"]
    assert callers(page_of(supervisor, f"/calls/?from={after}")) == []
    assert callers(page_of(supervisor, f"/calls/?to={before}")) == []


def test_without_the_history_it_shows_what_the_table_has_and_says_so(
    supervisor: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_fields: object) -> None:
        raise DatabaseError

    a_waiting_call(router, "c1", caller="Leo")
    services.call_abandon(router, call_id="c1")
    monkeypatch.setattr("dashboard.calls.search.found.calls_search", away)
    page = page_of(supervisor, "/calls/")

    assert callers(page) == ["Leo"]
    assert "The history is not available" in page


def test_a_search_that_looked_through_enough_goes_on_from_there(
    supervisor: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    years_ago(router)
    monkeypatch.setattr("reporting.history.search.MOST_SEARCHED", 2)
    ended(router, 4)
    hours_fill(router, since=router.clock() - timedelta(hours=1))
    page = page_of(supervisor, "/calls/?q=lukasz")
    for _ in range(2):
        assert callers(page) == []
        page = page_of(supervisor, link(page, "Search earlier calls"))

    assert callers(page) == ["Łukasz Groß"]


def test_the_part_is_what_the_page_shows(operator: Client, router: Router) -> None:
    busy(router)

    assert callers(str(state_of(operator, "/calls/state.json?status=ended")["html"])) == ["Leo", "Dot", "Cyd"]


@pytest.mark.usefixtures("router")
def test_while_the_table_is_away_it_says_so(operator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_router: Router) -> list[object]:
        raise EngineUnavailableError("http://127.0.0.1:9")

    monkeypatch.setattr("routing.selectors.agents", away)
    assert operator.get("/calls/").status_code == 503
    assert operator.get("/calls/state.json", headers={"accept": "application/json"}).status_code == 503


def test_who_may_not_see_the_board_does_not_see_this_either(stranger: Client, client: Client) -> None:
    assert stranger.get("/calls/").status_code == 403
    assert client.get("/calls/").headers["Location"] == "/sign-in/?next=/calls/"

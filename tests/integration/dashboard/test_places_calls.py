"""The page of calls: those that live, those that ended of late, and which of them were asked for."""

import re

import pytest
from django.test import Client

from dynamo.exceptions import EngineUnavailableError
from routing import services
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call, as_call
from tests.integration.dashboard.test_places_queues import page_of, state_of, words_of

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
def test_before_the_first_call_it_says_what_will_stand_here(operator: Client) -> None:
    assert "No calls yet" in page_of(operator, "/calls/")


def test_living_calls_stand_in_their_order_and_ended_ones_below_newest_first(
    operator: Client, router: Router
) -> None:
    busy(router)
    page = page_of(operator, "/calls/")

    assert callers(page) == ["Kim", "Eve", "Bob", "Ann", "Leo", "Dot", "Cyd"]
    words = words_of(page)
    assert re.search(r"In progress Ann W#Spanish#Any 5 Ana 1 0:0\d 0:0\d", words)
    assert "Living calls 4" in words
    assert "Ended calls 3" in words


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
    assert "<option selected>W#Spanish#Any</option>" in page
    assert 'name="q" value="dot"' in page


def test_a_call_is_found_by_its_id_however_old_it_is(
    operator: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_waiting_call(router, "c1", caller="Leo")
    services.call_abandon(router, call_id="c1")
    monkeypatch.setattr("routing.selectors.ended_calls", lambda *_args, **_fields: [])

    assert callers(page_of(operator, "/calls/?q=c1")) == ["Leo"]
    assert "No call fits" in page_of(operator, "/calls/?q=leo")


def test_older_calls_are_reached_from_the_last_one_shown(
    operator: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dashboard.call_list.SHOWN_ENDED", 2)
    for number in range(3):
        a_waiting_call(router, f"c{number}", caller=f"Caller {number}")
        services.call_abandon(router, call_id=f"c{number}")
    a_waiting_call(router, "lives", caller="Living")
    newest = page_of(operator, "/calls/?status=ended")
    assert callers(newest) == ["Caller 2", "Caller 1"]
    (earlier,) = re.findall(r'<a href="(\?[^"]+)">Earlier calls</a>', newest)
    older = page_of(operator, "/calls/" + earlier.replace("&amp;", "&"))

    assert callers(older) == ["Caller 0"]
    assert "Earlier calls" not in older
    assert "To the newest" in older


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

"""Pages of queues: who waits and why, next matches, changes, messages in their place."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings
from redis import Redis

from dynamo.exceptions import EngineUnavailableError
from live.feed.archive import KEY_PREFIX
from live.feed.queue_history import Change, Told, encode_change
from routing import selectors
from routing.model.agents import Choice
from routing.router import Router
from routing.services import agent_choose, agent_create
from tests.builders import a_waiting_agent, a_waiting_call

pytestmark = pytest.mark.django_db

CALLS, WOMEN, MEN = "W%23Spanish%23Any", "Q%23Spanish%23F", "Q%23Spanish%23M"
AT = "2025-11-20T12:00:00.000+00:00"


def words_of(html: str) -> str:
    """The visible text, without markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def page_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def state_of(client: Client, address: str) -> dict[str, object]:
    body = client.get(address, headers={"accept": "application/json"}).json()
    assert isinstance(body, dict)
    return body


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """DynamoDB does not answer."""

    def nothing(_router: Router) -> list[object]:
        raise EngineUnavailableError("http://127.0.0.1:9")

    monkeypatch.setattr("routing.selectors.agent_queue_infos", nothing)


# --- all of them


@pytest.mark.usefixtures("router")
def test_before_anything_happened_every_combination_stands_there_empty(operator: Client) -> None:
    page = words_of(page_of(operator, "/queues/"))

    assert "All queues 12" in page
    assert "Spanish · Any" in page


def test_both_sides_stand_together_with_how_many_agents_fit(operator: Client, router: Router) -> None:
    a_waiting_call(router, "c1")
    a_waiting_call(router, "c2", language="French", gender="F")
    a_waiting_agent(router, "ana")
    page = page_of(operator, "/queues/?q=spanish+any")

    assert re.search(r'<a href="/queues/W%23Spanish%23Any/"[^>]*>1</a>', page)
    assert "All queues 1 of 12" in words_of(page)
    french = words_of(page_of(operator, "/queues/?q=french&waiting=1"))
    assert re.search(r"French · Female 1 0:0\d no matching agent, 0", french)
    assert "French · Male" not in french


@pytest.mark.usefixtures("router")
def test_where_no_queue_fits_it_leads_back_to_all(operator: Client) -> None:
    assert "No queues found There are 12 queues" in words_of(page_of(operator, "/queues/?q=Klingon"))
    assert "No callers waiting" in page_of(operator, "/queues/?waiting=1")


# --- one of them


def test_waiting_calls_stand_in_order_with_ticket_priority_and_the_reason_for_waiting(
    operator: Client, router: Router
) -> None:
    a_waiting_call(router, "c1", caller="Leo Ruiz")
    a_waiting_call(router, "c2", caller="Kim Hall", priority=1)
    agent_create(router, name="Ana", gender="F", languages=["Spanish"], agent_id="ana")
    agent_choose(router, agent_id="ana", choice=Choice.PAUSED, reason="Lunch")
    page = words_of(page_of(operator, f"/queues/{CALLS}/"))

    assert page.index("Kim Hall") < page.index("Leo Ruiz")
    first = r"1 2 Kim Hall 1 0:0\d priority rises in (2:00|1:5\d) no Spanish-speaking agent is available: 1 p"
    assert re.search(first, page)
    assert "as above" in page
    assert "No matching agent is available. The first call goes to the next matching agent." in page
    assert "every 120 s, up to 0" in page


def test_what_is_matched_next_is_named_before_it_is(operator: Client, router: Router) -> None:
    a_waiting_call(router, "c1", caller="Leo Ruiz")
    a_waiting_agent(router, "ana")
    for address in (CALLS, WOMEN):
        assert "Connecting now: Leo Ruiz → goes to Ana" in words_of(page_of(operator, f"/queues/{address}/"))
    assert "Connecting now" not in page_of(operator, f"/queues/{MEN}/")


def test_an_empty_queue_says_whom_the_next_one_to_come_meets(operator: Client, router: Router) -> None:
    nobody = words_of(page_of(operator, f"/queues/{CALLS}/"))
    assert "The next caller has to wait: no matching agent is available." in nobody
    a_waiting_agent(router, "ana", languages=["Spanish", "English"])
    caller = words_of(page_of(operator, f"/queues/{CALLS}/"))
    assert "The next caller here is offered to Ana , the longest-waiting match" in caller
    agents = page_of(operator, f"/queues/{WOMEN}/")
    assert '<a href="/queues/Q%23English%23F/">English · Female</a>' in agents
    a_waiting_call(router, "c1", caller="Leo Ruiz", gender="M")
    agent = words_of(page_of(operator, f"/queues/{MEN}/"))
    assert "The next agent here gets Leo Ruiz , the first match in line" in agent


def test_a_queue_longer_than_the_page_says_how_many_more_wait(operator: Client, router: Router) -> None:
    for number in range(53):
        a_waiting_call(router, f"c{number}")

    assert "3 more are waiting." in page_of(operator, f"/queues/{CALLS}/")


def test_depth_and_list_agree_though_a_call_comes_between_two_reads(
    operator: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    coming = ["second"]
    read = selectors.queue_entries

    def read_while_one_comes(*args: Any, **kwargs: Any) -> object:
        entries = read(*args, **kwargs)
        while coming:
            a_waiting_call(router, coming.pop())
        return entries

    a_waiting_call(router, "first")
    monkeypatch.setattr(selectors, "queue_entries", read_while_one_comes)
    page = page_of(operator, f"/queues/{CALLS}/")

    assert words_of(page).count("Waiting 2 ") == 1
    assert all(f"/calls/{name}/" in page for name in ("first", "second"))


@pytest.mark.parametrize("key", ["W%23Klingon%23Any", "nonsense", "W%23Spanish", "x" * 3000])
@pytest.mark.usefixtures("router")
def test_a_queue_that_is_not_there_is_said_so_with_the_reason(operator: Client, key: str) -> None:
    response = operator.get(f"/queues/{key}/")

    assert response.status_code == 404
    assert "There is no such queue" in response.content.decode()


# --- what changed it


def kept(redis_url: str, *changes: Change) -> None:
    with Redis.from_url(redis_url) as redis:
        redis.lpush(KEY_PREFIX + "W#Spanish#Any", *map(encode_change, changes))


def test_the_history_names_each_step_and_the_gaps_between(
    operator: Client, router: Router, redis_url: str
) -> None:
    for number in range(9):
        a_waiting_call(router, f"c{number}")
    told = (
        Told("callOffered", "ana", "c1", "", "Ana Torres", "Leo Ruiz"),
        Told("callAccepted", "ana", "c1", "", "Ana Torres", "Leo Ruiz"),
        Told("callRemoved", "", "c2", "mara", "", "Kim Hall"),
    )
    kept(redis_url, Change(AT, 2, 3, 3), Change(AT, 6, 8, 5, told=5, events=told))
    page = words_of(page_of(operator, f"/queues/{CALLS}/"))

    assert "offered, answered Leo Ruiz · Ana Torres removed Kim Hall by mara and 2 more" in page
    rows = re.findall(r"(?<= )(9 not recorded|7 to 8 \d+ Nov|4 to 6 no longer recorded|3 \d+ Nov 2025)", page)
    assert rows == ["9 not recorded", "7 to 8 20 Nov", "4 to 6 no longer recorded", "3 20 Nov 2025"]
    assert state_of(operator, f"/queues/{CALLS}/state.json")["again"] is True


def test_without_redis_the_page_says_that_the_history_is_missing(
    operator: Client, router: Router, settings: Settings
) -> None:
    a_waiting_call(router, "c1", caller="Leo Ruiz")
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    page = page_of(operator, f"/queues/{CALLS}/")

    assert "Activity is not available" in page
    assert "Leo Ruiz" in page


# --- the part, and who may see what


def test_the_part_is_what_the_page_shows(operator: Client, router: Router) -> None:
    a_waiting_call(router, "c1", caller="Leo Ruiz")
    for address in ("/queues/", f"/queues/{CALLS}/"):
        state = state_of(operator, f"{address}state.json")
        assert sorted(state) == ["again", "at", "html"]
        # Both without the ages, which are those of their moments.
        part, page = (
            re.sub(r"\d+:\d\d", "", one) for one in (str(state["html"]), page_of(operator, address))
        )
        assert words_of(part) in words_of(page)


@pytest.mark.usefixtures("router")
def test_the_page_tells_its_script_what_to_watch(operator: Client) -> None:
    page = page_of(operator, f"/queues/{CALLS}/")
    config = json.loads(re.findall(r'<script id="page-config"[^>]*>(.*?)</script>', page)[0])

    assert config["watched"][0] == ["call_queues", "W#Spanish#Any"]
    assert ["agent_queues", "Q#Spanish#F"] in config["watched"]


@pytest.mark.usefixtures("router", "away")
@pytest.mark.parametrize("address", ["/queues/", f"/queues/{CALLS}/"])
def test_while_the_table_is_away_it_says_so(operator: Client, address: str) -> None:
    response = operator.get(address)
    assert response.status_code == 503
    assert "cannot be reached" in response.content.decode()
    state = operator.get(f"{address}state.json", headers={"accept": "application/json"})
    assert state.status_code == 503
    assert "cannot be reached" in state.json()["error"]


@pytest.mark.usefixtures("router")
@pytest.mark.parametrize("address", ["/queues/", f"/queues/{CALLS}/"])
def test_who_may_not_see_the_board_does_not_see_this_either(
    stranger: Client, client: Client, address: str
) -> None:
    assert stranger.get(address).status_code == 403
    assert client.get(address).headers["Location"].startswith("/sign-in/?next=/queues/")
    assert client.get(f"{address}state.json", headers={"accept": "application/json"}).status_code == 401

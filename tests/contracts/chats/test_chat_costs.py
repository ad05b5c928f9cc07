"""Costs: where nobody chats, calls cost what they cost without chats; a chat costs little more."""

from collections.abc import Callable
from dataclasses import replace

from dynamo.meter import MeterReading
from routing import selectors, services
from routing.model.queues import CHAT
from routing.model.skills import Skills
from routing.router import Router
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.centres import match_all
from tests.contracts.chats.chat_life import a_chat, a_row

# More than one read unit of queue infos.
LANGUAGES = tuple(f"Language {number}" for number in range(30))


def a_centre(*channels: str) -> Router:
    router = a_router(languages=LANGUAGES)
    return replace(router, skills=Skills(LANGUAGES, channels=("", *channels)))


def cost(router: Router, action: Callable[[], object]) -> MeterReading:
    """What the requests of an action cost."""
    before = router.table.meter.reading()
    action()
    return router.table.meter.reading() - before


def life_of_a_call(router: Router) -> list[MeterReading]:
    """The costs of each operation on a call, and of the readings of pages and dispatcher."""
    one = LANGUAGES[0]
    return [
        cost(router, lambda: services.queues_ensure(router)),
        cost(router, lambda: services.match_once(router)),
        cost(router, lambda: a_waiting_agent(router, "ana", languages=LANGUAGES[:3])),
        cost(router, lambda: a_waiting_call(router, "c1", language=one)),
        cost(router, lambda: services.call_peek(router, agent_id="ana")),
        cost(router, lambda: match_all(router)),
        cost(router, lambda: services.call_accept(router, call_id="c1", agent_id="ana")),
        cost(router, lambda: services.call_complete(router, call_id="c1")),
        cost(router, lambda: services.sweep(router)),
        cost(router, lambda: selectors.agent_queue_infos(router)),
        cost(router, lambda: selectors.call_queue_infos(router)),
        cost(router, lambda: services.agents_reset(router)),
    ]


def test_calls_cost_the_same_where_chats_are_routed_and_nobody_chats() -> None:
    assert life_of_a_call(a_centre(CHAT)) == life_of_a_call(a_centre())


def test_a_chat_costs_as_many_requests_as_a_call_and_the_place_that_its_row_keeps() -> None:
    router = a_centre(CHAT)
    one = LANGUAGES[0]
    a_waiting_agent(router, "ana", languages=(one,))
    a_row(router, "bea", languages=(one,))
    costs = {
        "call": [
            cost(router, lambda: a_waiting_call(router, "c1", language=one)),
            cost(router, lambda: match_all(router)),
            cost(router, lambda: services.call_accept(router, call_id="c1", agent_id="ana")),
            cost(router, lambda: services.call_complete(router, call_id="c1")),
        ],
        "chat": [
            cost(router, lambda: a_chat(router, "h1", language=one)),
            cost(router, lambda: match_all(router)),
            cost(router, lambda: services.call_accept(router, call_id="h1", agent_id="bea~chat")),
            cost(router, lambda: services.call_complete(router, call_id="h1")),
        ],
    }
    arrives, matched, accepted, closed = zip(costs["call"], costs["chat"], strict=True)

    assert arrives[0] == arrives[1]
    assert matched[1].requests == matched[0].requests
    # Back in line: a ticket, an entry and its queue info, and the index key of the idle time.
    assert accepted[1].write_units - accepted[0].write_units <= 1 + 2 * 3
    # A row that waits changes alone; a call's agent goes to wrap-up, whose end is in the index.
    assert closed[1].write_units <= closed[0].write_units

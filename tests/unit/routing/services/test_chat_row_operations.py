"""Operations on chat rows in every situation: each takes an arrow of the state machine, or none."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import product

import pytest

from routing import services
from routing.exceptions import RoutingError
from routing.model.agents import CHAT_TRANSITIONS, AgentStatus, Choice
from routing.repair.audit import audit
from tests.centres import agent_now, table_now
from tests.contracts.call_life import Life
from tests.contracts.chats.chat_life import CHATS, a_chat, a_chat_life, a_row, chatting, ringing
from tests.memory.table import MemoryTable

ROW = "ana~chat"
Act = Callable[[Life], object]


def _row(*held: str, slots: int = 2, rings: bool = False, chose: Choice = Choice.READY) -> Act:
    """Ana with these chats, perhaps a ringing one, and what she chose then."""

    def prepared(life: Life) -> None:
        a_row(life.router, slots=slots)
        chatting(life.router, *held)
        if rings:
            ringing(life.router, "ring")
        services.agent_choose(life.router, agent_id=ROW, choice=chose)

    return prepared


def _resting(*held: str, slots: int) -> Act:
    """Ana rests after an offer that she declined; then she gets other slots."""

    def prepared(life: Life) -> None:
        _row(*held, rings=True)(life)
        services.call_decline(life.router, call_id="ring", agent_id=ROW)
        services.agent_slots(life.router, agent_id="ana", slots=slots)

    return prepared


def _reset(life: Life) -> object:
    return services.agents_reset(life.router)


SITUATIONS: dict[str, Act] = {
    "offline": _row(chose=Choice.OFFLINE),
    "available": lambda life: (_row()(life), _reset(life)),
    "resting": _resting("h1", slots=2),
    "resting, full": _resting("h1", slots=1),
    "waiting": _row(),
    "waiting with a chat": _row("h1"),
    "ringing": _row(rings=True),
    "ringing, last slot": _row("h1", rings=True),
    "ringing, chose paused": _row(rings=True, chose=Choice.PAUSED),
    "ringing, chose offline": _row(rings=True, chose=Choice.OFFLINE),
    "full": _row("h1", slots=1),
    "paused": _row(chose=Choice.PAUSED),
    "paused, full": _row("h1", slots=1, chose=Choice.PAUSED),
    "paused, chose offline": _row("h1", chose=Choice.OFFLINE),
}


def _choose(choice: Choice, life: Life) -> object:
    return services.agent_choose(life.router, agent_id=ROW, choice=choice)


def _slots(slots: int, life: Life) -> object:
    return services.agent_slots(life.router, agent_id="ana", slots=slots)


def _match(life: Life) -> object:
    a_chat(life.router, "next")
    return services.match_once(life.router)


OPERATIONS: dict[str, Act] = {
    **{f"choose {choice}": partial(_choose, choice) for choice in Choice},
    **{f"{slots} slots": partial(_slots, slots) for slots in (1, 3)},
    "match": _match,
    "accept": lambda life: services.call_accept(life.router, call_id="ring", agent_id=ROW),
    "decline": lambda life: services.call_decline(life.router, call_id="ring", agent_id=ROW),
    "abandon": lambda life: services.call_abandon(life.router, call_id="ring"),
    "close": lambda life: services.call_complete(life.router, call_id="h1"),
    "hand back": lambda life: services.call_hand_back(life.router, call_id="h1", reason="left"),
    "transfer": lambda life: services.call_transfer(
        life.router, call_id="h1", to_queue=CHATS, agent_id="ana"
    ),
    "release": lambda life: services.agent_release(life.router, agent_id=ROW, reason="left"),
    "enqueue": lambda life: services.agent_enqueue(life.router, agent_id=ROW),
    "reset": _reset,
    "what is due": lambda life: life.sweep(after=5),
}
CASES = list(product(OPERATIONS, SITUATIONS))
# Each round may match again.
REPEATABLE = [case for case in CASES if case[0] != "match"]


def a_life(situation: str) -> Life:
    table = MemoryTable()
    table.create()
    life = a_chat_life(table)
    SITUATIONS[situation](life)
    return life


def attempted(name: str, life: Life) -> None:
    with suppress(RoutingError):
        OPERATIONS[name](life)


def test_every_arrow_is_the_way_of_some_operation_and_there_is_no_other() -> None:
    taken: set[tuple[AgentStatus, AgentStatus]] = set()
    for name, situation in CASES:
        life = a_life(situation)
        before = agent_now(life.router, ROW)
        attempted(name, life)
        after = agent_now(life.router, ROW)
        if before.status is not after.status:
            taken.add((before.status, after.status))
        assert audit(life.router) == [], (name, situation)

    assert taken == {(before, after) for before, afters in CHAT_TRANSITIONS.items() for after in afters}


@pytest.mark.parametrize(("name", "situation"), REPEATABLE)
def test_an_operation_sent_twice_changes_nothing_the_second_time(name: str, situation: str) -> None:
    life = a_life(situation)
    attempted(name, life)
    table = table_now(life.router)
    life.told.clear()

    attempted(name, life)

    assert table_now(life.router) == table
    assert life.told == []

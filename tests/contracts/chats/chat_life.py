"""Contact centre that routes chats too: chat rows, and chats that wait, ring and are in progress."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from dynamo.table import Table
from routing import services
from routing.model.agents import Agent, Choice, row_id
from routing.model.calls import Call
from routing.model.policies import Policies, QueuePolicy
from routing.model.queues import CHAT, agent_queue, call_queue
from routing.model.skills import Skills
from routing.router import Router
from tests.builders import LANGUAGES, a_waiting_call, as_agent, as_call
from tests.centres import agent_now, match_all
from tests.contracts.call_life import Life, a_life

CHATS, WOMEN_CHATS = call_queue("Spanish", "Any", channel=CHAT), call_queue("Spanish", "F", channel=CHAT)
ROWS = agent_queue("Spanish", "F", channel=CHAT)


def a_chat_life(table: Table, **policy: Any) -> Life:
    """A centre on this table with chats; `policy` applies to all queues of chats."""
    life = a_life(table)
    chats = replace(Policies().chats, **policy)
    policies = replace(life.router.policies, chats=chats, default=QueuePolicy())
    skills = Skills(LANGUAGES, channels=("", CHAT))
    life.router = replace(life.router, skills=skills, policies=policies)
    return life


def a_row(
    router: Router, agent_id: str = "ana", *, slots: int = 2, languages: Collection[str] = ("Spanish",)
) -> Agent:
    """An agent who waits for chats; she takes no calls."""
    services.agent_create(router, agent_id=agent_id, name=agent_id.title(), gender="F", languages=languages)
    as_agent(services.agent_slots(router, agent_id=agent_id, slots=slots))
    return as_agent(services.agent_choose(router, agent_id=row_id(agent_id), choice=Choice.READY))


def a_chat(router: Router, call_id: str, **facts: Any) -> Call:
    """A chat that waits."""
    return a_waiting_call(router, call_id, channel=CHAT, **facts)


def ringing(router: Router, *call_ids: str, agent_id: str = "ana") -> None:
    """New chats, all but the last of them accepted by the only agent who waits; the last one rings."""
    for call_id in call_ids[:-1]:
        chatting(router, call_id, agent_id=agent_id)
    a_chat(router, call_ids[-1])
    assert match_all(router) == [(call_ids[-1], row_id(agent_id))]


def chatting(router: Router, *call_ids: str, agent_id: str = "ana") -> None:
    """New chats, all accepted by the only agent who waits."""
    for call_id in call_ids:
        ringing(router, call_id, agent_id=agent_id)
        as_call(services.call_accept(router, call_id=call_id, agent_id=row_id(agent_id)))


def held(router: Router, agent_id: str = "ana") -> tuple[str, ...]:
    """The chats that an agent holds."""
    return agent_now(router, row_id(agent_id)).held

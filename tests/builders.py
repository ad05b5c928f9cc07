"""Builders of agents, calls and contact centres: plain values, and some that wait in a table.

The clock stands still until a test moves it, and ids count up, so that what a test sees is always the same.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

from dynamo.table import Table
from routing import services
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import DEFAULT_PRIORITY, Call, CallStatus
from routing.model.events import Emit, nobody_listens
from routing.model.outcomes import Conflict, Match
from routing.model.policies import Policies
from routing.model.queues import AgentEntry, CallEntry, QueueKey, agent_queue, call_queue
from routing.model.skills import Skills
from routing.router import Router
from tests.memory.table import MemoryTable

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
LANGUAGES = ("English", "French", "Spanish")


@dataclass
class FakeClock:
    """A clock that a test moves; call it for the time."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> None:
        """Lets some seconds pass."""
        self.now += timedelta(seconds=seconds)


def counting_ids(prefix: str = "id") -> Callable[[], str]:
    """Ids that count up: id-1, id-2 and so on."""
    numbers = count(1)
    return lambda: f"{prefix}-{next(numbers)}"


def unique_id() -> str:
    """A unique id: a real engine remembers operation ids over all its tables."""
    return uuid4().hex


def a_router(
    table: Table | None = None,
    *,
    languages: tuple[str, ...] = LANGUAGES,
    topics: tuple[str, ...] = (),
    strategy: str = "batched",
    newest_first: Collection[QueueKey] = (),
    emit: Emit = nobody_listens,
    clock: Callable[[], datetime] | None = None,
    new_id: Callable[[], str] | None = None,
    policies: Policies | None = None,
) -> Router:
    """A contact centre with all its queues, on a new table in memory by default."""
    router = Router(
        table=MemoryTable() if table is None else table,
        skills=Skills(languages, topics=topics),
        clock=clock or FakeClock(),
        new_id=new_id or (counting_ids() if table is None else unique_id),
        emit=emit,
        strategy=strategy,
        newest_first=frozenset(newest_first),
        policies=policies or Policies(),
    )
    services.table_create(router)
    return router


def an_agent(agent_id: str = "ana", **fields: Any) -> Agent:
    """A Spanish-speaking woman who is available; any field may be given."""
    agent = Agent(
        agent_id=agent_id,
        name=agent_id.title(),
        gender="F",
        languages=frozenset({"Spanish"}),
        topics=frozenset(),
        status=AgentStatus.AVAILABLE,
        status_since=NOON,
    )
    return replace(agent, **fields)


def a_call(call_id: str = "c1", **fields: Any) -> Call:
    """A call in Spanish for an agent of any gender, not queued yet; any field may be given.

    Its band is that of its priority unless given.
    """
    fields.setdefault("band", fields.get("priority", DEFAULT_PRIORITY))
    call = Call(
        call_id=call_id,
        language="Spanish",
        gender="Any",
        status=CallStatus.CREATED,
        status_since=NOON,
        created_at=NOON,
    )
    return replace(call, **fields)


def an_agent_entry(
    ticket: int,
    agent_id: str | None = None,
    *,
    queue: QueueKey | None = None,
    languages: Collection[str] = (),
) -> AgentEntry:
    """An agent's place in a queue (Spanish-speaking women); the ticket names the agent unless an id does."""
    place = queue or agent_queue("Spanish", "F")
    name = agent_id or f"a{ticket}"
    spoken = frozenset(languages or {place.language})
    return AgentEntry(place, ticket, name, name, place.gender, spoken, frozenset(), NOON)


def a_call_entry(ticket: int, *, queue: QueueKey | None = None, priority: int = 5) -> CallEntry:
    """A call's place in a queue (Spanish, any gender); the ticket names the call."""
    return CallEntry(queue or call_queue("Spanish", "Any"), priority, ticket, f"c{ticket}", NOON)


def a_waiting_agent(
    router: Router,
    agent_id: str,
    *,
    gender: str = "F",
    languages: Collection[str] = ("Spanish",),
    **facts: Any,
) -> Agent:
    """Makes an agent and queues it."""
    services.agent_create(
        router, agent_id=agent_id, name=agent_id.title(), gender=gender, languages=languages, **facts
    )
    return as_agent(services.agent_enqueue(router, agent_id=agent_id))


def a_waiting_call(router: Router, call_id: str, *, language: str = "Spanish", **facts: Any) -> Call:
    """Queues a call, for an agent of any gender unless told otherwise."""
    return as_call(services.call_enqueue(router, call_id=call_id, language=language, **facts))


def as_agent(answer: Agent | Conflict) -> Agent:
    """The agent that a service answered; fails on a conflict."""
    assert isinstance(answer, Agent), answer
    return answer


def as_call(answer: Call | Conflict) -> Call:
    """The call that a service answered; fails on a conflict."""
    assert isinstance(answer, Call), answer
    return answer


def as_match(answer: object) -> Match:
    """The match that a service answered; fails on anything else."""
    assert isinstance(answer, Match), answer
    return answer


def as_conflict(answer: object) -> Conflict:
    """The conflict that a service answered; fails on anything else."""
    assert isinstance(answer, Conflict), answer
    return answer

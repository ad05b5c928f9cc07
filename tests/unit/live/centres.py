"""Contact centre on a table in memory with a test clock, and builders of its dataclasses."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.events import Event
from routing.model.skills import Skills
from routing.notices.over_redis import encode
from routing.router import Router
from routing.services import agent_create, agent_enqueue, call_enqueue, table_create
from tests.memory.table import MemoryTable

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
SKILLS = Skills(("English", "Spanish"))


def an_agent(agent_id: str = "a1", *, status: AgentStatus = AgentStatus.QUEUED, waits: int = 0) -> Agent:
    """A Spanish-speaking man; where he waits, since `waits` seconds before noon."""
    since = NOON - timedelta(seconds=waits)
    return Agent(
        agent_id=agent_id,
        name=f"Agent {agent_id}",
        gender="M",
        languages=frozenset({"Spanish"}),
        topics=frozenset(),
        status=status,
        status_since=since,
        queued_at=since if status is AgentStatus.QUEUED else None,
    )


def a_call(
    call_id: str = "c1",
    *,
    status: CallStatus = CallStatus.QUEUED,
    ticket: int = 1,
    waited: float | None = None,
    version: int = 1,
    priority: int = 5,
    at: datetime = NOON,
) -> Call:
    """A Spanish call queued at `at`; `waited` seconds until it was answered, if it was."""
    return Call(
        call_id=call_id,
        language="Spanish",
        gender="Any",
        status=status,
        status_since=at,
        created_at=at,
        queued_at=at,
        answered_at=None if waited is None else at + timedelta(seconds=waited),
        ticket=ticket,
        version=version,
        priority=priority,
        band=priority,
    )


@dataclass
class Centre:
    """A router in memory; `said` keeps what a feed would hear, as it would hear it."""

    now: datetime = NOON
    said: list[str] = field(default_factory=list)
    router: Router = field(init=False)

    def __post_init__(self) -> None:
        numbers = count(1)
        self.router = Router(
            table=MemoryTable(),
            skills=SKILLS,
            clock=lambda: self.now,
            new_id=lambda: f"id-{next(numbers)}",
            emit=self._hear,
        )
        table_create(self.router)

    def _hear(self, events: Sequence[Event]) -> None:
        self.said.append(encode(events))

    def agent_waits(self, agent_id: str = "a1") -> str:
        agent_create(self.router, name="Ana", gender="F", languages=("English", "Spanish"), agent_id=agent_id)
        agent_enqueue(self.router, agent_id=agent_id)
        return agent_id

    def call_waits(self, call_id: str = "c1", *, priority: int = 5) -> str:
        call_enqueue(self.router, language="Spanish", call_id=call_id, priority=priority)
        return call_id

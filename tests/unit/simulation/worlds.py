"""Builders for simulation tests: a test clock, a table in memory, agents, plans."""

from datetime import UTC, datetime, timedelta
from itertools import count

from routing.model.agents import Agent, AgentStatus
from routing.model.queues import CallEntry, call_queue
from routing.model.skills import Skills
from routing.router import Router
from routing.services import agent_create, agents_enqueue, table_create
from simulation.durations import Durations, Exponential, Uniform
from simulation.load.load_plan import Plan
from simulation.people.callers import Wish
from tests.memory.table import MemoryTable

NINE = datetime(2026, 11, 2, 9, tzinfo=UTC)
SKILLS = Skills(("English", "Spanish"))
RUN = "0badcafe"
WISHES = (Wish("English", "F", "", 2), Wish("Spanish", "M", "", 1))


class Clock:
    """Shows the same time until it is turned on."""

    def __init__(self, now: datetime = NINE) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def monotonic(self) -> float:
        """The same time as seconds."""
        return self.now.timestamp()

    def sleep(self, seconds: float) -> None:
        """Passes time without taking any."""
        self.now += timedelta(seconds=seconds)


def a_plan(
    *,
    seed: int = 7,
    rate: float = 2.0,
    talk_seconds: float = 3.0,
    patience_seconds: float = 20.0,
    wishes: tuple[Wish, ...] = WISHES,
) -> Plan:
    """A plan with short talks, started at nine."""
    return Plan(
        run_id=RUN,
        seed=seed,
        rate=rate,
        wishes=wishes,
        durations=Durations(
            seed=seed,
            answer_delay=Uniform(0.5, 1.5),
            talk=Exponential(talk_seconds),
            wrap_up=Exponential(1.0),
            patience=Exponential(patience_seconds),
        ),
        started_at=NINE,
    )


def a_router(clock: Clock) -> Router:
    """A router on a new table in memory; ids are numbers in the order they were asked for."""
    ids = count()
    router = Router(MemoryTable(), SKILLS, clock=clock, new_id=lambda: f"id-{next(ids):06d}")
    table_create(router)
    return router


def with_agents(router: Router, number: int) -> Router:
    """The router with waiting agents who together fit every wish."""
    for index in range(number):
        wish = WISHES[index % len(WISHES)]
        agent_create(
            router,
            name=f"Agent {index}",
            gender=wish.gender,
            languages=[wish.language],
            agent_id=f"agent-{index}",
        )
    agents_enqueue(router)
    return router


def an_agent(
    status: AgentStatus,
    *,
    call_id: str | None = f"{RUN}-000000",
    since: datetime = NINE,
    agent_id: str = "ann",
    topics: frozenset[str] = frozenset(),
) -> Agent:
    """An agent with a call of the run by default."""
    return Agent(
        agent_id=agent_id,
        name="Ann",
        gender="F",
        languages=frozenset({"English"}),
        topics=topics,
        status=status,
        status_since=since,
        call_id=call_id,
    )


def a_waiting_call(call_id: str, *, since: datetime = NINE) -> CallEntry:
    """A call's place in its queue."""
    return CallEntry(call_queue("English", "Any"), 5, 1, call_id, since)

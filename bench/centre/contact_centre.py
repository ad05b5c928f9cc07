"""Contact centre of all benchmarks: skills, agents and calls for six agent queues."""

import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from random import Random

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from routing import services
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus
from routing.model.events import Emit, nobody_listens
from routing.model.queues import CALL_SIDE
from routing.model.skills import Skills
from routing.router import Router
from routing.services.tickets import reserve_tickets
from routing.storage.change_set import ChangeSet

SKILLS = Skills(languages=("English", "French", "Spanish"), genders=("F", "M"))
# A call, its entry and one info each, of the 100 items a transaction holds.
CALLS_PER_TRANSACTION = 33


TABLE = "bench"


def table_on(endpoint: str) -> DynamoTable:
    """The benchmark's table of an engine, with its own client."""
    client = connect(endpoint_url=endpoint, region="eu-central-1", access_key="local", secret_key="local")  # noqa: S106
    return DynamoTable(client, TABLE, retry=Retry(deadline_seconds=30), tokens=False)


def router_on(endpoint: str, *, strategy: str = "batched", emit: Emit = nobody_listens) -> Router:
    """A router of this process on the benchmark's table of an engine."""
    return Router(
        table=table_on(endpoint),
        skills=SKILLS,
        clock=lambda: datetime.now(UTC),
        new_id=lambda: uuid.uuid4().hex,
        emit=emit,
        strategy=strategy,
    )


def fill(
    endpoint: str, *, agents: int, calls: int, seed: int, status: AgentStatus = AgentStatus.QUEUED
) -> None:
    """Creates the table and agents (one to three languages each), and queues calls that fit them in turn.

    The agents wait in their queues, or are all available without waiting, or offline.
    """
    random, router = Random(seed), router_on(endpoint)  # noqa: S311 - a workload, no secret
    services.table_create(router)
    offline = status is AgentStatus.OFFLINE
    made = [_agent(router, random, number, offline=offline) for number in range(agents)]
    services.agents_add(router, made)
    if status is AgentStatus.QUEUED:
        services.agents_enqueue(router)
    _queue_calls(router, (_call(router, random, number, made[number % agents]) for number in range(calls)))


def _agent(router: Router, random: Random, number: int, *, offline: bool) -> Agent:
    languages = router.skills.languages
    return Agent(
        agent_id=f"agent-{number:06d}",
        name=f"Agent {number}",
        gender=random.choice(router.skills.genders),
        languages=frozenset(random.sample(languages, random.randint(1, len(languages)))),
        topics=frozenset(),
        status=AgentStatus.OFFLINE if offline else AgentStatus.AVAILABLE,
        status_since=router.clock(),
        choice=Choice.OFFLINE if offline else Choice.READY,
    )


def _call(router: Router, random: Random, number: int, agent: Agent) -> Call:
    """A call that this agent fits, so that calls and agents balance."""
    at = router.clock()
    return Call(
        call_id=f"call-{number:06d}",
        language=random.choice(sorted(agent.languages)),
        gender=agent.gender,
        status=CallStatus.CREATED,
        status_since=at,
        created_at=at,
    )


def _queue_calls(router: Router, calls: Iterable[Call]) -> None:
    waiting = list(calls)
    tickets = reserve_tickets(router, CALL_SIDE, len(waiting))
    queued = [
        call.queued(ticket=ticket, at=router.clock()) for call, ticket in zip(waiting, tickets, strict=True)
    ]
    for start in range(0, len(queued), CALLS_PER_TRANSACTION):
        changes = ChangeSet(router.new_id(), router.skills)
        for call in queued[start : start + CALLS_PER_TRANSACTION]:
            changes.call(None, call)
        router.table.commit(changes.transaction())

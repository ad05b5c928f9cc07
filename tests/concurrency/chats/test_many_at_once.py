"""Many who chat at once on the engine: no row holds more than its slots, and chats are served in order."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Event as Stop

import pytest

from dynamo.aws_table import DynamoTable
from dynamo.conditions import Condition, Exists
from routing import selectors, services
from routing.model.agents import Agent, AgentStatus, row_id
from routing.model.calls import CallStatus
from routing.model.queues import CHAT
from routing.model.skills import Skills
from routing.repair.audit import audit
from routing.router import Router
from routing.storage import conditions
from tests.builders import a_router
from tests.contracts.chats.chat_life import a_chat, a_row, held, ringing
from tests.memory.table import MemoryTable
from tests.tables import InterruptedTable
from tests.waiting import wait_until

PEOPLE, CHATS = ("ana", "bea", "eva"), 24


@dataclass
class Written(dict[str, Agent]):
    """Every chat row that any commit wrote."""

    rows: list[Agent] = field(default_factory=list)

    def update(self, agents: dict[str, Agent]) -> None:  # type: ignore[override]  # as the router calls it
        self.rows += [agent for agent in agents.values() if agent.channel]


def with_chats(router: Router) -> Router:
    return replace(router, skills=Skills(("Spanish",), channels=("", CHAT)))


def at_work(router: Router, name: str, stop: Stop) -> None:
    """Accepts what rings, and closes the oldest chat whenever the row is full or nothing rings."""
    while not stop.is_set():
        row = selectors.agent(router, row_id(name))
        if row is not None and row.call_id:
            services.call_accept(router, call_id=row.call_id, agent_id=row.agent_id)
        elif row is not None and row.held:
            services.call_complete(router, call_id=row.held[0], agent_id=row.agent_id)


def test_many_at_once_never_hold_more_than_their_slots(table: DynamoTable) -> None:
    written, order, stop = Written(), list[int](), Stop()
    router = replace(with_chats(a_router(table)), wrote=written)
    for name in PEOPLE:
        a_row(router, name, slots=2)
    tickets = {one.call_id: one.ticket or 0 for one in (a_chat(router, f"h{n}") for n in range(CHATS))}

    def matching() -> None:
        while not stop.is_set():
            order.extend(match.call.ticket for match in services.match_once(router).matches)

    def supervising() -> None:
        while not stop.is_set():
            for slots in (1, 3, 2):
                services.agent_slots(router, agent_id="ana", slots=slots)

    def are_done() -> bool:
        return all(one.status is CallStatus.COMPLETED for one in selectors.calls(router, tickets))

    with ThreadPoolExecutor() as pool:
        acts: list[Callable[[], None]] = [matching, supervising]
        acts += [lambda name=name: at_work(router, name, stop) for name in PEOPLE]  # type: ignore[misc]
        running = [pool.submit(act) for act in acts]
        try:
            wait_until(are_done, "all chats are closed")
        finally:
            stop.set()
        for one in running:
            one.result()

    assert order == sorted(tickets.values()), "no chat passed an older one"
    assert written.rows
    assert [row for row in written.rows if len(row.held) > row.slots and not row.is_forced] == []
    assert audit(router) == []


@pytest.mark.parametrize("is_guarded", [True, False])
def test_capacity_counted_outside_the_transaction_is_found(
    is_guarded: bool,  # noqa: FBT001 - a parameter of the test
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: without the guard on the row, an answer beside a change of slots loses one of the two."""
    watched = InterruptedTable(MemoryTable())
    watched.create()
    router = with_chats(a_router(watched))
    a_row(router, slots=2)
    ringing(router, "h1", "h2")
    beside = replace(router, table=watched.behind)
    if not is_guarded:
        monkeypatch.setattr(conditions, "agent_unchanged", lambda _version: Condition("unguarded", Exists()))
    watched.before_commits.append(lambda: services.call_complete(beside, call_id="h1"))

    services.call_accept(router, call_id="h2", agent_id="ana~chat")

    row = selectors.agent(router, "ana~chat")
    assert row is not None
    if is_guarded:
        assert (held(router), row.status, audit(router)) == (("h2",), AgentStatus.QUEUED, [])
    else:
        assert "a chat row holds its chats in progress" in {one.rule for one in audit(router)}

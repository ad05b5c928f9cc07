"""Small histories on a table in memory, played step by step, for tests of the checker."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from dynamo.table import Table
from routing import selectors, services
from routing.model.command import Command
from routing.model.deadlines import due_by
from routing.model.outcomes import Match, Round
from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from routing.model.queues import AgentEntry, CallEntry, QueueKey
from routing.router import Router
from routing.storage.change_set import ChangeSet
from tests.builders import unique_id
from tests.concurrency.agreement import SKILLS
from tests.concurrency.ending import fitting_of, read_table
from tests.concurrency.history import AGENT, CALL, Agreed, History, Subject
from tests.concurrency.rules.checker import check
from tests.concurrency.sabotage import CarelessTable
from tests.concurrency.witness import Witness, WitnessTable, time_of_day
from tests.memory.table import MemoryTable

# Times so short that a test can wait for them.
SHORT = QueuePolicy(
    ring_seconds=0.02, wrap_up_seconds=0.02, promote_after_seconds=0.02, max_offers=2, collect_seconds=0.02
)
HASTE = AgentPolicy(declined_rest_seconds=0.02, no_answer_rest_seconds=0.02)


class Scene:
    """One contact centre with every step recorded; each name is one actor."""

    def __init__(self) -> None:
        self.table = MemoryTable()
        self.agreed = Agreed(max_offers=SHORT.max_offers, promote_after_seconds=SHORT.promote_after_seconds)
        self.policies = Policies(HASTE, SHORT)
        self.history = History(fitting=fitting_of(SKILLS), agreed=self.agreed)
        self._witnesses: dict[str, Witness] = {}
        services.table_create(self.router_of("director"))

    def router_of(self, actor: str, *, without: Iterable[str] = ()) -> Router:
        """The actor's router; a careless one drops the named conditions."""
        if actor not in self._witnesses:
            behind: Table = CarelessTable(self.table, frozenset(without)) if without else self.table
            self._witnesses[actor] = Witness(WitnessTable(behind, actor=actor, history=self.history))
        return Router(self._witnesses[actor].table, SKILLS, time_of_day, unique_id, policies=self.policies)

    def ask(
        self,
        service: Callable[..., object],
        actor: str = "people",
        *,
        by_agent: str | None = None,
        queue: QueueKey | None = None,
        key: str = "",
        **facts: object,
    ) -> object:
        """One operation on the given call or agent; with a key, as a command."""
        router = self.router_of(actor)
        if key:
            router = replace(router, command=Command(key, service.__name__, str(facts)))
        call_id, agent_id = facts.get("call_id"), facts.get("agent_id")
        about = (
            Subject(CALL, str(call_id)) if call_id else Subject(AGENT, str(agent_id)) if agent_id else None
        )
        more = {
            **facts,
            **({"agent_id": by_agent} if by_agent else {}),
            **({"queue": queue} if queue else {}),
        }
        return self._witnesses[actor].ask(
            lambda: service(router, **more),
            name=service.__name__,
            about=about,
            by_agent=by_agent,
            queue=str(queue or ""),
            command=key,
        )

    def agent(self, agent_id: str, *, gender: str = "F", languages: tuple[str, ...] = ("Spanish",)) -> None:
        """Makes an agent and queues it."""
        self.ask(services.agent_create, agent_id=agent_id, name=agent_id, gender=gender, languages=languages)
        self.ask(services.agent_enqueue, agent_id=agent_id)

    def call(self, call_id: str, *, language: str = "Spanish", gender: str = "Any", **facts: Any) -> None:
        """Queues a call."""
        self.ask(services.call_enqueue, call_id=call_id, language=language, gender=gender, **facts)

    def match(
        self,
        *pairs: tuple[str, str],
        actor: str = "matcher",
        meanwhile: Callable[[], object] = lambda: None,
        without: Iterable[str] = (),
    ) -> None:
        """A round that reads, lets something happen, and commits just these pairs (call, agent)."""
        router = self.router_of(actor, without=without)

        def match_once() -> Round:
            meanwhile()
            changes = ChangeSet(router.new_id(), SKILLS)
            matches = tuple(Match(self._call_entry(call), self._agent_entry(agent)) for call, agent in pairs)
            for match in matches:
                at = router.clock()
                changes.match(match, at=at, until=due_by(router.policies, match, at))
            committed = router.table.commit(changes.transaction()).ok
            return Round(matches if committed else (), 0 if committed else 1)

        self._witnesses[actor].ask(match_once, name="match_once")

    def serve(self, call_id: str, agent_id: str) -> None:
        """The agent accepts the ringing call and completes it."""
        self.ask(services.call_accept, call_id=call_id, by_agent=agent_id)
        self.ask(services.call_complete, call_id=call_id)

    def sweep(self, by: Callable[..., object] = services.sweep) -> None:
        """Waits until everything so far is due, and sweeps."""
        time.sleep(0.025)
        self.ask(by, "sweeper")

    def promote(self, call_id: str) -> None:
        """Waits until one call is due, and makes its due change only."""
        time.sleep(0.025)

        def late_sweep(router: Router) -> None:
            services.call_when_due(router, call_id=call_id)

        self.ask(late_sweep, "sweeper")

    def version_of(self, call_id: str) -> int:
        """The call's version now."""
        call = selectors.call(self.router_of("director"), call_id)
        assert call is not None
        return call.version

    def end(self) -> History:
        """The history with the table as it is now."""
        read_table(Router(self.table, SKILLS, time_of_day, unique_id), self.history)
        return self.history

    def rules_broken(self) -> set[str]:
        """The rules that the checker finds broken in the end."""
        return {violation.rule for violation in check(self.end())}

    def _agent_entry(self, agent_id: str) -> AgentEntry:
        router = self.router_of("director")
        agent = selectors.agent(router, agent_id)
        assert agent is not None
        assert agent.ticket is not None
        assert agent.queued_at is not None
        queue = SKILLS.queues_of(agent.gender, agent.languages, agent.topics)[0]
        facts = (agent.name, agent.gender, agent.languages, agent.topics, agent.queued_at)
        return AgentEntry(queue, agent.ticket, agent_id, *facts)

    def _call_entry(self, call_id: str) -> CallEntry:
        call = selectors.call(self.router_of("director"), call_id)
        assert call is not None
        assert call.ticket is not None
        assert call.queued_at is not None
        queue = SKILLS.call_queue_for(call.language, call.gender, call.topic)
        facts = (call.queued_at, frozenset(call.tried), call.preferred_agent)
        return CallEntry(queue, call.band, call.ticket, call_id, *facts)

"""Plans of a run's people: what is known of their calls, and what they do next. Pure."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from routing.model.agents import Agent
from routing.model.calls import Call, CallStatus
from routing.model.outcomes import Conflict
from routing.router import Router, Seen
from simulation.people.actions import Acted
from simulation.people.agenda import Agenda
from simulation.people.behaviour import Action, EndWrapUp, RingOut, Scene, is_with, planned
from simulation.people.looks import SeenCalls
from simulation.people.run_plan import Played
from simulation.people.watched_calls import Waiting


@dataclass(frozen=True)
class Known:
    """A call of the run and its agent, as last seen; `due_at` is when its last action was due."""

    call: Call
    agent: Agent | None = None
    due_at: datetime | None = None

    @property
    def begun(self) -> datetime:
        """When the call's status should have begun: earlier than it did if the action was late."""
        since = self.call.status_since
        return min(self.due_at or since, since)


class Plans:
    """The agenda of one run, kept by what its actions came to, and put right by looks at the table.

    `doubtful` are calls that are not as known, to be looked at.
    """

    def __init__(self, router: Router, plan: Played, *, by_hand: Collection[str] = ()) -> None:
        self.agenda = Agenda()
        self.waiting = Waiting(router.newest_first)
        self.doubtful: set[str] = set()
        self._router = router
        self._plan = plan
        self._by_hand = frozenset(by_hand)
        self._known: dict[str, Known] = {}

    @property
    def is_empty(self) -> bool:
        """Whether no call of the run has an action planned, or waits for an offer."""
        return self.agenda.is_empty and not len(self.waiting) and not self.doubtful

    def seen(self, action: Action) -> Seen | None:
        """What was seen of the call and agent of an action."""
        known = self._known.get(action.call_id)
        if known is None:
            return None
        return Seen(agent=known.agent) if isinstance(action, EndWrapUp) else Seen(known.call, known.agent)

    def acted(self, due_at: datetime, action: Action, acted: Acted) -> None:
        """Plans what comes after an action, counted from when it was due."""
        outcome = acted.outcome
        if isinstance(outcome, Conflict):
            current = outcome.current
            if isinstance(current, Call) and current.call_id == action.call_id:
                self.know(current, without=action)
            else:
                self.forget(action.call_id)
        elif isinstance(outcome, Call):
            self.know(outcome, acted.agent, without=action, due_at=due_at)
        else:
            self.forget(action.call_id)

    def know(
        self,
        call: Call,
        agent: Agent | None = None,
        *,
        without: Action | None = None,
        due_at: datetime | None = None,
    ) -> None:
        """Plans what comes next for a call, but not the action that has just been tried."""
        known = Known(call, agent, due_at)
        timers = planned(self._plan, call, agent, by_hand=self._by_hand, begun=known.begun)
        self.agenda.plan(call.call_id, [timer for timer in timers if timer[1] != without])
        self.doubtful.discard(call.call_id)
        if call.status is CallStatus.QUEUED:
            self._watch(call)
        else:
            self.waiting.remove(call.call_id)
        if call.call_id in self.agenda or call.call_id in self.waiting:
            self._known[call.call_id] = known
        else:
            self._known.pop(call.call_id, None)

    def forget(self, call_id: str) -> None:
        """Plans nothing for a call."""
        self.agenda.plan(call_id, ())
        self.waiting.remove(call_id)
        self.doubtful.discard(call_id)
        self._known.pop(call_id, None)

    def rang_out(self, call_id: str) -> None:
        """Watches a call whose offer ended: it waits for the next one."""
        known = self._known.get(call_id)
        self.agenda.again(call_id, without=RingOut(call_id))
        if known is not None:
            self._watch(known.call)

    def to_look_at(self, limit: int) -> list[str]:
        """Calls that may have changed, and those at the heads of their queues, up to a limit."""
        return [*dict.fromkeys((*sorted(self.doubtful), *self.waiting.heads(limit)))]

    def saw_calls(self, seen: SeenCalls) -> None:
        """Plans for the calls that were looked at, except those that moved meanwhile."""
        self.doubtful -= set(seen.wanted)
        for call_id in seen.wanted:
            call = seen.calls.get(call_id)
            if self.agenda.has_moved(call_id):
                continue
            if call is None:
                self.forget(call_id)
            else:
                self.know(call, seen.agents.get(call.agent_id or ""))

    def saw_all(self, scene: Scene) -> None:
        """Notes the calls that are not as known, except those that moved meanwhile."""
        self.agenda.tidy()
        there = {entry.call_id for entry in scene.waiting}
        for entry in filter(lambda one: self._is_still_ours(one.call_id), scene.waiting):
            if entry.call_id in self.waiting:
                self.waiting.add(entry.call_id, entry.queue, band=entry.priority, ticket=entry.ticket)
            else:
                self.doubtful.add(entry.call_id)
        for agent in scene.agents:
            call_id = agent.call_id
            if call_id and self._is_still_ours(call_id):
                there.add(call_id)
                self._saw_agent(call_id, agent)
        mine = {*self.agenda, *self.waiting}
        self.doubtful |= {call_id for call_id in mine - there if self._is_still_ours(call_id)}

    def _saw_agent(self, call_id: str, agent: Agent) -> None:
        known = self._known.get(call_id)
        if known is not None and is_with(agent, known.call) and known.call.status_since == agent.status_since:
            self._known[call_id] = replace(known, agent=agent)
        else:
            self.doubtful.add(call_id)

    def _is_still_ours(self, call_id: str) -> bool:
        return self._plan.number_of(call_id) is not None and not self.agenda.has_moved(call_id)

    def _watch(self, call: Call) -> None:
        queue, ticket = self._router.queue_of(call), call.ticket or 0
        self.waiting.add(call.call_id, queue, band=call.band, ticket=ticket)

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
from simulation.people.behaviour import Action, EndWrapUp, RingOut, Scene, Timer, planned, planned_for
from simulation.people.looks import Heads
from simulation.people.run_plan import Played
from simulation.people.watched_calls import Waiting


@dataclass(frozen=True)
class Known:
    """A call of the run and its agent, as last seen; `due_at` is when its last action was due."""

    call: Call | None = None
    agent: Agent | None = None
    due_at: datetime | None = None

    def begun(self, since: datetime) -> datetime:
        """When a status should have begun: earlier than it did if the action was late."""
        is_of_that = self.call is not None and self.call.status_since == since
        return self.due_at if is_of_that and self.due_at is not None and self.due_at < since else since


class Plans:
    """The agenda of one run, kept by what its actions came to, and put right by looks at the table."""

    def __init__(self, router: Router, plan: Played, *, by_hand: Collection[str] = ()) -> None:
        self.agenda = Agenda()
        self.waiting = Waiting(router.newest_first)
        self._router = router
        self._plan = plan
        self._by_hand = frozenset(by_hand)
        self._known: dict[str, Known] = {}

    @property
    def is_empty(self) -> bool:
        """Whether no call of the run has an action planned, or waits for an offer."""
        return self.agenda.is_empty and not len(self.waiting)

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
                self.know(current, None, without=action)
            else:
                self.forget(action.call_id)
        elif isinstance(outcome, Call):
            self.know(outcome, acted.agent, without=action, due_at=due_at)
        else:
            self.forget(action.call_id)

    def know(
        self,
        call: Call,
        agent: Agent | None,
        *,
        without: Action | None = None,
        due_at: datetime | None = None,
    ) -> None:
        """Plans what comes next for a call, but not the action that has just been tried."""
        known = Known(call, agent, due_at)
        begun = known.begun(call.status_since)
        timers = planned_for(self._plan, call, by_hand=self._by_hand, begun=begun)
        self._put(call, known, [timer for timer in timers if timer[1] != without])

    def forget(self, call_id: str) -> None:
        """Plans nothing for a call."""
        self.agenda.plan(call_id, ())
        self.waiting.remove(call_id)
        self._known.pop(call_id, None)

    def rang_out(self, call_id: str) -> None:
        """Watches a call whose offer ended: it waits for the next one."""
        known = self._known.get(call_id, Known())
        self.agenda.again(call_id, without=RingOut(call_id))
        if known.call is not None:
            self._watch(known.call)

    def saw_heads(self, heads: Heads) -> None:
        """Plans for the calls that were looked at, except those that moved meanwhile."""
        for call_id in heads.wanted:
            call = heads.calls.get(call_id)
            if self.agenda.has_moved(call_id):
                continue
            if call is None:
                self.forget(call_id)
            else:
                self.know(call, heads.agents.get(call.agent_id or ""))

    def saw_all(self, scene: Scene) -> None:
        """Puts the agenda right, except for calls that moved meanwhile."""
        self._see_waiting(scene)
        ringing = {call.call_id: call for call in scene.ringing}
        for agent in scene.agents:
            call_id = agent.call_id
            if call_id and self._is_still_ours(call_id):
                known = self._known.get(call_id, Known())
                self._known[call_id] = replace(known, call=ringing.get(call_id, known.call), agent=agent)
        self.agenda.put_right(planned(self._plan, scene, begun=self._begun))
        there = (call_id for call_id in self._known if call_id in self.agenda or call_id in self.waiting)
        self._known = {call_id: self._known[call_id] for call_id in there}

    def _begun(self, call_id: str, since: datetime) -> datetime:
        known = self._known.get(call_id)
        return known.begun(since) if known else since

    def _see_waiting(self, scene: Scene) -> None:
        there = {entry.call_id for entry in scene.waiting}
        for call_id in [one for one in self.waiting if one not in there and not self.agenda.has_moved(one)]:
            self.waiting.remove(call_id)
        for entry in scene.waiting:
            if self._is_still_ours(entry.call_id):
                self.waiting.add(entry.call_id, entry.queue, band=entry.priority, ticket=entry.ticket)

    def _is_still_ours(self, call_id: str) -> bool:
        return self._plan.number_of(call_id) is not None and not self.agenda.has_moved(call_id)

    def _put(self, call: Call, known: Known, timers: Collection[Timer]) -> None:
        self.agenda.plan(call.call_id, timers)
        if call.status is CallStatus.QUEUED:
            self._watch(call)
        else:
            self.waiting.remove(call.call_id)
        if timers or call.call_id in self.waiting:
            self._known[call.call_id] = known
        else:
            self._known.pop(call.call_id, None)

    def _watch(self, call: Call) -> None:
        queue, ticket = self._router.queue_of(call), call.ticket or 0
        self.waiting.add(call.call_id, queue, band=call.band, ticket=ticket)

"""Plans of a run's people: what is known of their calls, and what they do next. Pure."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from messaging.model.messages import Message
from routing.model.agents import Agent
from routing.model.calls import Call, CallStatus
from routing.model.copies import replace
from routing.model.outcomes import Conflict
from routing.router import Router, Seen
from simulation.people.actions import Acted
from simulation.people.agenda import Agenda
from simulation.people.behaviour import Action, EndWrapUp, RingOut, Scene, Timer, is_with, planned
from simulation.people.looks import SeenCalls
from simulation.people.run_plan import Played
from simulation.people.talks import Talks
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

    `doubtful` are calls that are not as known, to be looked at; `agents`, by id, are as last written or read.
    """

    def __init__(self, router: Router, plan: Played, *, by_hand: Collection[str] = ()) -> None:
        self.agenda = Agenda()
        self.waiting = Waiting(router.newest_first)
        self.doubtful: set[str] = set()
        self.agents: dict[str, Agent] = {}
        self._router = router
        self._plan = plan
        self._by_hand = frozenset(by_hand)
        self._known: dict[str, Known] = {}
        self._talks = Talks(plan, by_hand)

    @property
    def is_empty(self) -> bool:
        """Whether no call of the run has an action planned, or waits for an offer."""
        return self.agenda.is_empty and not len(self.waiting) and not self.doubtful and self._talks.is_empty

    def seen(self, action: Action) -> Seen | None:
        """What was seen of the call and agent of an action; a chat changes with its first response."""
        known = self._known.get(action.call_id)
        if known is None or action.call_id in self._talks:
            return None
        agent = self._talks.row_of(known.call) or known.agent
        return Seen(agent=agent) if isinstance(action, EndWrapUp) else Seen(known.call, agent)

    def acted(self, due_at: datetime, action: Action, acted: Acted) -> None:
        """Plans what comes after an action, counted from when it was due."""
        outcome = acted.outcome
        if acted.agent is not None:
            self.agents[acted.agent.agent_id] = acted.agent
        if isinstance(outcome, Conflict):
            current = outcome.current
            if isinstance(current, Call) and current.call_id == action.call_id:
                self.know(current, without=action)
            else:
                self.forget(action.call_id)
        elif isinstance(outcome, Call):
            self.know(outcome, acted.agent, without=action, due_at=due_at)
        elif isinstance(outcome, Message):
            others = self._talks.said(action, outcome, at=due_at)
            self.agenda.plan(action.call_id, self._timers(action.call_id))
            self._plan_again(others - {action.call_id})
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
        known = self._known[call.call_id] = Known(call, agent, due_at)
        self._talks.saw(agent)
        others = self._talks.note(call, at=known.begun) - {call.call_id}
        timers = self._timers(call.call_id)
        self.agenda.plan(call.call_id, [timer for timer in timers if timer[1] != without])
        self._plan_again(others)
        self.doubtful.discard(call.call_id)
        if call.status is CallStatus.QUEUED:
            self._watch(call)
        else:
            self.waiting.remove(call.call_id)
        if not any(call.call_id in ours for ours in (self.agenda, self.waiting, self._talks)):
            del self._known[call.call_id]

    def again(self, call_id: str) -> None:
        """Plans a call again whose action could not be carried out."""
        if call_id in self._talks:
            self.agenda.plan(call_id, self._timers(call_id))
        else:
            self.agenda.again(call_id)

    def forget(self, call_id: str) -> None:
        """Plans nothing for a call; a chat in progress is looked at again."""
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
                self._plan_again(self._talks.gone(call_id, at=self._router.clock()))
            else:
                self.know(call, seen.agents.get(call.agent_id or ""))

    def saw_all(self, scene: Scene) -> bool:
        """Notes the calls that are not as known, except those that moved meanwhile.

        Answers whether nobody else acted: these calls have just come, or waited for the offer that they got.
        """
        self.agenda.tidy()
        self.agents = {agent.agent_id: self._newest(agent) for agent in scene.agents}
        before = set(self.doubtful)
        there = {entry.call_id for entry in scene.waiting}
        for entry in filter(lambda one: self._is_still_ours(one.call_id), scene.waiting):
            if entry.call_id in self.waiting:
                self.waiting.add(entry.call_id, entry.queue, band=entry.priority, ticket=entry.ticket)
            else:
                self.doubtful.add(entry.call_id)
        for agent in scene.agents:
            self._talks.saw(agent)
            for call_id in filter(self._is_still_ours, agent.call_ids):
                there.add(call_id)
                self._saw_agent(call_id, agent)
        mine = {*self.agenda, *self.waiting, *self._talks}
        self.doubtful |= {call_id for call_id in mine - there if self._is_still_ours(call_id)}
        return not any(one in self._known and one not in self.waiting for one in self.doubtful - before)

    def _newest(self, agent: Agent) -> Agent:
        """An agent as looked at, or as written since."""
        known = self.agents.get(agent.agent_id)
        return known if known is not None and known.version > agent.version else agent

    def _saw_agent(self, call_id: str, agent: Agent) -> None:
        known = self._known.get(call_id)
        if known is not None and is_with(agent, known.call) and _is_since(agent, known.call):
            self._known[call_id] = replace(known, agent=agent)
        else:
            self.doubtful.add(call_id)

    def _timers(self, call_id: str) -> list[Timer]:
        """What the people of a call do next, and the next lines of a chat."""
        known = self._known.get(call_id)
        if known is None:
            return []
        call, agent, begun = known.call, known.agent, known.begun
        timers = planned(self._plan, call, agent, by_hand=self._by_hand, begun=begun)
        return [*timers, *self._talks.timers(call_id)]

    def _plan_again(self, call_ids: Iterable[str]) -> None:
        """Plans chats whose next line another chat has changed, unless an action of theirs is in hand."""
        for call_id in call_ids:
            if not self.agenda.is_in_hand(call_id):
                self.agenda.plan(call_id, self._timers(call_id))

    def _is_still_ours(self, call_id: str) -> bool:
        return self._plan.number_of(call_id) is not None and not self.agenda.has_moved(call_id)

    def _watch(self, call: Call) -> None:
        queue, ticket = self._router.queue_of(call), call.ticket or 0
        self.waiting.add(call.call_id, queue, band=call.band, ticket=ticket)


def _is_since(agent: Agent, call: Call) -> bool:
    """Whether an agent has been with a call for as long as known; it can hold a chat only once."""
    return call.call_id in agent.held or call.status_since == agent.status_since

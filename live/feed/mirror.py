"""Reads of the table for the board: what to read after which change. Blocking; writes nothing.

A notice says what changed, and by which operation; the values come from the table (`named.py`). Once a second
all queues are compared: a version that changed without a notice makes it read everything. A survey of the
whole table every few seconds, of a large one every ten, shows what else to read again, and may lag; only it
shows a lost notice of a queue of which another notice came.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import chain

from live.board.contents import Board
from live.board.frames import Row, State, section_of
from live.feed.named import NamedReader
from live.feed.work import Work
from live.figures.agent_minutes import AgentMinutes
from live.figures.formulas import Measure
from live.figures.pace import WINDOW_SECONDS, Pace
from live.figures.tally import Tally
from routing import selectors
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.hours.schedules import Standing
from routing.model.queues import CHAT, CallEntry, QueueInfo
from routing.router import Router

# If a survey finds more wrong rows than this, a read of everything is quicker.
MOST_NAMED = 500
LAST_HOUR = timedelta(hours=1)
# How often all queues are compared while notices come.
COMPARE_EACH = timedelta(seconds=1)
# Dead letters are counted up to this number.
COUNTED_DEAD_LETTERS = 100


@dataclass(frozen=True)
class Counted:
    """Counts from the whole table: the totals of the day, and service rates."""

    tally: Tally
    pace: Pace


@dataclass(frozen=True)
class Survey:
    """All agents, all waiting calls, the number of dead letters, and whether a dispatcher leads.

    Read while others may have changed them.
    """

    agents: list[Agent]
    waiting: list[CallEntry]
    dead_letters: int
    is_dispatched: bool


class Mirror:
    """A board and today's totals, kept in step with the table by one thread at a time.

    Every method that reads raises DynamoError; after one the next `refresh` with `everything` reads all
    again.
    """

    def __init__(
        self,
        router: Router,
        *,
        zone: tzinfo,
        measure: Measure,
        day_begins_at: int = 0,
    ) -> None:
        self._router = router
        self._zone = zone
        self._measure = measure
        self._day_begins_at = day_begins_at
        self._board = Board(router.skills)
        self._tally = Tally(since=self._day(), measure=measure)
        self._pace = Pace()
        self._named = NamedReader(
            router, agent_version=self._board.version_of, call_version=self._version_of_call
        )
        self.agent_minutes = AgentMinutes()
        self._recalled = False
        self._counted = False
        self._dead_letters = 0
        self._is_dispatched = True
        self._suspects: set[str] = set()
        self._compared_at = datetime.min.replace(tzinfo=UTC)
        self.day_has_begun = False
        self.is_outdated = False  # whether settings have changed that it was made with

    def continue_from(self, other: "Mirror") -> None:
        """Takes over what does not depend on settings: agents by the minute."""
        self.agent_minutes, self._recalled = other.agent_minutes, True

    @property
    def is_unsure(self) -> bool:
        """True while a queue has changed without a notice; then read again soon."""
        return bool(self._suspects)

    def refresh(self, work: Work) -> State:
        """Read what changed, or everything on request, and answer the board."""
        self._begin_day()
        self.is_outdated = self._router.current() is not self._router
        if not self._recalled:
            self.agent_minutes.recall(selectors.agent_minutes(self._router))
            self._recalled = True
        if work == Work() and not self._suspects and not self._moved(self._infos(consistent=False)):
            return self._state()
        queues = self._board.infos_named(work.queues)
        if queues is not None and work.notices and not self._must_compare(work):
            self._read_named(work, queues)
        else:
            self._compare_queues(work)
        self._read_calls(self._board.unread_calls())
        return self._state()

    def _version_of_call(self, call_id: str) -> int:
        return self._tally.version_of(call_id)

    def _must_compare(self, work: Work) -> bool:
        passed = self._router.clock() - self._compared_at
        is_due = not timedelta() <= passed < COMPARE_EACH  # also after the clock went back
        return work.everything or bool(self._suspects) or is_due

    def _compare_queues(self, work: Work) -> None:
        """Reads all queues; reads everything if one has changed without a notice, else what is named."""
        infos = self._infos()
        self._compared_at = self._router.clock()
        self._named.forget_queues()
        # A queue may be read before the notice of its last change arrives: wait for one more reading.
        missed = self._suspects - work.queues
        if work.everything or missed:
            self._read_everything(work.calls)
            self._suspects = set()
        else:
            self._read_named(work)
            self._suspects = self._moved(infos) - work.queues
        self._board.put_infos(infos)

    def survey(self, *, consistent: bool = False) -> Survey:
        """Read all agents and all that waits. May run beside `refresh`."""
        return Survey(
            agents=selectors.agents(self._router, consistent=consistent),
            waiting=selectors.waiting_calls(self._router, consistent=consistent),
            dead_letters=selectors.dead_letter_count(self._router, most=COUNTED_DEAD_LETTERS),
            is_dispatched=not selectors.dispatcher_trouble(self._router),
        )

    def compare(self, survey: Survey) -> Work:
        """Items to read again: if survey and board differ, either may be older.

        No list has the calls ringing or in progress: those are included that do not fit their agent.
        """
        self._note(survey)
        agents = self._board.differing_agents(survey.agents)
        calls = self._board.differing_waiting(survey.waiting)
        if len(agents) + len(calls) > MOST_NAMED:
            return Work(everything=True)
        calls |= {one for agent in survey.agents if agent.agent_id in agents for one in agent.call_ids}
        calls |= self._board.differing_served(survey.agents)
        served = {call_id for agent in survey.agents for call_id in agent.call_ids}
        return Work(agents=agents, calls=calls | self._uncounted(served, survey.waiting))

    def count(self, *, keep_on: Callable[[], bool] = lambda: True) -> Counted:
        """Read and count the calls of the day and of the last hour. May run beside `refresh`."""
        today, now = Tally(since=self._tally.since, measure=self._measure), self._router.clock()
        today.pass_to(now)
        pace = Pace(since=now - timedelta(seconds=WINDOW_SECONDS))
        for call in selectors.calls_since(self._router, min(today.since, now - LAST_HOUR)):
            if not keep_on():
                break
            today.observe(call)
            pace.observe(str(self._router.queue_of(call)), call)
        return Counted(today, pace)

    def absorb(self, counted: Counted) -> None:
        """Take over the result of `count`; totals and estimates are shown from now on."""
        if counted.tally.since == self._tally.since:
            self._tally.pass_to(self._router.clock())
            self._tally.absorb(counted.tally)
            self._pace.absorb(counted.pace)
            self._counted = True

    def _state(self) -> State:
        now = self._router.clock()
        self.agent_minutes.look(now, self._board.statuses, lambda: self._board.statuses(CHAT))
        state = self._figures(now)
        for channel in self._board.channels:
            state[section_of("agent_minutes", channel)] = self.agent_minutes.rows(now, channel)
        return state

    def _figures(self, now: datetime) -> State:
        totals: dict[str, Row] = {}
        if self._dead_letters:
            more = self._dead_letters >= COUNTED_DEAD_LETTERS
            totals["dead_letters"] = {"count": self._dead_letters, "more": more}
        if not self._is_dispatched:
            totals["dispatcher"] = {"leads": False}
        if unreadable := selectors.unreadable_items():
            totals["unreadable"] = {"count": len(unreadable), "first": unreadable[0].subject}
        hours = self._hours(now)
        if not self._counted:
            return self._board.state(totals, hours=hours)
        depths = self._board.call_queue_depths()
        state = self._board.state(totals, self._pace.estimates(depths, now=now), hours)
        for channel in self._board.channels:
            state |= self._counted_rows(channel, state, now)
        return state

    def _hours(self, now: datetime) -> dict[str, Standing]:
        """Of the call queues that are not always open."""
        known, skills = self._router.hours, self._router.skills
        queues = [one for channel in self._board.channels for one in skills.call_queues_of(channel)]
        return {str(one): found for one in queues if (found := known.standing(one, now))}

    def _counted_rows(self, channel: str, state: State, now: datetime) -> State:
        """The sections of a channel that come from counting calls, and its totals."""
        tally, shown = self._tally, state[section_of("call_queues", channel)]
        queues = [queue for queue in self._router.skills.call_queues_of(channel) if str(queue) in shown]
        totals = {"today": tally.row(channel), "recent": tally.recent_row(now, channel)}
        found: State = {
            "totals": {**state[section_of("totals", channel)], **totals},
            "figures": {str(queue): tally.queue_row(queue) for queue in queues},
            "recent": {str(queue): tally.recent_queue_row(queue, now) for queue in queues},
            "minutes": tally.minutes(now, channel),
        }
        if channel:
            found["scenes"] = tally.scene_rows(now)
        return {section_of(section, channel): rows for section, rows in found.items()}

    def _note(self, survey: Survey) -> None:
        self._dead_letters, self._is_dispatched = survey.dead_letters, survey.is_dispatched

    def _read_everything(self, named: Iterable[str]) -> None:
        found = self.survey(consistent=True)
        self._note(found)
        self._board.replace_agents(found.agents)
        waiting_no_more = self._board.replace_waiting(found.waiting)
        self._read_calls(self._unlisted(found.agents, found.waiting) | waiting_no_more | set(named))

    def _unlisted(self, agents: Iterable[Agent], waiting: Iterable[CallEntry]) -> set[str]:
        """The calls of agents, and waiting calls not counted yet."""
        served = {call_id for agent in agents for call_id in agent.call_ids}
        return served | self._uncounted((), waiting) | self._board.talking()

    def _uncounted(self, call_ids: Iterable[str], waiting: Iterable[CallEntry]) -> set[str]:
        named = chain(call_ids, (entry.call_id for entry in waiting)) if self._counted else ()
        return {call_id for call_id in named if call_id not in self._tally}

    def _read_named(self, work: Work, queues: Collection[QueueInfo] = ()) -> None:
        found = self._named.read(work, queues)
        self._board.put_agents(found.agents)
        self._board.drop_agents(found.agents_gone)
        self._board.replace_infos(found.infos)
        self._take(found.calls, gone=found.calls_gone)

    def _read_calls(self, call_ids: Iterable[str]) -> None:
        wanted = set(call_ids)
        calls = selectors.calls(self._router, wanted) if wanted else []
        self._take(calls, gone=wanted - {call.call_id for call in calls})

    def _take(self, calls: Iterable[Call], *, gone: Iterable[str]) -> None:
        self._board.put_calls(calls)
        self._board.drop_calls(gone)
        for call in calls:
            self._tally.observe(call)
            self._pace.observe(str(self._router.queue_of(call)), call)

    def _infos(self, *, consistent: bool = True) -> list[QueueInfo]:
        return [
            *selectors.agent_queue_infos(self._router, consistent=consistent),
            *selectors.call_queue_infos(self._router, consistent=consistent),
        ]

    def _moved(self, infos: Iterable[QueueInfo]) -> set[str]:
        known = self._board.versions
        return {str(info.key) for info in infos if known.get(str(info.key), 0) != info.version}

    def _begin_day(self) -> None:
        if self._tally.since != (today := self._day()):
            self._tally = self._tally.of_day(today, now=self._router.clock())
            self.day_has_begun = True  # its first calls may have been counted for yesterday: count

    def _day(self) -> datetime:
        local = self._router.clock().astimezone(self._zone)
        today = local.replace(hour=self._day_begins_at, minute=0, second=0, microsecond=0)
        return today if today <= local else today - timedelta(days=1)

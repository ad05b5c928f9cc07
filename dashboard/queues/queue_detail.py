"""Page of one queue: who waits and why, the next matches, recent changes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dashboard.formats.reasons import agent_meant
from dashboard.formats.skill_names import queue_name
from dashboard.operations.operation_forms import Form, Seen, forms_for
from dashboard.pages.callers import caller_names, named
from dashboard.queues.version_steps import Step, steps
from live.board.rows import call_row
from live.feed.archive import recent_changes
from live.feed.queue_history import Told
from operations.buttons import Place
from operations.operation import Subject
from routing import selectors
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call
from routing.model.hours.opening import Rule
from routing.model.hours.schedules import Standing
from routing.model.outcomes import Match
from routing.model.queues import CALL_SIDE, AgentEntry, CallEntry, QueueInfo, QueueKey
from routing.model.why import who_fits, why_waiting, why_waiting_for
from routing.router import Router

# Entries further behind are counted, not listed.
SHOWN_ENTRIES = 50
SHOWN_NEXT = 10
# A busy queue changes between two reads; most repeats until they agree.
MOST_READINGS = 3
NEXT_WORDS = {"overflow": "overflow", "step": "next step", "band": "priority rises"}
SAME = "as above"


@dataclass(frozen=True)
class WaitingAgent:
    """One agent's place; `others` are its other queues, with the same ticket."""

    place: int
    entry: AgentEntry
    others: tuple[str, ...]


@dataclass(frozen=True)
class WaitingCall:
    """One call's place; `call` is missing if it left between two reads. `due` is the time of `following`."""

    place: int
    entry: CallEntry
    call: Call | None
    following: str
    due: datetime | None
    why: str


@dataclass(frozen=True)
class Pair:
    """One future match, with the name of the caller, and the forms that bring it about now."""

    match: Match
    caller: str
    forms: list[Form]


@dataclass(frozen=True)
class Fitting:
    key: str
    name: str
    depth: int


@dataclass(frozen=True)
class QueuePage:
    """Everything on the page. `changes` is None while the queue's history is unavailable."""

    key: QueueKey
    name: str
    info: QueueInfo
    oldest: datetime | None
    agents: list[WaitingAgent]
    calls: list[WaitingCall]
    fitting: list[Fitting]
    pairs: list[Pair]
    first: AgentEntry | CallEntry | None
    first_caller: str
    before_first: int
    changes: list[Step] | None
    kept: int
    rule: Rule | None
    hours: Standing | None
    is_excepted: bool

    @property
    def is_calls(self) -> bool:
        return self.key.side == CALL_SIDE

    @property
    def hidden(self) -> int:
        """The number of entries behind those listed."""
        listed = len(self.agents) + len(self.calls)
        return max(0, self.info.depth - listed) if listed >= SHOWN_ENTRIES else 0

    @property
    def available(self) -> int:
        """The number of waiting entries of the other side that fit."""
        return sum(one.depth for one in self.fitting)


def queue_page(
    router: Router, key: QueueKey, *, most_changes: int, permitted: Collection[str], back: str
) -> QueuePage:
    """Reads the content of the page of one queue. Its forms lead `back`. Raises DynamoError."""
    infos, entries = _agreeing(router, key)
    calls = [entry for entry in entries if isinstance(entry, CallEntry)]
    agents = [entry for entry in entries if isinstance(entry, AgentEntry)]
    ahead = selectors.calls_ahead(router, calls)
    pairs = [match for match in selectors.next_matches(router) if _concerns(match, key)][:SHOWN_NEXT]
    first = None if infos[key].depth else selectors.first_in_line(router, key)
    asked = {match.call.call_id for match in pairs} | {entry.call_id for entry in calls}
    asked |= {first.call_id} if isinstance(first, CallEntry) else set()
    known = {call.call_id: call for call in named(selectors.calls(router, asked))} if asked else {}
    changes = recent_changes(str(key))
    rule, at = router.hours.of(key) if key.side == CALL_SIDE else None, router.clock()
    events = [event for change in (changes or ())[:most_changes] for event in change.events]
    return QueuePage(
        key=key,
        name=queue_name(key),
        info=infos[key],
        oldest=selectors.longest_waits(router, [infos[key]]).get(key),
        agents=[_waiting_agent(place, entry) for place, entry in enumerate(agents, start=1)],
        calls=_waiting_calls(router, calls, known, ahead),
        fitting=[
            Fitting(str(other), queue_name(other), infos[other].depth)
            for other in selectors.fitting_queues(router, key)
        ],
        pairs=[_pair(match, _caller(known, match.call.call_id), permitted, back) for match in pairs],
        first=first,
        first_caller=_caller(known, first.call_id) if isinstance(first, CallEntry) else "",
        before_first=ahead[0] if ahead else 0,
        changes=None
        if changes is None
        else steps(changes, version=infos[key].version, most=most_changes, **_names(router, events)),
        kept=len(changes or ()),
        rule=rule,
        hours=rule.standing(at) if rule else None,
        is_excepted=bool(rule and rule.is_excepted(at)),
    )


def _names(router: Router, events: Sequence[Told]) -> dict[str, dict[str, str]]:
    """The names of customers and agents that the events tell of only by id."""
    meant = {agent_meant([event.kind], event.reason) for event in events} - {""}
    found = selectors.agents_by_id(router, meant) if meant else ()
    callers = caller_names(event.caller for event in events)
    return {"callers": callers, "agents": {one.agent_id: one.name for one in found}}


def _agreeing(
    router: Router, key: QueueKey
) -> tuple[dict[QueueKey, QueueInfo], Sequence[AgentEntry | CallEntry]]:
    """All infos and the queue's entries, in agreement on the depth."""
    for _ in range(MOST_READINGS):
        entries = selectors.queue_entries(router, key, limit=SHOWN_ENTRIES)
        read = (*selectors.agent_queue_infos(router), *selectors.call_queue_infos(router))
        # A queue of chats that was never used has no info.
        unused = {one: QueueInfo(one, 0, 0) for one in (key, *selectors.fitting_queues(router, key))}
        infos = unused | {info.key: info for info in read}
        if len(entries) == min(infos[key].depth, SHOWN_ENTRIES):
            break
    return infos, entries


def _pair(match: Match, caller: str, permitted: Collection[str], back: str) -> Pair:
    values = {"queue": str(match.call.queue), "back": back}
    agent = match.agent
    seen = Seen(agent.agent_id, agent.name, AgentStatus.QUEUED, values=values, words={"caller": caller})
    return Pair(match, caller, forms_for(Subject.AGENT, seen, permitted, Place.MATCH))


def _concerns(match: Match, key: QueueKey) -> bool:
    return key == match.call.queue or key in match.agent.queues


def _caller(known: dict[str, Call], call_id: str) -> str:
    return (known[call_id].caller if call_id in known else "") or call_id


def _waiting_agent(place: int, entry: AgentEntry) -> WaitingAgent:
    return WaitingAgent(place, entry, tuple(str(one) for one in entry.queues if one != entry.queue))


def _waiting_calls(
    router: Router, entries: Sequence[CallEntry], known: dict[str, Call], ahead: Sequence[int]
) -> list[WaitingCall]:
    if not entries:
        return []
    everybody = selectors.agents(router)
    fit: list[Agent] | None = None
    rows: list[WaitingCall] = []
    said = ""
    for place, (entry, before) in enumerate(zip(entries, ahead, strict=True), start=1):
        call, why = known.get(entry.call_id), ""
        if call is not None and call.preferred_agent:
            why = why_waiting(call, everybody, router.skills, names=router.names).sentence
        elif call is not None:
            # The same for all calls of the queue; there may be thousands of agents.
            fit = who_fits(call, everybody, router.skills) if fit is None else fit
            why = why_waiting_for(call, fit, router.skills, before=before, names=router.names).sentence
        rows.append(_waiting_call(place, entry, call, SAME if why and why == said else why))
        said = why
    return rows


def _waiting_call(place: int, entry: CallEntry, call: Call | None, why: str) -> WaitingCall:
    row: dict[str, Any] = call_row(call) if call else {}
    due = datetime.fromisoformat(row["due"]) if row.get("due") else None
    return WaitingCall(place, entry, call, NEXT_WORDS.get(row.get("next", ""), ""), due, why)

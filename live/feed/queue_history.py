"""History of each queue: its changes by version id, as the feed saw them. Pure.

A change is the step from one reading to the next. It may span several versions if the queue changed more
often than it was read, and has the events of the notices; a lost notice leaves a step without events.
"""

import json
from collections import ChainMap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from live.board.frames import Row, State, section_of
from live.feed.work import Notice
from routing.model.queues import CHANNELS

Rows = Mapping[str, Row]

# Most events kept of a burst between two readings; `told` has their number.
MOST_EVENTS = 20
SIDES = ("agent_queues", "call_queues")


@dataclass(frozen=True)
class Told:
    """One event of a notice: its kind, its agent and call, and the user, if any.

    `agent` and `caller` are their names, if the board had them; `was` and `became` are the statuses of a
    changed agent.
    """

    kind: str
    agent_id: str = ""
    call_id: str = ""
    by: str = ""
    agent: str = ""
    caller: str = ""
    reason: str = ""
    was: str = ""
    became: str = ""


@dataclass(frozen=True)
class Change:
    """One queue's step from version id `before` to `version`, seen `at`; `depth` is that of `version`."""

    at: str
    before: int
    version: int
    depth: int
    told: int = 0
    events: tuple[Told, ...] = ()


def encode_change(change: Change) -> str:
    """The change as text, without empty fields: two hundred are kept for each queue."""
    # `asdict` would copy each field deeply; of plain values that is most of the work.
    events = [{name: text for name, text in vars(event).items() if text} for event in change.events]
    return json.dumps({**vars(change), "events": events}, separators=(",", ":"))


def decode_change(text: str) -> Change:
    """The change in a text. Raises ValueError if there is none."""
    try:
        fields = json.loads(text)
        return Change(**{**fields, "events": tuple(Told(**event) for event in fields["events"])})
    except (TypeError, KeyError) as error:
        raise ValueError("a kept change of a queue cannot be read") from error


def without_callers(change: Change, calls: Collection[str], callers: Collection[str]) -> Change:
    """The change, whose events about these calls and callers say only what happened."""
    events = (
        replace(one, call_id="", caller="", reason="")
        if one.call_id in calls or one.caller in callers
        else one
        for one in change.events
    )
    return replace(change, events=tuple(events))


@dataclass
class _Heard:
    commits: int = 0
    events: list[Told] = field(default_factory=list)


class History:
    """Turns readings of the queues, and the notices before each, into changes.

    Changes before the first reading are unknown: a reader sees a gap between version ids.
    """

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}
        self._heard: dict[str, _Heard] = {}
        self._waited: set[str] = set()
        self._calls: ChainMap[str, Row] = ChainMap()

    def observe(self, state: State, notices: Iterable[Notice], *, at: str) -> dict[str, Change]:
        """The changes since the last reading, by queue key."""
        # Agents and calls that left the board since the last reading are known from that.
        calls = ChainMap(*(state.get(section_of("calls", channel), {}) for channel in CHANNELS))
        agents = ChainMap(*(state.get(section_of("agents", channel), {}) for channel in CHANNELS))
        self._hear(notices, agents, ChainMap(*calls.maps, self._calls))
        self._calls = calls
        changes: dict[str, Change] = {}
        for section in (section_of(side, channel) for channel in CHANNELS for side in SIDES):
            for key, row in state.get(section, {}).items():
                change = self._step(key, int(str(row["version"])), int(str(row["depth"])), at)
                if change is not None:
                    changes[key] = change
        return changes

    def _hear(self, notices: Iterable[Notice], agents: Rows, calls: Rows) -> None:
        for notice in notices:
            for key, events in _by_queue(notice, agents, calls).items():
                heard = self._heard.setdefault(key, _Heard())
                heard.commits += 1
                heard.events += events

    def _step(self, key: str, version: int, depth: int, at: str) -> Change | None:
        before = self._versions.get(key, version)
        # A new table counts from the beginning.
        if version <= before:
            self._versions[key] = version
            self._heard.pop(key, None)  # its change is kept already
            return None
        heard = self._heard.get(key, _Heard())
        # Each commit adds one to a version: with fewer notices, one may still be on its way.
        if heard.commits < version - before and key not in self._waited:
            self._versions[key] = before
            self._waited.add(key)
            return None
        self._versions[key] = version
        self._heard.pop(key, None)
        self._waited.discard(key)
        return Change(at, before, version, depth, len(heard.events), tuple(heard.events[:MOST_EVENTS]))


def _by_queue(notice: Notice, agents: Rows, calls: Rows) -> Mapping[str, Sequence[Told]]:
    told: dict[str, list[Told]] = {}
    for event in notice:
        agent_id, call_id = str(event.get("agent_id") or ""), str(event.get("call_id") or "")
        one = Told(
            kind=str(event.get("kind") or ""),
            agent_id=agent_id,
            call_id=call_id,
            by=str(event.get("by") or ""),
            agent=_named(agents, agent_id, "name"),
            caller=_named(calls, call_id, "caller"),
            **{name: str(event.get(name) or "") for name in ("reason", "was", "became")},
        )
        for key in event["queues"]:
            told.setdefault(str(key), []).append(one)
    return told


def _named(rows: Rows, row_id: str, field_name: str) -> str:
    return str(rows[row_id].get(field_name) or "") if row_id in rows else ""

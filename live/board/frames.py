"""Frames of the board: snapshot, delta, heartbeat, JSON, reference reducer. Pure; knows no socket.

A state is `{section: {id: row}}` with absolute values, so a frame seen twice does no harm. Chats have
sections of their own, such as `agents.chat`, which are there only where chats are in use: a reader of the
others sees calls, and each agent once. `seq` counts the frames that changed something within one `epoch`, the
term of one feed; `at` is the last moment at which the values equalled the table, ISO 8601 in UTC.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from live.exceptions import FrameError
from routing.model.queues import line_of

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
Row: TypeAlias = dict[str, Json]
State: TypeAlias = dict[str, dict[str, Row]]

SECTIONS = (
    "agents",
    "agent_queues",
    "call_queues",
    "calls",
    "totals",
    "figures",
    "recent",
    "minutes",
    "agent_minutes",
    "scenes",
)


@dataclass(frozen=True)
class Difference:
    """Difference of two states: whole rows to set, ids to delete. False if there is none."""

    changed: State = field(default_factory=dict)
    removed: dict[str, list[str]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.changed or self.removed)


@dataclass(frozen=True)
class Snapshot:
    """The whole board; it replaces the client's state."""

    epoch: str
    seq: int
    at: str
    state: State


@dataclass(frozen=True)
class Delta:
    """The step from `prev` to `seq`. A client that is not at `prev` has missed a frame."""

    epoch: str
    seq: int
    prev: int
    at: str
    difference: Difference


@dataclass(frozen=True)
class Heartbeat:
    """The feed is alive and at `seq`. It reveals a lost last delta."""

    epoch: str
    seq: int
    at: str


Frame: TypeAlias = Snapshot | Delta | Heartbeat


def empty_state(channel: str = "") -> State:
    """A board with every section of a channel and no row."""
    return {section_of(section, channel): {} for section in SECTIONS}


def section_of(section: str, channel: str) -> str:
    """The section of a channel: `agents`, or `agents.chat`."""
    return line_of(section, channel)


def apply(state: State, difference: Difference) -> State:
    """The state after the difference; the given one is unchanged, equal sections are shared."""
    result = dict(state)
    for section, rows in difference.changed.items():
        result[section] = {**result.get(section, {}), **rows}
    for section, ids in difference.removed.items():
        gone = set(ids)
        result[section] = {key: row for key, row in result.get(section, {}).items() if key not in gone}
    return result


def diff(old: State, new: State) -> Difference:
    """The smallest difference with `apply(old, difference) == new`; an absent section counts as empty."""
    changed: State = {}
    removed: dict[str, list[str]] = {}
    for section in dict.fromkeys((*old, *new)):
        before, after = old.get(section, {}), new.get(section, {})
        rows = {key: row for key, row in after.items() if before.get(key) != row}
        gone = [key for key in before if key not in after]
        if rows:
            changed[section] = rows
        if gone:
            removed[section] = gone
    return Difference(changed, removed)


def encode(frame: Frame) -> str:
    """The frame as JSON text, compact, the same on every wire."""
    head: dict[str, object] = {"epoch": frame.epoch, "seq": frame.seq, "at": frame.at}
    match frame:
        case Snapshot():
            body = {"type": "snapshot", **head, "state": frame.state}
        case Delta():
            step = {"set": frame.difference.changed, "del": frame.difference.removed}
            body = {"type": "delta", **head, "prev": frame.prev, **step}
        case Heartbeat():
            body = {"type": "heartbeat", **head}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Frame:
    """The frame in a text. Raises FrameError with the wrong field."""
    try:
        body = json.loads(text)
    except ValueError:
        raise FrameError("text", "JSON") from None
    if not isinstance(body, dict):
        raise FrameError("text", "a JSON object")
    epoch, seq, at = _text(body, "epoch"), _count(body, "seq"), _text(body, "at")
    match body.get("type"):
        case "snapshot":
            return Snapshot(epoch, seq, at, _sections(body, "state"))
        case "delta":
            prev = _count(body, "prev")
            if prev >= seq:
                raise FrameError("prev", f"smaller than seq {seq}, not {prev}")
            return Delta(epoch, seq, prev, at, Difference(_sections(body, "set"), _ids(body)))
        case "heartbeat":
            return Heartbeat(epoch, seq, at)
    raise FrameError("type", "snapshot, delta or heartbeat")


def _text(body: Mapping[str, object], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str) or not value:
        raise FrameError(name, "a text that is not empty")
    return value


def _count(body: Mapping[str, object], name: str) -> int:
    value = body.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise FrameError(name, "a whole number from 0")
    return value


def _sections(body: Mapping[str, object], name: str) -> State:
    value = body.get(name)
    if not isinstance(value, dict) or not all(isinstance(rows, dict) for rows in value.values()):
        raise FrameError(name, "an object of sections, each an object of rows")
    for section, rows in value.items():
        for key, row in rows.items():
            if not isinstance(row, dict):
                raise FrameError(f"{name}.{section}.{key}", "an object")
    return value


def _ids(body: Mapping[str, object]) -> dict[str, list[str]]:
    value = body.get("del")
    if not isinstance(value, dict):
        raise FrameError("del", "an object of sections, each a list of ids")
    for section, ids in value.items():
        if not isinstance(ids, list) or not all(isinstance(one, str) for one in ids):
            raise FrameError(f"del.{section}", "a list of ids")
    return value

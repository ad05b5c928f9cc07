"""Owns the audit trail's form: who changed what, when, from where and why. Pure.

An entry is written in the very transaction it tells of, so there is none without a change and no change by a
person without one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from dynamo.items import Attributes
from routing.attributes import listed, present, text, to_text, when
from routing.events import Event


@dataclass(frozen=True)
class TrailEntry:
    """One operation of a person: the kinds of its events, what it changed, by whom, from where and why."""

    at: datetime
    kinds: tuple[str, ...]
    by: str
    origin: str
    agent_id: str = ""
    call_id: str = ""
    reason: str = ""


def trail_item(events: Sequence[Event], *, origin: str, by: str = "") -> Attributes:
    """The entry of one operation, which told these events; without its key. `by` as in `ChangeSet.log`."""
    first = events[0]
    return present(
        {
            "At": to_text(first.at),
            "Kinds": [str(event.kind) for event in events],
            "By": by or first.by,
            "Origin": origin,
            "AgentID": next((event.agent_id for event in events if event.agent_id), None),
            "CallID": next((event.call_id for event in events if event.call_id), None),
            "Reason": first.reason,
        }
    )


def trail_from(item: Attributes) -> TrailEntry:
    """The entry that an item holds. Raises KeyError or ValueError where it holds none."""
    return TrailEntry(
        at=when(item, "At"),
        kinds=tuple(map(str, listed(item, "Kinds"))),
        by=text(item, "By"),
        origin=text(item, "Origin"),
        agent_id=text(item, "AgentID"),
        call_id=text(item, "CallID"),
        reason=text(item, "Reason"),
    )

"""Audit log page: one day of entries, filtered."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from dashboard.formats.reasons import agent_meant, reason_words
from dashboard.pages.callers import named
from routing import selectors
from routing.model.trail import TrailEntry
from routing.model.words import event_word
from routing.router import Router

# Most entries shown of a day, the newest; the page says so.
MOST_ENTRIES = 1000


@dataclass(frozen=True)
class Deed:
    """One row: a user's change, from where and why, with the names of its agents and calls."""

    at: datetime
    what: str
    by: str
    origin: str
    agent: str
    agent_id: str
    caller: str
    call_id: str
    reason: str


def deeds(router: Router, entries: Sequence[TrailEntry]) -> list[Deed]:
    """The entries as rows, with current names. Raises DynamoError."""
    agent_ids = {entry.agent_id for entry in entries}
    agent_ids = (agent_ids | {agent_meant(entry.kinds, entry.reason) for entry in entries}) - {""}
    call_ids = {entry.call_id for entry in entries} - {""}
    agents = (
        {one.agent_id: one.name for one in selectors.agents_by_id(router, agent_ids)} if agent_ids else {}
    )
    calls = {one.call_id: one.caller for one in named(selectors.calls(router, call_ids))} if call_ids else {}
    return [_deed(entry, agents, calls) for entry in entries]


def fitting(entries: Iterable[TrailEntry], *, by: str, what: str) -> list[TrailEntry]:
    """The entries of one user and one kind of event, if selected."""
    return [entry for entry in entries if by in ("", entry.by) and (not what or what in entry.kinds)]


def people(entries: Iterable[TrailEntry], *, chosen: str) -> list[tuple[str, int]]:
    """Users with their number of entries; the selected one in any case."""
    counted = Counter(entry.by for entry in entries)
    counted.setdefault(chosen, 0)
    return sorted((name, number) for name, number in counted.items() if name)


def kinds(entries: Iterable[TrailEntry], *, chosen: str) -> list[tuple[str, str, int]]:
    """Kinds with their words and number of entries; the selected one in any case."""
    counted = Counter(kind for entry in entries for kind in dict.fromkeys(entry.kinds))
    counted.setdefault(chosen, 0)
    return sorted(
        ((kind, event_word(kind), number) for kind, number in counted.items() if kind), key=lambda one: one[1]
    )


def _deed(entry: TrailEntry, agents: Mapping[str, str], calls: Mapping[str, str]) -> Deed:
    return Deed(
        at=entry.at,
        what=", ".join(event_word(kind) for kind in dict.fromkeys(entry.kinds)),
        by=entry.by,
        origin=entry.origin,
        agent=agents.get(entry.agent_id, "") or entry.agent_id,
        agent_id=entry.agent_id,
        caller=calls.get(entry.call_id, "") or entry.call_id,
        call_id=entry.call_id,
        reason=reason_words(entry.kinds, entry.reason, agents),
    )

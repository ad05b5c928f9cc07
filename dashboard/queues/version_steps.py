"""History of a queue: the step of each version id, and gaps where nobody watched."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from dashboard.formats.reasons import reason_words
from live.feed.queue_history import Change, Told
from routing.model.agents import Choice
from routing.model.events import EventKind
from routing.model.words import event_word, status_word


@dataclass(frozen=True)
class Happened:
    """Events of one pair of agent and call, either of which may be missing."""

    words: str
    agent: str
    agent_id: str
    caller: str
    call_id: str
    by: str


@dataclass(frozen=True)
class Step:
    """One row: version ids, the time and depth of the last, and its events.

    Without `at` it is a gap: nothing is kept of these version ids, or not yet for the newest. `more` counts
    events that were not kept.
    """

    versions: str
    is_newest: bool = False
    at: datetime | None = None
    depth: int | None = None
    happened: tuple[Happened, ...] = ()
    more: int = 0


def steps(
    changes: Sequence[Change],
    *,
    version: int,
    most: int,
    callers: Mapping[str, str] | None = None,
    agents: Mapping[str, str] | None = None,
) -> list[Step]:
    """The newest steps of a queue now at `version`, the newest first, with gaps between them.

    `callers` has the names of customers, `agents` those of agents to whom calls were sent.
    """
    rows: list[Step] = []
    after = version
    for change in changes[:most]:
        if change.version > version:
            # Newer than the page's read, or of an earlier table with higher versions.
            after = min(after, change.before)
            continue
        if change.version < after:
            rows.append(Step(_span(change.version + 1, after), is_newest=after == version))
        rows.append(_step(change, callers or {}, agents or {}))
        after = change.before
    if not rows and version:
        rows.append(Step(_span(1, version)))
    return rows


def _step(change: Change, callers: Mapping[str, str], agents: Mapping[str, str]) -> Step:
    return Step(
        versions=_span(change.before + 1, change.version),
        at=datetime.fromisoformat(change.at),
        depth=change.depth,
        happened=tuple(_merged(change.events, callers, agents)),
        more=change.told - len(change.events),
    )


def _span(first: int, last: int) -> str:
    return f"{last:,}" if first >= last else f"{first:,} to {last:,}"


def _merged(events: Iterable[Told], callers: Mapping[str, str], agents: Mapping[str, str]) -> list[Happened]:
    """Consecutive events of the same agent and call in one line: "offered, answered"."""
    lines: list[list[Told]] = []
    for event in events:
        if lines and (lines[-1][0].agent_id, lines[-1][0].call_id) == (event.agent_id, event.call_id):
            lines[-1].append(event)
        else:
            lines.append([event])
    return [
        Happened(
            words=", ".join(_said(event, agents) for event in line),
            agent=line[0].agent or line[0].agent_id,
            agent_id=line[0].agent_id,
            caller=callers.get(line[0].caller, line[0].caller) or line[0].call_id,
            call_id=line[0].call_id,
            by=next((event.by for event in line if event.by), ""),
        )
        for line in lines
    ]


# Reasons that add nothing to the statuses before and after.
AS_EXPECTED = frozenset({"queued", "wrap-up ended"})
# Events whose reason adds nothing to their words.
SAY_ALL = frozenset({EventKind.CALL_DECLINED, EventKind.CALL_NOT_ANSWERED})


def _said(event: Told, agents: Mapping[str, str]) -> str:
    """An event with its detail: "in wrap-up → available", "promoted to band 2", "removed: a prank"."""
    word, reason = event_word(event.kind), reason_words([event.kind], event.reason, agents)
    if event.kind == EventKind.AGENT_STATUS_CHANGED and event.was:
        return _moved(event)
    if not reason or event.kind in SAY_ALL:
        return word
    if event.kind == EventKind.CALL_PRIORITY_CHANGED:
        return reason
    return f"{word} {reason}" if reason.startswith("to ") else f"{word}: {reason}"


def _moved(event: Told) -> str:
    """Status before and after; of a reason that begins with the chosen status only the rest."""
    chosen, _, why = event.reason.partition(": ")
    detail = why if chosen in {str(one) for one in Choice} else event.reason
    became = status_word(event.became)
    moved = became if event.was == event.became else f"{status_word(event.was)} → {became}"
    return f"{moved} ({detail})" if detail and detail not in AS_EXPECTED else moved

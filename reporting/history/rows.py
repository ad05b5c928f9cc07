"""Rows of the history: ended calls written in whole batches, safe to repeat.

Intervals are recounted from the call records, in the transaction that writes these, so both always agree.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Q, Sum

from reporting.history.facts import ABANDONED, ANSWERED, SET_ASIDE, CallFacts, Slot, slots_of
from reporting.models import CallRecord, Interval
from routing.folding import search_text

FIELDS = tuple(field.name for field in fields(CallFacts))
FIGURES = {
    "offered": Count("call_id"),
    "answered": Count("call_id", filter=Q(outcome=ANSWERED)),
    "abandoned": Count("call_id", filter=Q(outcome=ABANDONED)),
    "abandoned_soon": Count("call_id", filter=Q(abandoned_soon=True)),
    "set_aside": Count("call_id", filter=Q(outcome=SET_ASIDE)),
    "within_target": Count("call_id", filter=Q(within_target=True)),
    "waited_ms": Sum("waited_ms", filter=Q(outcome=ANSWERED), default=0),
    "longest_wait_ms": Max("waited_ms", default=0),
    "talk_ms": Sum("talk_ms", default=0),
    "hold_ms": Sum("hold_ms"),
    "wrap_up_ms": Sum("wrap_up_ms"),
    "responded": Count("responded_ms"),
    "responded_within": Count("call_id", filter=Q(responded_within=True)),
    "responded_ms": Sum("responded_ms", default=0),
    "rated": Count("call_id", filter=Q(rating__gt=0)),
    "ratings": Sum("rating", default=0),
}
UNKNOWN = {"hold_ms": None, "wrap_up_ms": None}

QUARTER = ("quarter", "queue", "agent_group", "scene")
KEY = ("length_minutes", "start", "queue", "agent_group", "scene")
Quarter = tuple[Any, ...]
Figures = dict[str, int | None]


@dataclass(frozen=True)
class Kept:
    """Values that the record of a call keeps when the table no longer has them."""

    target_ms: int
    wrap_up_ms: int | None
    agent_name: str
    response_target_ms: int | None


def recorded_calls(call_ids: Iterable[str]) -> set[str]:
    """Those of these calls that have a record."""
    records = CallRecord.objects.filter(call_id__in=list(call_ids))
    return set(records.values_list("call_id", flat=True))


def newest_record(*, before: datetime) -> datetime | None:
    """When the last of the recorded calls that ended before a moment did so."""
    records = CallRecord.objects.filter(ended_at__lt=before)
    return records.order_by("-ended_at").values_list("ended_at", flat=True).first()


def calls_without_wrap_up(*, since: datetime) -> dict[str, str]:
    """The agents of the answered calls that ended since a moment and have no wrap-up yet, by call id."""
    records = CallRecord.objects.filter(wrap_up_ms=None, outcome=ANSWERED, ended_at__gte=since)
    return dict(records.exclude(agent_id="").values_list("call_id", "agent_id"))


def kept_of(call_ids: Iterable[str]) -> dict[str, Kept]:
    """The kept values of these calls, for those with a record."""
    records = CallRecord.objects.filter(call_id__in=list(call_ids))
    rows = records.values_list("call_id", *(one.name for one in fields(Kept)))
    return {call_id: Kept(*values) for call_id, *values in rows}


def unrated_chats(*, since: datetime) -> list[str]:
    """The served chats that ended since a moment and have no rating yet."""
    records = CallRecord.objects.filter(ended_at__gte=since, outcome=ANSWERED, rating=0)
    return list(records.exclude(scene="").values_list("call_id", flat=True))


def unsearchable_calls(limit: int) -> list[str]:
    """The ids of calls recorded before search existed."""
    return list(CallRecord.objects.filter(search="").values_list("call_id", flat=True)[:limit])


def searchable_without_call(call_ids: Iterable[str]) -> None:
    """Makes records searchable by their own values, if they are not yet."""
    for record in CallRecord.objects.filter(call_id__in=list(call_ids), search=""):
        text = search_text(record.call_id, record.agent_id, record.queue, record.source)
        CallRecord.objects.filter(call_id=record.call_id, search="").update(search=text)


@transaction.atomic
def calls_write(facts: Iterable[CallFacts]) -> int:
    """Writes a batch of some hundred calls, and answers the number of new or changed records.

    Recounts their intervals, and missing ones. Raises django.db.DatabaseError; then nothing was written.
    """
    told = {one.call_id: one for one in facts}
    known = {row["call_id"]: row for row in CallRecord.objects.filter(call_id__in=told).values(*FIELDS)}
    changed = [one for one in told.values() if _is_news(one, known.get(one.call_id))]
    slots = _slots(changed)
    for one in changed:
        if (before := known.get(one.call_id)) is not None:
            slots |= {*slots_of(*(before[name] for name in ("queued_at", *KEY[2:])))}
    missing = _missing(slots | _slots(told.values()))
    slots |= missing
    _lock(slots, missing)
    CallRecord.objects.bulk_create(
        [CallRecord(**asdict(one)) for one in changed],
        update_conflicts=True,
        unique_fields=["call_id"],
        update_fields=[name for name in FIELDS if name != "call_id"],
    )
    _recount(sorted(slots))
    return len(changed)


def _is_news(one: CallFacts, before: Mapping[str, Any] | None) -> bool:
    """An older version of a call changes nothing."""
    return before is None or (one.version >= before["version"] and asdict(one) != before)


def _slots(facts: Iterable[CallFacts]) -> set[Slot]:
    return {slot for one in facts for slot in slots_of(one.queued_at, one.queue, one.agent_group, one.scene)}


def _missing(slots: set[Slot]) -> set[Slot]:
    starts: set[datetime] = {slot.start for slot in slots}
    there = Interval.objects.filter(start__in=starts, queue__in={slot.queue for slot in slots})
    return slots - {Slot(*values) for values in there.values_list(*KEY)}


def _lock(slots: set[Slot], missing: set[Slot]) -> None:
    """Creates missing rows and locks all until the end: one writer at a time counts each."""
    if missing:
        rows = [Interval(**asdict(slot)) for slot in sorted(missing)]
        Interval.objects.bulk_create(rows, ignore_conflicts=True)
    those = Interval.objects.filter(start__in={slot.start for slot in slots}, queue__in=_queues(slots))
    # In one order for all writers, to avoid deadlocks.
    len(those.select_for_update().order_by(*KEY).values_list("pk"))


def _recount(slots: list[Slot]) -> None:
    counted = _counted(slots)
    Interval.objects.bulk_create(
        [Interval(**asdict(slot), **_together(slot, counted)) for slot in slots],
        update_conflicts=True,
        unique_fields=KEY,
        update_fields=[*FIGURES],
    )


def _counted(slots: Iterable[Slot]) -> dict[Quarter, Figures]:
    """The figures of these intervals by quarter of an hour, queue, agent group and scene."""
    quarters = {quarter for slot in slots for quarter in slot.quarters}
    calls = CallRecord.objects.filter(quarter__in=quarters, queue__in=_queues(slots))
    # Django takes a figure named like a column for that column in the figures that follow.
    named: dict[str, Any] = {f"all_{name}": figure for name, figure in FIGURES.items()}
    found = calls.values(*QUARTER).annotate(**named).order_by().values_list(*QUARTER, *named)
    return {row[: len(QUARTER)]: dict(zip(FIGURES, row[len(QUARTER) :], strict=True)) for row in found}


def _together(slot: Slot, counted: Mapping[Quarter, Figures]) -> Figures:
    keys = [(quarter, slot.queue, slot.agent_group, slot.scene) for quarter in slot.quarters]
    parts = [counted[key] for key in keys if key in counted]
    known = {name: [value for part in parts if (value := part[name]) is not None] for name in FIGURES}
    figures: Figures = {
        name: sum(values) if values else UNKNOWN.get(name, 0) for name, values in known.items()
    }
    return {**figures, "longest_wait_ms": max(known["longest_wait_ms"], default=0)}


def _queues(slots: Iterable[Slot]) -> set[str]:
    return {slot.queue for slot in slots}

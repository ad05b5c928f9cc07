"""Owns how ended calls become rows of the history: all of a batch or none, and the same however often.

Intervals are counted anew from the call records, in the transaction that writes those, so both always agree.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Q, Sum

from reporting.history_facts import ABANDONED, ANSWERED, SET_ASIDE, CallFacts, Slot, slots_of
from reporting.models import CallRecord, Interval

FIELDS = tuple(field.name for field in fields(CallFacts))


def known_calls(call_ids: Iterable[str]) -> set[str]:
    """Which of these calls have a record."""
    return set(CallRecord.objects.filter(call_id__in=list(call_ids)).values_list("call_id", flat=True))


@transaction.atomic
def calls_write(facts: Iterable[CallFacts]) -> int:
    """Writes a batch of some hundred calls, and answers how many records were new or other than before.

    Counts anew the intervals of these, and those that are not there. Raises django.db.DatabaseError; then
    nothing was written.
    """
    told = {one.call_id: one for one in facts}
    known = {row["call_id"]: row for row in CallRecord.objects.filter(call_id__in=told).values(*FIELDS)}
    changed = [one for one in told.values() if _is_news(one, known.get(one.call_id))]
    slots = _missing(_slots(told.values())) | _slots(changed)
    for one in changed:
        if (before := known.get(one.call_id)) is not None:
            slots |= {*slots_of(before["queued_at"], before["queue"], before["agent_group"])}
    _lock(slots)
    CallRecord.objects.bulk_create(
        [CallRecord(**asdict(one)) for one in changed],
        update_conflicts=True,
        unique_fields=["call_id"],
        update_fields=[name for name in FIELDS if name != "call_id"],
    )
    for slot in sorted(slots):
        _of(slot).update(**_counted(slot))
    return len(changed)


def _is_news(one: CallFacts, before: Mapping[str, Any] | None) -> bool:
    """An older sight of a call changes nothing."""
    return before is None or (one.version >= before["version"] and asdict(one) != before)


def _slots(facts: Iterable[CallFacts]) -> set[Slot]:
    return {slot for one in facts for slot in slots_of(one.queued_at, one.queue, one.agent_group)}


def _missing(slots: set[Slot]) -> set[Slot]:
    starts: set[datetime] = {slot.start for slot in slots}
    there = Interval.objects.filter(start__in=starts, queue__in={slot.queue for slot in slots})
    return slots - {
        Slot(*values) for values in there.values_list("length_minutes", "start", "queue", "agent_group")
    }


def _lock(slots: set[Slot]) -> None:
    """Makes the rows where they are not, and holds them until the end: one writer at a time counts each."""
    ordered = sorted(slots)
    Interval.objects.bulk_create([Interval(**asdict(slot)) for slot in ordered], ignore_conflicts=True)
    for slot in ordered:  # in one order for all writers, so that none waits for another in a circle
        _of(slot).select_for_update().get()


def _of(slot: Slot) -> Any:
    return Interval.objects.filter(**asdict(slot))


def _counted(slot: Slot) -> dict[str, Any]:
    calls = CallRecord.objects.filter(
        queue=slot.queue, agent_group=slot.agent_group, queued_at__gte=slot.start, queued_at__lt=slot.end
    )
    answered = Q(outcome=ANSWERED)
    figures = {
        "offered": Count("call_id"),
        "answered": Count("call_id", filter=answered),
        "abandoned": Count("call_id", filter=Q(outcome=ABANDONED)),
        "abandoned_soon": Count("call_id", filter=Q(abandoned_soon=True)),
        "set_aside": Count("call_id", filter=Q(outcome=SET_ASIDE)),
        "within_target": Count("call_id", filter=Q(within_target=True)),
        "waited_ms": Sum("waited_ms", filter=answered, default=0),
        "longest_wait_ms": Max("waited_ms", default=0),
        "talk_ms": Sum("talk_ms", default=0),
        "hold_ms": Sum("hold_ms"),
        "wrap_up_ms": Sum("wrap_up_ms"),
    }
    # Django takes a figure named like a column for the column in those that follow.
    found = calls.aggregate(**{f"all_{name}": figure for name, figure in figures.items()})
    return {name.removeprefix("all_"): number for name, number in found.items()}

"""Erasing in the history: records of calls without caller and id, and records kept long enough.

Figures by interval hold nothing of callers. They stay, and those that are counted again stay the same: a
record that is stripped still counts.
"""

from collections.abc import Collection
from datetime import datetime
from uuid import uuid4

from django.db import transaction

from reporting.models import CallRecord
from routing.folding import search_text

STRIPPED = "erased-"
AT_ONCE = 500


def calls_of_callers(callers: Collection[str]) -> list[CallRecord]:
    """The ended calls and chats of these callers. Raises django.db.DatabaseError."""
    return list(CallRecord.objects.filter(caller__in=callers).order_by("ended_at", "call_id"))


@transaction.atomic
def records_strip(call_ids: Collection[str]) -> int:
    """Takes names and callers from the records of these calls. Raises django.db.DatabaseError."""
    records = list(CallRecord.objects.filter(call_id__in=list(call_ids)))
    for one in records:
        search = search_text(one.agent_id, one.agent_name, one.queue, one.scene, one.status)
        CallRecord.objects.filter(pk=one.pk).update(
            call_id=f"{STRIPPED}{uuid4().hex}", caller="", source="", search=search
        )
    return len(records)


def records_expire(*, before: datetime) -> int:
    """Removes some records of calls that ended before a moment; answers how many, 0 when none is left.

    Raises django.db.DatabaseError.
    """
    old = CallRecord.objects.filter(ended_at__lt=before).order_by("ended_at")
    some = list(old.values_list("call_id", flat=True)[:AT_ONCE])
    CallRecord.objects.filter(call_id__in=some).delete()
    return len(some)

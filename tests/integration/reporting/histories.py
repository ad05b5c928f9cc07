"""History of one day: its rows, and the ends of its calls."""

import json

from reporting.buffers.batches import Batch
from reporting.models import CallRecord, Interval
from routing.model.calls import CallStatus
from tests.builders import NOON

DAY = NOON.date()
KEY = "W#Spanish#Any"
ENDS = {
    "done": CallStatus.COMPLETED,
    "gone": CallStatus.ABANDONED,
    "out": CallStatus.REMOVED,
    "full": CallStatus.REJECTED,
}
Rows = list[dict[str, object]]


def rows() -> tuple[Rows, Rows]:
    """Everything the history holds, but for the numbers of its rows."""
    intervals = Interval.objects.order_by("length_minutes", "start", "queue").values()
    return (
        [{name: value for name, value in row.items() if name != "id"} for row in intervals],
        [{**row} for row in CallRecord.objects.order_by("call_id").values()],
    )


def forget() -> None:
    Interval.objects.all().delete()
    CallRecord.objects.all().delete()


def events(*call_ids: str, kind: str = "callCompleted") -> Batch:
    lines = [
        b"%013d %s" % (number, json.dumps({"kind": kind, "call_id": one}).encode())
        for number, one in enumerate(call_ids)
    ]
    return Batch(KEY, 1, 0, 0, len(lines), b"\n".join(lines))

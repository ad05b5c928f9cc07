"""Messages of webhooks: the body of an event, its id, the kinds that a callback gets. Pure."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from reporting.buffers.batches import Batch
from routing.model.events import EventKind

TEST = "test"
KEY_DIGITS = 12
# What the sender of a call hears of it: offers and how they end, the answer, the end.
OF_CALLBACKS = frozenset(
    {
        EventKind.CALL_OFFERED,
        EventKind.CALL_ACCEPTED,
        EventKind.CALL_DECLINED,
        EventKind.CALL_NOT_ANSWERED,
        EventKind.CALL_HANDED_BACK,
        EventKind.CALL_RESTORED,
        EventKind.CALL_COMPLETED,
        EventKind.CALL_DEQUEUED,
        EventKind.CALL_ABANDONED,
        EventKind.CALL_REMOVED,
        EventKind.CALL_REJECTED,
        EventKind.CALL_DEAD_LETTERED,
    }
)


@dataclass(frozen=True)
class Message:
    """An event as it is sent; receivers ignore an id they have seen."""

    message_id: str
    kind: str
    call_id: str
    body: str


def messages_of(batch: Batch) -> Iterator[Message]:
    """The events of a batch, in order; the same event has the same id each time it is claimed."""
    key = hashlib.sha256(batch.key.encode()).hexdigest()[:KEY_DIGITS]
    for number, event in enumerate(batch.events(), batch.first):
        told = json.loads(event)
        kind, at = str(told.pop("kind", "")), told.pop("at", "")
        body = body_of(kind, at, told)
        yield Message(f"{key}-{batch.since}-{number}", kind, told.get("call_id") or "", body)


def body_of(kind: str, at: str, data: dict[str, Any]) -> str:
    """The body of a message, with the fields that Standard Webhooks recommends."""
    return json.dumps({"type": kind, "timestamp": at, "data": data}, separators=(",", ":"))

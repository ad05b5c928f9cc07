"""Batch reads of many items by key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dynamo.items import key_of
from dynamo.protocol.codec import decode
from dynamo.protocol.replies import Cause, TransientError
from dynamo.protocol.requests import batch_get_item

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dynamo.items import Attributes, Key
    from dynamo.protocol.replies import Reply
    from dynamo.protocol.sender import Sender

BATCH: Final = 100


def read_items(sender: Sender, keys: Iterable[Key], *, consistent: bool = True) -> dict[Key, Attributes]:
    """The existing items, each strongly consistent unless told not to be.

    Raises EngineUnavailableError, ThrottledError or TableMissingError.
    """
    wanted = list(dict.fromkeys(keys))
    found: dict[Key, Attributes] = {}
    for start in range(0, len(wanted), BATCH):
        for item in _read_batch(sender, wanted[start : start + BATCH], consistent=consistent):
            found[key_of(item)] = item
    return found


def _read_batch(sender: Sender, keys: Sequence[Key], *, consistent: bool) -> list[Attributes]:
    request = batch_get_item(sender.table, keys, consistent=consistent)
    found: list[dict[str, Any]] = []

    def send() -> Reply:
        reply = sender.once("batch_get_item", request)
        found.extend(reply.body["Responses"].get(sender.table, []))
        left = reply.body.get("UnprocessedKeys")
        if left:
            # DynamoDB leaves out items beyond its capacity: after a pause, only those are requested again.
            request["RequestItems"] = left
            raise TransientError(Cause.THROTTLED, sends=reply.sends)
        return reply

    sender.run("batch_get_item", send)
    return [decode(item) for item in found]

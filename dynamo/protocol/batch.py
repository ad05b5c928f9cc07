"""Batch reads of many items by key."""

from __future__ import annotations

from collections import defaultdict
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
        found |= _read_batch(sender, wanted[start : start + BATCH], consistent=consistent)
    return found


def _read_batch(sender: Sender, keys: Sequence[Key], *, consistent: bool) -> dict[Key, Attributes]:
    request = batch_get_item(sender.table, keys, consistent=consistent)
    found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)

    def send() -> Reply:
        reply = sender.once("batch_get_item", request)
        for table, some in reply.body["Responses"].items():
            found["" if table == sender.table else table] += some
        left = reply.body.get("UnprocessedKeys")
        if left:
            # DynamoDB leaves out items beyond its capacity: after a pause, only those are requested again.
            request["RequestItems"] = left
            raise TransientError(Cause.THROTTLED, sends=reply.sends)
        return reply

    sender.run("batch_get_item", send)
    items = ((table, decode(item)) for table, some in found.items() for item in some)
    return {key_of(item, table): item for table, item in items}

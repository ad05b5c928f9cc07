"""Messages written in one transaction with a change of their chat: a first response, a rating."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dynamo.items import Attributes, Key
from dynamo.transaction import OPERATIONS
from messaging.messenger import Messenger
from messaging.model.messages import Message
from messaging.services.together import NUMBER_IS_FREE
from messaging.storage.keys import log_of
from messaging.storage.log_items import message_item, message_key
from routing.model.calls import Call, Note
from routing.model.outcomes import Conflict
from routing.router import Put, Router

TAKEN = "something was written first; try again"


@dataclass
class Once:
    """`Companions` of one change: `puts` returns its items for an operation id.

    If they are refused, so is the change, and its caller decides again.
    """

    puts: Callable[[str], Sequence[Put]]
    asked: bool = False

    def beside(
        self, _before: Call | None, after: Call, _notes: Sequence[Note], *, operation_id: str
    ) -> Sequence[Put] | Conflict:
        """See `Companions`."""
        if self.asked:
            return Conflict(TAKEN, after)
        self.asked = True
        return self.puts(operation_id)


def with_once(router: Router, puts: Callable[[str], Sequence[Put]]) -> Router:
    """The router for one change with these items beside it."""
    return replace(router, companions=Once(puts))


def message_put(messenger: Messenger, message: Message, operation_id: str) -> Put:
    """The put of a message at its number, marked to be announced."""
    messenger.announcer.mark(message.chat, message.number)
    item: Attributes = {**message_item(message), OPERATIONS: [operation_id]}
    return Put(in_table(messenger, message_key(log_of(message.chat), message.number)), item, NUMBER_IS_FREE)


def in_table(messenger: Messenger, key: Key) -> Key:
    """The key in the table of messages, for transactions over both."""
    return key._replace(table=messenger.table.name)

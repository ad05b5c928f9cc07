"""Services of the table of messages: create, delete."""

from dynamo.exceptions import TableExistsError, TableMissingError
from messaging.messenger import Messenger
from messaging.storage.keys import EXPIRES_AT


def message_table_create(messenger: Messenger) -> bool:
    """Creates the table of messages, whose items expire; True if it is new. Safe to run twice."""
    try:
        messenger.table.create(expires=EXPIRES_AT)
    except TableExistsError:
        messenger.table.ensure_expiry(EXPIRES_AT)
        return False
    return True


def message_table_delete(messenger: Messenger) -> bool:
    """Deletes the table of messages with everything in it; False if there is none."""
    try:
        messenger.table.delete()
    except TableMissingError:
        return False
    return True

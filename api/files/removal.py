"""Removal of files whose message was recalled, has expired or never came. Safe when killed, and run twice."""

import logging
from datetime import timedelta

from api.files.stores import FileStore
from dynamo.exceptions import DynamoError
from messaging.messenger import Messenger
from messaging.services import file_claim, file_forget, files_due
from routing.exceptions import UnreadableItemError

log = logging.getLogger(__name__)
MOST_DUE = 100
ABANDONED = timedelta(days=1)


def file_remove(messenger: Messenger, store: FileStore, file: str) -> bool:
    """Removes a file that is due, if no message needs it. Raises OSError: then the next sweep tries again."""
    if not file_claim(messenger, file=file):
        return False
    store.remove(file)
    file_forget(messenger, file=file)
    return True


def file_drop(messenger: Messenger, store: FileStore, file: str) -> None:
    """Removes the file of a message that was recalled, now or with the next sweep."""
    try:
        file_remove(messenger, store, file)
    except (OSError, DynamoError) as error:
        log.warning("the file of a recalled message cannot be removed; trying again in an hour: %s", error)


def files_sweep(messenger: Messenger, store: FileStore) -> int:
    """Looks at the files that are due; how many were removed."""
    removed = 0
    for file in files_due(messenger, limit=MOST_DUE):
        try:
            removed += file_remove(messenger, store, file)
        except (OSError, UnreadableItemError) as error:
            log.warning("an attached file cannot be removed; trying again in an hour: %s", error)
    try:
        store.tidy(before=messenger.clock() - ABANDONED)
    except OSError as error:
        log.warning("what uploads have left cannot be removed; trying again in an hour: %s", error)
    return removed

"""Canned replies, shared or of one party: list, save, remove; each change at the version seen."""

from dynamo.transaction import Transaction
from messaging.exceptions import InvalidFieldError
from messaging.messenger import Messenger
from messaging.model.limits import check_reply_id
from messaging.model.outcomes import Conflict
from messaging.model.replies import MOST_REPLIES, SHARED, Reply, check_reply
from messaging.services.together import MOST_TRIES
from messaging.storage.reply_items import read_replies, reply_item, reply_key, reply_unchanged
from routing.model.trail import REPLY_CHANGED, REPLY_REMOVED
from routing.router import Router
from routing.services import trail_put

CHANGED = Conflict("the reply has changed since you read it; read it again before you save")
BUSY = Conflict("somebody else changed this reply at the same time; try again")


def replies_read(messenger: Messenger, *, owner: str) -> list[Reply]:
    """The replies of a party, or the shared ones, by title."""
    return sorted(
        read_replies(messenger.table, owner).values(), key=lambda one: (one.title.lower(), one.reply_id)
    )


def reply_save(
    messenger: Messenger,
    router: Router,
    *,
    owner: str,
    reply_id: str,
    title: str,
    body: str,
    expected_version: int,
) -> Reply | Conflict:
    """Saves a reply; a repeat answers it. `expected_version` is the version seen, 0 for a new one.

    Raises InvalidFieldError and TooLongError.
    """
    check_reply_id(reply_id)
    check_reply(title, body)
    for _ in range(MOST_TRIES):
        found = read_replies(messenger.table, owner)
        before = found.get(reply_id)
        if (before.version if before else 0) != expected_version:
            is_same = before is not None and (before.title, before.body) == (title, body)
            return before if before and is_same else CHANGED
        if before is None and len(found) >= MOST_REPLIES:
            allowed = f"at most {MOST_REPLIES}; remove one first"
            raise InvalidFieldError("replies", len(found) + 1, allowed, limit=MOST_REPLIES)
        after = Reply(reply_id, title, body, expected_version + 1, router.actor, router.clock())
        if _written(messenger, router, owner, before, after):
            return after
    return BUSY


def reply_remove(
    messenger: Messenger, router: Router, *, owner: str, reply_id: str, expected_version: int
) -> Conflict | None:
    """Removes a reply; a repeat changes nothing."""
    for _ in range(MOST_TRIES):
        before = read_replies(messenger.table, owner).get(reply_id)
        if before is None:
            return None
        if before.version != expected_version:
            return CHANGED
        if _written(messenger, router, owner, before, None):
            return None
    return BUSY


def _written(
    messenger: Messenger, router: Router, owner: str, before: Reply | None, after: Reply | None
) -> bool:
    """Whether the change is committed; those of shared replies have an audit entry."""
    transaction = Transaction(messenger.new_id())
    when = reply_unchanged(before.version if before else 0)
    one = after or before
    assert one is not None
    if after is None:
        transaction.delete(reply_key(owner, one.reply_id), when=when)
    else:
        item = reply_item(after, transaction.operation_id)
        transaction.put(reply_key(owner, one.reply_id), item, when=when)
    if owner == SHARED:
        kind = REPLY_REMOVED if after is None else REPLY_CHANGED
        trail_put(router, transaction, kind=kind, reason=one.title)
    return messenger.table.commit(transaction).ok

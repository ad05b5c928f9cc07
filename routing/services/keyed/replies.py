"""Kept replies: of requests that are not an operation of the catalogue, under an idempotency key.

The key is claimed for one run of the request. A run ends when its reply is kept, or without one if it was
refused; that of a killed process ends by itself. After a run without a reply the request may run again, so it
must be safe to repeat.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from dynamo.changes import Remove, Set
from dynamo.items import Attributes
from dynamo.transaction import OPERATIONS, Refused, Transaction, names_operation
from routing.exceptions import KeyReusedError
from routing.model.command import KEPT, Command
from routing.router import Router
from routing.storage import keys
from routing.storage.attributes import listed
from routing.storage.command_items import (
    REPLY,
    RUNS_UNTIL,
    command_from,
    command_item,
    has_no_reply,
    is_free,
    is_run,
)

# Longer than requests take: those to the table give up after a few seconds.
LONGEST_RUN = timedelta(seconds=30)
MAX_CLAIMS = 8  # after lost races


@dataclass(frozen=True)
class Run:
    """The right to carry out the request of a command once, now."""

    command: Command
    run_id: str


@dataclass(frozen=True)
class Running:
    """Another run has not ended yet."""


def reply_claim(router: Router) -> Run | Running | str:
    """A run of the request of the router's command, or its kept reply; of several at once one gets the run.

    Raises KeyReusedError if the key was used for another request, UnreadableItemError, DynamoError.
    """
    command = router.command
    assert command is not None
    for _ in range(MAX_CLAIMS):
        at = router.clock()
        run = Run(replace(command, expires_at=int((at + KEPT).timestamp())), router.new_id())
        found = router.table.put_new(keys.command_key(command.key), _claim(run, at))
        if found is None or names_operation(found, run.run_id):
            return run
        claimed = _claimed_after(router, run, found, at)
        if claimed is not None:
            return claimed
    return Running()


def reply_keep(router: Router, run: Run, reply: str) -> None:
    """Ends a run with its reply; without one the request may run again. Safe to repeat.

    If another run has begun meanwhile, that one decides. Raises DynamoError.
    """
    kept = (Set(REPLY, reply),) if reply else ()
    key = keys.command_key(run.command.key)
    router.table.change(key, Remove(RUNS_UNTIL), *kept, when=is_run(run.run_id))


def _claimed_after(router: Router, run: Run, found: Attributes, at: datetime) -> Run | Running | str | None:
    """The claim of a key that was claimed before; None after a lost race."""
    kept, when = command_from(found), is_free(at)
    if not kept.is_expired(at):
        if not kept.is_of(run.command):
            raise KeyReusedError(kept.operation)
        if kept.reply:
            return kept.reply
        if kept.runs_until > int(at.timestamp()):
            return Running()
        when = has_no_reply(listed(found, OPERATIONS))
        run = replace(run, command=replace(run.command, expires_at=kept.expires_at))
    transaction = Transaction(run.run_id)
    transaction.put(keys.command_key(run.command.key), _claim(run, at), when=when)
    return None if isinstance(router.table.commit(transaction), Refused) else run


def _claim(run: Run, at: datetime) -> Attributes:
    until = int((at + LONGEST_RUN).timestamp())
    return command_item(run.command, None, at=at, operation_id=run.run_id, runs_until=until)

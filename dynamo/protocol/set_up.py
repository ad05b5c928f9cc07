"""Set-up of a table: creation, index, expiry of items, deletion; each safe to repeat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dynamo.exceptions import InvalidRequestError, OutcomeUnknownError, TableMissingError
from dynamo.items import INDEX
from dynamo.protocol import requests
from dynamo.protocol.replies import Cause, TransientError

if TYPE_CHECKING:
    from dynamo.protocol.replies import Reply
    from dynamo.protocol.sender import Sender

WAIT_SECONDS: Final = 60.0


def create_table(sender: Sender) -> None:
    """Creates the table and waits until it is ready; raises TableExistsError."""
    try:
        sender.write("create_table", requests.create_table(sender.table))
    except OutcomeUnknownError:
        if not table_exists(sender):
            raise
    _wait_for_status(sender, "ACTIVE")


def ensure_index(sender: Sender) -> bool:
    """Adds the sparse index and waits until it is ready; False if it exists."""
    described = sender.read("describe_table", {"TableName": sender.table})
    if any(index["IndexName"] == INDEX for index in described["Table"].get("GlobalSecondaryIndexes", ())):
        return False
    sender.write("update_table", requests.add_index(sender.table))
    _wait_for_status(sender, "ACTIVE")
    return True


def ensure_expiry(sender: Sender, attribute: str) -> bool:
    """Lets items expire by the attribute; False if they do."""
    if _expires_by(sender, attribute):
        return False
    try:
        sender.write("update_time_to_live", requests.expire_by(sender.table, attribute))
    except (OutcomeUnknownError, InvalidRequestError):  # "already enabled", if another was faster
        if not _expires_by(sender, attribute):
            raise
    return True


def _expires_by(sender: Sender, attribute: str) -> bool:
    body = sender.read("describe_time_to_live", {"TableName": sender.table})
    found = body["TimeToLiveDescription"]
    is_on = found["TimeToLiveStatus"] in ("ENABLING", "ENABLED")
    return is_on and found.get("AttributeName") == attribute


def delete_table(sender: Sender) -> None:
    """Deletes the table with all items and waits until it is gone. Raises TableMissingError."""
    if not table_exists(sender):
        raise TableMissingError(sender.table)
    try:
        sender.write("delete_table", {"TableName": sender.table})
        _wait_for_status(sender, None)
    except TableMissingError:
        return


def table_exists(sender: Sender) -> bool:
    """Whether the table exists, ready or not."""
    try:
        sender.read("describe_table", {"TableName": sender.table})
    except TableMissingError:
        return False
    return True


def _wait_for_status(sender: Sender, status: str | None) -> None:
    """Returns when the table has the status; raises TableMissingError as soon as there is none."""

    def look() -> Reply:
        reply = sender.once("describe_table", {"TableName": sender.table})
        table = reply.body["Table"]
        indexes = [index["IndexStatus"] for index in table.get("GlobalSecondaryIndexes", ())]
        if any(one != status for one in (table["TableStatus"], *indexes)):
            raise TransientError(Cause.NOT_READY, sends=reply.sends)
        return reply

    sender.with_deadline(WAIT_SECONDS).run("describe_table", look)

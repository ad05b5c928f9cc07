"""Errors of messaging: one line each, with the field and the limit.

A lost race is not an error: it is the value `messaging.model.outcomes.Conflict`.
"""

from datetime import datetime
from typing import ClassVar


class MessagingError(Exception):
    """Base of every error here; its text is fit to be shown to a user.

    `field` is what was wrong, `limit` the greatest allowed value where there is one; `code` names the kind
    of error to programs.
    """

    code: ClassVar[str] = "refused"

    def __init__(self, field: str, reason: str, *, limit: int | None = None) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.limit = limit


class InvalidFieldError(MessagingError):
    """A value that a field does not take."""

    code = "invalid"

    def __init__(self, field: str, value: object, allowed: str, *, limit: int | None = None) -> None:
        super().__init__(field, f"{value!r} is not allowed; {allowed}", limit=limit)
        self.value = value
        self.allowed = allowed


class TooLongError(MessagingError):
    code = "tooLong"

    def __init__(self, field: str, length: int, limit: int) -> None:
        super().__init__(field, f"it has {length} characters; at most {limit} are allowed", limit=limit)


class BaseBeyondError(MessagingError):
    """A base that no reader of this conversation can have seen."""

    code = "baseBeyond"

    def __init__(self, base: int, last: int) -> None:
        super().__init__("base", f"{base} is beyond the last message, which is {last}", limit=last)


class BaseTooOldError(MessagingError):
    """A base so far behind that the sender has to read first."""

    code = "baseTooOld"

    def __init__(self, base: int, limit: int) -> None:
        super().__init__(
            "base", f"{base} is more than {limit} messages behind; read them before sending", limit=limit
        )


class ClientIdReusedError(MessagingError):
    """The sender has already used this client id for another message."""

    code = "clientIdReused"

    def __init__(self, client_id: str, number: int) -> None:
        super().__init__(
            "client_id",
            f"{client_id!r} was used for message {number} with different content; use a new one",
        )


class UnknownChatError(MessagingError):
    code = "unknownChat"

    def __init__(self, chat: str) -> None:
        super().__init__("chat", f"there is no conversation {chat!r}")


class UnknownMessageError(MessagingError):
    code = "unknownMessage"

    def __init__(self, number: int) -> None:
        super().__init__("number", f"there is no message {number} in this conversation")


class UnknownCardError(MessagingError):
    code = "unknownCard"

    def __init__(self, card: str) -> None:
        super().__init__("card", f"there is no card {card[:40]!r}")


class ChatExistsError(MessagingError):
    """The id belongs to a conversation of another kind, or one that somebody else began."""

    code = "chatExists"

    def __init__(self, chat: str) -> None:
        super().__init__(
            "chat", f"{chat!r} is already the id of another conversation; choose a different one"
        )


class ChatClosedError(MessagingError):
    code = "closed"

    def __init__(self, chat: str) -> None:
        super().__init__("chat", f"{chat!r} is closed")


class NotAMemberError(MessagingError):
    code = "notAMember"

    def __init__(self, party: str) -> None:
        super().__init__("sender", f"{party!r} is not a member of this conversation")


class NotAllowedError(MessagingError):
    """A party that may not do this, such as a member without the role."""

    code = "notAllowed"

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)


class TransferredError(MessagingError):
    """A party that does not serve the conversation, or no longer does."""

    code = "transferred"

    def __init__(self, serving: str) -> None:
        who = f"{serving!r} serves" if serving else "no agent serves"
        super().__init__("sender", f"{who} this conversation now; nothing was sent or changed")


class RecallTooLateError(MessagingError):
    code = "recallTooLate"

    def __init__(self, limit_seconds: int) -> None:
        super().__init__(
            "number",
            f"a sender can recall a message for {limit_seconds} seconds, a supervisor at any time",
            limit=limit_seconds,
        )


class GroupFullError(MessagingError):
    code = "groupFull"

    def __init__(self, limit: int) -> None:
        super().__init__("party", f"the group has reached its limit of {limit} members", limit=limit)


class MergedElsewhereError(MessagingError):
    """A contact that cannot be merged as asked."""

    code = "merged"

    def __init__(self, contact: str, reason: str) -> None:
        super().__init__("contact", f"{contact!r} {reason}")


class TooManyAliasesError(MessagingError):
    code = "tooManyAliases"

    def __init__(self, contact: str, limit: int) -> None:
        super().__init__("contact", f"{contact!r} has reached its limit of {limit} aliases", limit=limit)


class ClockWentBackError(MessagingError):
    """A clock that would give message ids twice; nothing is sent until it has caught up."""

    code = "clock"

    def __init__(self, now: datetime, last: datetime) -> None:
        super().__init__(
            "clock",
            f"it went back from {last.isoformat()} to {now.isoformat()}; messages wait until then",
        )


class ClockOutOfRangeError(MessagingError):
    code = "clock"

    def __init__(self, now: datetime) -> None:
        super().__init__("clock", f"{now.isoformat()} is outside the years 2026 to 2113 of message ids")


class NoWorkerError(MessagingError):
    """Every worker id is leased, or was until a moment that this clock has not reached."""

    code = "noWorker"

    def __init__(self, limit: int) -> None:
        super().__init__(
            "worker", f"all {limit} worker ids for message ids are in use; try again in a minute", limit=limit
        )

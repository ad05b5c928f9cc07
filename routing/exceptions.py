"""Errors of the core: one line each, with the field and what is allowed.

A lost race is not an error: it is the value `routing.model.outcomes.Conflict`.
"""

from collections.abc import Iterable

from dynamo.items import Key


class RoutingError(Exception):
    """Base of every error here; its text is fit to be shown to a user."""


class InvalidFieldError(RoutingError):
    """A value that a field does not take."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field}: {value!r} is not allowed; {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed


class UnknownSkillError(InvalidFieldError):
    """A language, gender or topic that this contact centre does not route by."""

    def __init__(self, field: str, value: str, known: Iterable[str]) -> None:
        super().__init__(field, value, f"choose one of {', '.join(known)}")


class BadQueueKeyError(RoutingError):
    """A text that does not name a queue of this contact centre, or not one of the side that is wanted."""

    def __init__(self, text: str, expected: str, *, found: str = "no queue key") -> None:
        super().__init__(f"queue: {text!r} is {found}; {expected}")


class TooManyQueuesError(RoutingError):
    """An agent whose skills span more queues than one transaction can keep in step."""

    def __init__(self, queues: int, limit: int) -> None:
        super().__init__(
            f"languages: these skills need {queues} queues; an agent can wait in at most {limit}, "
            f"since an offer by hand writes two items per queue and seven more, and a transaction holds 100"
        )
        self.queues = queues
        self.limit = limit


class UnknownAgentError(RoutingError):
    def __init__(self, agent_id: str) -> None:
        super().__init__(f"agent: there is no agent {agent_id!r}")


class UnknownCallError(RoutingError):
    def __init__(self, call_id: str) -> None:
        super().__init__(f"call: there is no call {call_id!r}")


class AgentExistsError(RoutingError):
    def __init__(self, agent_id: str) -> None:
        super().__init__(f"agent: {agent_id!r} exists already")


class OutOfReachError(RoutingError):
    """An agent, or a contact of one, for whom the user may not act; `agent` is as it is now, if known."""

    def __init__(self, why: str, agent: object = None) -> None:
        super().__init__(f"agent: {why}")
        self.why = why
        self.agent = agent


class IllegalTransitionError(RoutingError):
    """A status that cannot follow the present one."""

    def __init__(self, subject: str, before: str, after: str) -> None:
        super().__init__(f"{subject}: cannot go from {before} to {after}")
        self.before = before
        self.after = after


class UnreadableItemError(RoutingError):
    """An item of the table that another program, or another release, wrote in a form nobody can read.

    `kind` is what it should be, `cause` the attributes that are wrong, `remedy` what a repair does about it.
    """

    def __init__(self, key: Key, why: str, *, kind: str, cause: str, remedy: str) -> None:
        self.key = key
        self.subject = f"{key.pk} {key.sk}"
        super().__init__(f"{self.subject}: its item in the table cannot be read ({why}); the audit names it")
        self.why = why
        self.kind = kind
        self.cause = cause
        self.remedy = remedy


class KeyReusedError(RoutingError):
    """An idempotency key that was given before, for something else."""

    def __init__(self, operation: str) -> None:
        super().__init__(
            f"Idempotency-Key: it was used for another request ({operation}); "
            "choose a new key for each command, and send the same again only as it was"
        )


class DispatcherLeadsError(RoutingError):
    """A dispatcher is at work on a table that is to be repaired."""

    def __init__(self, leader: str) -> None:
        super().__init__(
            f"dispatcher: {leader} is matching; stop it first, or repair beside it with --force, "
            "which is safe but may have to be repeated"
        )

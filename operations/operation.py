"""Operation: one thing that people do to an agent, a call, a queue or the failed calls, declared once.

Pages, JSON, bulk commands and the command line read the declaration; none of them knows a service.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from enum import StrEnum
from typing import Any

from dynamo.exceptions import DynamoError
from operations.answers import Answer
from operations.fields import Fields, agent_named, call_named
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.model.queues import CALL_SIDE
from routing.router import Router


class Permission(StrEnum):
    """Who may: viewers of the board, users who choose for agents (their own, or all), supervisors."""

    VIEW_BOARD = "live.view_board"
    CHOOSE = "dashboard.change_agent_choice"
    SUPERVISE = "dashboard.supervise"


class Subject(StrEnum):
    """What an operation acts on; named by an id, except new calls and the failed calls."""

    AGENT = "agent"
    CALL = "call"
    NEW_CALL = "new call"
    QUEUE = "queue"
    DEAD_LETTERS = "dead-letters"


class Found(StrEnum):
    """Where an operation keeps its outcome, for a repeat of the command."""

    NOWHERE = "nowhere: it changes nothing"
    IN_ITS_TRANSACTION = "with the change, in the same transaction of the table"
    PART_BY_PART = "the key is claimed first; then as above, for each agent or call by itself"
    IN_DJANGO = "the key is claimed in the table; the answer is kept with the change, in Django's database"


@dataclass(frozen=True)
class Many:
    """An operation on many agents at once, with preset fields: its button on the page of agents.

    `asks` names the list of reasons to choose from; empty if no reason is asked for.
    """

    name: str
    word: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    asks: str = ""
    is_danger: bool = False


@dataclass(frozen=True)
class Operation:
    """A declaration. `tell` answers for the outcome of the service; a Conflict is 409, with the current row.

    `applies` has the statuses in which it makes sense; empty: all. `half_way` is the message if the table
    fails in the middle of several transactions. `command` names command and subcommand if they are not
    subject and verb. `takes_by`: the service takes the user who acts.
    """

    subject: Subject
    verb: str
    help: str
    fields: type[Fields]
    service: Callable[..., Any]
    permission: Permission
    tell: "Callable[[Any, Invocation, Router], Answer]"
    applies: frozenset[AgentStatus | CallStatus] = frozenset()
    found: Found = Found.IN_ITS_TRANSACTION
    half_way: str = ""
    command: tuple[str, str] = ("", "")
    takes_by: bool = True
    on_pages: bool = True
    at_desks: bool = False
    many: tuple[Many, ...] = ()

    @property
    def name(self) -> str:
        """Its name in the catalogue and of its address: `call-priority`."""
        thing = Subject.CALL if self.subject is Subject.NEW_CALL else self.subject
        return f"{thing}-{self.verb}"

    @property
    def spoken(self) -> tuple[str, str]:
        """Command and subcommand: `call`, `priority`."""
        thing, verb = self.command
        return thing or self.name.removesuffix(f"-{self.verb}").replace("-", "_"), verb or self.verb


@dataclass(frozen=True)
class Invocation:
    """An operation with the id of its subject, its fields and its user; carried out with a router."""

    operation: Operation
    one: str
    fields: Fields
    by: str
    zone: tzinfo = UTC

    def __call__(self, router: Router) -> Answer:
        """Carries it out and answers. Raises RoutingError, DynamoError."""
        try:
            outcome = self.outcome(router)
        except DynamoError:
            if self.operation.half_way:
                return Answer(503, self.operation.half_way)
            raise
        return self.operation.tell(outcome, self, router)

    def outcome(self, router: Router, **more: Any) -> Any:
        """The outcome of the service, called with `more` arguments. Raises RoutingError, DynamoError."""
        by = {"by": self.by} if self.operation.takes_by else {}
        return self.operation.service(
            router, **self._subject(router), **{**self.fields.arguments(router), **by, **more}
        )

    def _subject(self, router: Router) -> dict[str, Any]:
        match self.operation.subject:
            case Subject.AGENT:
                return {"agent_id": agent_named(self.one)}
            case Subject.CALL:
                return {"call_id": call_named(self.one)}
            case Subject.QUEUE:
                return {"queue": router.skills.queue_named(self.one, side=CALL_SIDE)}
        return {}

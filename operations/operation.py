"""Operation: one thing that people do to an agent, a call, a queue or the failed calls, declared once.

Pages, JSON, bulk commands and the command line read the declaration; none of them knows a service.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, tzinfo
from enum import StrEnum
from typing import Any

from dynamo.exceptions import DynamoError
from operations.answers import Answer
from operations.buttons import Button, Place, Status
from operations.fields import Fields, agent_named, call_named
from routing.model.copies import replace
from routing.model.queues import CALL_SIDE
from routing.router import Router


class Permission(StrEnum):
    """Who may: viewers of the board, users who choose for agents (their own, or all), supervisors, planners,
    administrators.
    """

    VIEW_BOARD = "live.view_board"
    CHOOSE = "dashboard.change_agent_choice"
    SUPERVISE = "dashboard.supervise"
    PLAN = "dashboard.plan"
    ADMINISTER = "dashboard.administer"


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
class Operation:
    """A declaration. `tell` answers for the outcome of the service; a Conflict is 409, with the current row.

    `applies` has the statuses in which it makes sense; empty: all. `ends_rest`: also for an agent at rest.
    Operations with the same `form`, a label with {name}, share a form. `half_way` is the message if the table
    fails in the middle of several transactions. `command` names command and subcommand if they are not
    subject and verb. `takes_by`: the service takes the user who acts. `for_programs`: it has an address and a
    command, but no button. `for_its_agent`: the agent of the call may too, at its desk and over the API; then
    the service gets that `agent_id`.
    """

    subject: Subject
    verb: str
    help: str
    fields: type[Fields]
    service: Callable[..., Any]
    permission: Permission
    tell: "Callable[[Any, Invocation, Router], Answer]"
    buttons: tuple[Button, ...] = ()
    applies: frozenset[Status] = frozenset()
    ends_rest: bool = False
    form: str = ""
    found: Found = Found.IN_ITS_TRANSACTION
    half_way: str = ""
    command: tuple[str, str] = ("", "")
    takes_by: bool = True
    for_programs: bool = False
    for_its_agent: bool = False

    def __post_init__(self) -> None:
        places = {place for button in self.buttons for place in button.at}
        if self.subject is not Subject.AGENT and places & {Place.MANY, Place.TROUBLE}:
            raise ValueError(f"{self.name}: only an operation on agents can be done for many at once")

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

    @property
    def on_pages(self) -> bool:
        """Whether it has an address besides that at a desk."""
        return self.for_programs or any(button.at for button in self.buttons)

    @property
    def at_desks(self) -> bool:
        return self.for_its_agent or any(button.desk for button in self.buttons)

    def name_of(self, button: Button) -> str:
        """The name of one of its buttons: what it sets, else the verb."""
        return " ".join(map(str, button.fields.values())) or self.verb

    def buttons_at(self, place: Place, status: Status | None = None, *, rests: bool = False) -> list[Button]:
        if self.applies and status not in self.applies and not (rests and self.ends_rest):
            return []
        fitting = (one for one in self.buttons if not one.applies or status in one.applies)
        return [one for one in fitting if one.stands(place)]


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
        return replace(self.operation.tell(outcome, self, router), outcome=outcome)

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

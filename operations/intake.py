"""Operations that bring calls in: create, enqueue."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from operations.answers import Answer, call_answer
from operations.buttons import Button
from operations.fields import Fields, Input, Priority, Text, printable
from operations.operation import Invocation, Operation, Permission, Subject
from routing import services
from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.calls import DEFAULT_PRIORITY, MAX_TEXT_LENGTH, Call, CallStatus
from routing.model.copies import replace
from routing.model.outcomes import Conflict
from routing.model.queues import ANY
from routing.model.steps import Step, step_named
from routing.model.words import CALL_WORDS
from routing.router import Router

# Six steps of the longest names are shorter.
MAX_STEPS_LENGTH = 1000
NAMED_BY_STEP = "the first step names it; leave it out"
OVERFLOWED = frozenset({CallStatus.REJECTED, CallStatus.DEAD_LETTERED})


class Creating(Fields):
    """A call that does not wait yet. With an id in `call` the command may be sent again."""

    language: Annotated[
        str,
        Field(description="the caller's language"),
        Input("choose the caller's language", label="Language"),
    ]
    caller: Annotated[Text, Field(description="the caller's name"), Input(label="Caller")] = ""
    source: Annotated[Text, Field(description="the system that sends the call")] = ""
    call_id: Annotated[
        str | None,
        Field(
            alias="call",
            max_length=MAX_TEXT_LENGTH,
            description="the call's id; with one, the command may be repeated",
        ),
        AfterValidator(printable),
        Input(flag="id"),
    ] = None


class Enqueuing(Creating):
    """A call to queue, new or created before: preferences, priority, steps.

    In a form `steps` has one step a line, as `GENDER:SECONDS` or `GENDER:SECONDS:TOPIC`; the first step then
    gives gender and topic.
    """

    topic: Annotated[Text, Field(description="the topic of the call"), Input(label="Topic")] = ""
    steps: Annotated[
        tuple[Step, ...],
        Field(description="a preference and its seconds, in order: --step F:20 --step Any:40 --step Any"),
        Input(
            flag="step",
            metavar="GENDER:SECONDS[:TOPIC]",
            label="Steps",
            limit=MAX_STEPS_LENGTH,
            rows=3,
        ),
    ] = ()
    gender: Annotated[
        Text,
        Field(description=f"the preferred gender of the agent (default {ANY})"),
        Input(label="Agent's gender"),
    ] = ANY
    priority: Priority = DEFAULT_PRIORITY
    preferred_agent: Annotated[
        Text,
        Field(description="preferred agent: offered the call first, if signed in"),
        Input(metavar="ID", label="Preferred agent"),
    ] = ""

    @field_validator("steps", mode="before")
    @classmethod
    def _lines(cls, sent: object, info: ValidationInfo) -> object:
        if not isinstance(sent, str):
            return sent
        if len(sent.strip()) > MAX_STEPS_LENGTH:
            raise ValueError(f"at most {MAX_STEPS_LENGTH} characters; this one has {len(sent.strip())}")
        try:
            lines = (line.strip() for line in sent.splitlines())
            return tuple(step_named(line, topic=info.data.get("topic", "")) for line in lines if line)
        except RoutingError as error:
            raise ValueError(str(error).removeprefix("step: ")) from None

    @field_validator("gender")
    @classmethod
    def _one_gender(cls, gender: str, info: ValidationInfo) -> str:
        if info.data.get("steps") and gender != ANY:
            raise ValueError(NAMED_BY_STEP)
        return gender

    @classmethod
    def typed(cls, given: dict[str, Any]) -> Self:
        """The fields from the command line, with a text for each step. Raises InvalidFieldError."""
        steps, gender = given["steps"] or (), given["gender"] or ANY
        if steps and gender != ANY:
            raise InvalidFieldError("gender", gender, NAMED_BY_STEP)
        read = tuple(step_named(text, topic=given["topic"]) for text in steps)
        return super().typed({**given, "gender": gender, "steps": read})


@dataclass(frozen=True)
class _Tells:
    """Answers with the call and its id, which may be new to the sender; 409 if the call has moved on."""

    is_done: Callable[[Call], bool]
    done: Callable[[Call, Router], str]

    def __call__(self, outcome: Call | Conflict, _invocation: Invocation, router: Router) -> Answer:
        if isinstance(outcome, Conflict):
            return call_answer(outcome, "")
        moved_on = Conflict("it has moved on", outcome)
        answer = call_answer(outcome if self.is_done(outcome) else moved_on, self.done(outcome, router))
        return replace(answer, data={"id": outcome.call_id, **answer.data})


def _where(call: Call, router: Router) -> str:
    if call.status is CallStatus.QUEUED:
        return f"waiting in {router.names.of_queue(router.queue_of(call))}"
    reason = call.notes[-1].reason if call.status in OVERFLOWED and call.notes else ""
    why = f" ({router.names.in_words(reason)})" if reason else ""
    return f"{CALL_WORDS[call.status]} now{why}"


INTAKE: tuple[Operation, ...] = (
    Operation(
        Subject.NEW_CALL,
        "create",
        "Save a call without queuing it.",
        Creating,
        services.call_create,
        Permission.SUPERVISE,
        _Tells(
            lambda call: call.status is CallStatus.CREATED, lambda _call, _router: "saved, not queued yet"
        ),
        (Button("Save without queuing", note="The call waits for an agent only once it is queued."),),
        takes_by=False,
    ),
    Operation(
        Subject.NEW_CALL,
        "enqueue",
        "Put a call, new or created, into its queue.",
        Enqueuing,
        services.call_enqueue,
        Permission.SUPERVISE,
        _Tells(lambda call: bool(call.queued_at) or call.status in OVERFLOWED, _where),
        (Button("Queue the call", look="primary"),),
        takes_by=False,
    ),
)

"""Operation on answered calls and chats: their outcome and its note, saved while they are written."""

from typing import Annotated

from pydantic import AfterValidator, Field

from operations.answers import Answer, call_answer
from operations.fields import AtVersion, Input, agent_named
from operations.operation import Invocation, Operation, Permission, Subject
from routing import services
from routing.model.calls import Call, CallStatus
from routing.model.contact_outcomes import BETWEEN, LONGEST_CODE, LONGEST_NOTE
from routing.model.outcomes import Conflict
from routing.router import Router


class SavingOutcome(AtVersion):
    """What came of a call; a field that is absent stays as it is, an empty one is cleared.

    Without a version the last write of each field stands.
    """

    code: Annotated[
        str | None,
        Field(max_length=2 * LONGEST_CODE + len(BETWEEN), description="the outcome, such as sales.booked"),
        Input(is_cleared=True),
    ] = None
    note: Annotated[
        str | None, Field(max_length=LONGEST_NOTE, description="a note on it"), Input(is_cleared=True)
    ] = None
    agent_id: Annotated[
        str | None, AfterValidator(agent_named), Field(alias="agent", description="only a call of this agent")
    ] = None


def _saved(outcome: Call | Conflict, _invocation: Invocation, _router: Router) -> Answer:
    return call_answer(outcome, "outcome saved")


OUTCOME = Operation(
    Subject.CALL,
    "outcome",
    "Save the outcome of an answered call, and a note on it.",
    SavingOutcome,
    services.call_outcome,
    Permission.SUPERVISE,
    _saved,
    applies=frozenset({CallStatus.IN_PROGRESS, CallStatus.COMPLETED}),
    for_programs=True,
    for_its_agent=True,
)

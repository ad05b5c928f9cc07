"""Operations for chats only: an agent's slots, transfer. For programs and commands."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from operations.answers import Answer, agent_answer, call_answer
from operations.fields import AtVersion, Input, ReasonGiven, Text, agent_named
from operations.operation import Invocation, Operation, Permission, Subject
from routing import services
from routing.model.agents import MOST_SLOTS, Agent
from routing.model.calls import Call, CallStatus
from routing.model.outcomes import Conflict
from routing.model.queues import CALL_SIDE
from routing.router import Router


class SettingSlots(AtVersion):
    """How many chats an agent can hold at once; the version is that of the chat row."""

    slots: Annotated[
        int | None,
        Field(
            ge=1,
            le=MOST_SLOTS,
            description="chats at once (default: unchanged; CHAT_SLOTS for a new chat row)",
        ),
        Input(f"a whole number from 1 to {MOST_SLOTS}", metavar="N"),
    ] = None


class Transferring(AtVersion):
    """Where a chat goes: to a colleague, to a queue, or to a colleague in a queue."""

    to_agent: Annotated[
        str,
        AfterValidator(agent_named),
        Field(description="a colleague, who is offered it before all others"),
        Input(metavar="ID"),
    ] = ""
    to_queue: Annotated[Text, Field(description="another chat queue (default: its own)")] = ""
    agent_id: Annotated[
        str | None, AfterValidator(agent_named), Field(alias="agent", description="only a chat of this agent")
    ] = None
    reason: ReasonGiven = ""

    def arguments(self, router: Router) -> dict[str, Any]:
        """The queue by its key. Raises BadQueueKeyError, UnknownSkillError."""
        queue = router.skills.queue_named(self.to_queue, side=CALL_SIDE) if self.to_queue else None
        return {**dict(self), "to_queue": queue}


def _slots_set(outcome: Agent | Conflict, _invocation: Invocation, _router: Router) -> Answer:
    return agent_answer(
        outcome, lambda row: f"{row.name}: {row.slots} {'chat' if row.slots == 1 else 'chats'} at once."
    )


def _transferred(outcome: Call | Conflict, _invocation: Invocation, _router: Router) -> Answer:
    return call_answer(outcome, "transferred")


ON_CHATS: tuple[Operation, ...] = (
    Operation(
        Subject.AGENT,
        "slots",
        "Set how many chats an agent can hold at once.",
        SettingSlots,
        services.agent_slots,
        Permission.SUPERVISE,
        _slots_set,
        for_programs=True,
    ),
    Operation(
        Subject.CALL,
        "transfer",
        "Transfer a chat in progress to a colleague or to another queue.",
        Transferring,
        services.call_transfer,
        Permission.SUPERVISE,
        _transferred,
        applies=frozenset({CallStatus.IN_PROGRESS}),
        for_programs=True,
    ),
)

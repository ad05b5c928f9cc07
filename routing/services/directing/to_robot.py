"""Service that transfers a chat in progress to a robot."""

from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent
from routing.model.calls import MAX_TEXT_LENGTH, Call, CallStatus, check_reason
from routing.model.deadlines import after
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.services.call_changes import Decision, Happened, and_agent, change_call, written
from routing.services.directing.transfer import not_transferable
from routing.services.operation import Nothing
from routing.services.places import entering, without_call
from routing.storage.change_set import ChangeSet


def call_to_robot(
    router: Router,
    *,
    call_id: str,
    robot: str,
    agent_id: str | None = None,
    reason: str = "",
    by: str = "",
    expected_version: int | None = None,
) -> Call | Conflict:
    """Takes a chat in progress from its agent and gives it to a robot, like a new chat that begins with one.

    It is in no queue then. The robot closes it or hands it over; the sweep queues one that the robot has left
    for `collect_seconds`. Safe to repeat while the robot has it. A Conflict if it is no chat, not in
    progress, or with another agent than `agent_id`. Raises UnknownCallError, InvalidFieldError.
    """
    check_reason(reason)
    if not 1 <= len(robot) <= MAX_TEXT_LENGTH:
        raise InvalidFieldError("robot", robot[:20], f"a name of 1 to {MAX_TEXT_LENGTH} characters")
    enter = entering(router)

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        if call.status is CallStatus.CREATED and call.robot == robot:
            return Nothing(call)
        refusal = not_transferable(call, agent_id)
        if refusal:
            return Conflict(refusal, call)
        if agent is not None:
            changes.agent(agent, without_call(agent, call_id, router, enter))
        at = router.clock()
        served = call.with_robot(robot, at=at, until=after(at, router.policy_of(call).collect_seconds))
        why = f"to robot {robot}: {reason}" if reason else f"to robot {robot}"
        happened = Happened(EventKind.CALL_TRANSFERRED, call.agent_id or "", by, why)
        return and_agent(written(router, changes, call, served, happened), router, by)

    return change_call(router, call_id, decide, expected_version=expected_version)

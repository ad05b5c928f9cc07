"""Idle chats: closed when nobody has written for the time of their queue."""

from dataclasses import replace

from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.deadlines import talk_until
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.services.call_changes import ROUTING, written
from routing.services.call_services import closed
from routing.services.operation import Write
from routing.services.places import entering
from routing.storage.change_set import ChangeSet

IDLE = "nobody has written"


def closed_when_idle(
    router: Router, changes: ChangeSet, call: Call, agent: Agent | None
) -> Write[Call] | Conflict:
    """The decision for a chat past its due time: closed, or due later if somebody has written since.

    A chat that its companions keep open, because of a message that its agent has not seen, is due again after
    the same time.
    """
    now, policy = router.clock(), router.policy_of(call)
    last = router.last_activity(call)
    until = talk_until(call, policy, last.at if last else call.status_since)
    if until is not None and until <= now:
        decision = closed(router, changes, call, agent, entering(router), by=ROUTING, reason=IDLE)
        if not isinstance(decision, Conflict):
            return decision
        changes, until = ChangeSet(router.new_id(), router.skills), talk_until(call, policy, now)
    return written(router, changes, call, replace(call, until=until))

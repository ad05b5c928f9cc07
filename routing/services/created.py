"""Created calls past their due time: a call counts as abandoned, a chat that its robot has left is queued."""

from dataclasses import replace
from datetime import timedelta

from routing.model.calls import Call, CallStatus
from routing.model.deadlines import talk_until
from routing.model.events import EventKind
from routing.router import Router
from routing.services.call_changes import ROUTING, Decision, Happened, written
from routing.services.chats.idle import closed_when_idle
from routing.services.intake import arrived
from routing.services.places import call_ticket
from routing.storage.change_set import ChangeSet

NEVER_QUEUED = "never queued"


def never_queued(router: Router, changes: ChangeSet, call: Call) -> Decision:
    """The decision for a created call past its due time."""
    if call.channel:
        return _left_by_robot(router, changes, call)
    gone = call.moved(CallStatus.ABANDONED, at=router.clock())
    happened = Happened(EventKind.CALL_ABANDONED, by=ROUTING, reason=NEVER_QUEUED)
    return written(router, changes, call, gone, happened)


def _left_by_robot(router: Router, changes: ChangeSet, call: Call) -> Decision:
    """The decision for a chat that is with a robot.

    It is queued when the robot has not answered its customer, or said nothing since an agent gave it the
    chat, for `collect_seconds`, closed when the customer is silent for `idle_seconds`, and otherwise due
    again.
    """
    now, policy, last = router.clock(), router.policy_of(call), router.last_activity(call)
    patience = timedelta(seconds=policy.collect_seconds)
    if last is None or last.of_customer or last.at < call.status_since:
        until = max(last.at if last else call.status_since, call.status_since) + patience
        if until <= now:
            return arrived(router, changes, call, call_ticket(router))
        return written(router, changes, call, replace(call, until=until))
    closes = talk_until(call, policy, last.at)
    if closes is not None and closes <= now:
        return closed_when_idle(router, changes, call, None)
    # The customer may write at any time: whether the robot answers is looked at after its time.
    return written(router, changes, call, replace(call, until=min(now + patience, closes or now + patience)))

"""Cases of calls: every status, every operation in it, and the result."""

from dataclasses import replace
from itertools import product

from routing import services
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.policies import DEAD_LETTER, REJECT, Policies, QueuePolicy
from routing.model.queues import call_queue
from routing.repair.repairing import repair
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import a_call_in
from tests.unit.routing.services.outcomes import (
    BEYOND_PROMOTION,
    CONFLICT,
    DAY,
    MINUTE,
    NOTED,
    SAME,
    UNKNOWN,
    Operation,
)

CREATED, QUEUED, OFFERED = CallStatus.CREATED, CallStatus.QUEUED, CallStatus.OFFERED
IN_PROGRESS, COMPLETED, ABANDONED = CallStatus.IN_PROGRESS, CallStatus.COMPLETED, CallStatus.ABANDONED
REMOVED, REJECTED, DEAD = CallStatus.REMOVED, CallStatus.REJECTED, CallStatus.DEAD_LETTERED
# The call has never been heard of.
ABSENT = "absent"
CALL, AGENT, OTHER, MACHINE = "ana-call", "ana", "eva", "otto"
POLICIES = Policies(default=QueuePolicy(max_wait_seconds=600))
SITUATIONS = (ABSENT, *CallStatus)


def prepare(router: Router, situation: str) -> None:
    """Brings the call into a status; Eva waits besides, and Otto, who answers by himself."""
    if situation != ABSENT:
        a_call_in(router, CallStatus(situation), CALL, agent_id=AGENT)
    a_waiting_agent(router, OTHER)
    a_waiting_agent(router, MACHINE, auto_answer=True)


def accepting(agent_id: str) -> Operation:
    return lambda r, v: services.call_accept(r, call_id=CALL, agent_id=agent_id, expected_version=v)


def declining(agent_id: str) -> Operation:
    return lambda r, v: services.call_decline(r, call_id=CALL, agent_id=agent_id, expected_version=v)


def completing(agent_id: str | None = None) -> Operation:
    return lambda r, v: services.call_complete(r, call_id=CALL, agent_id=agent_id, expected_version=v)


def restoring(*, to_end: bool) -> Operation:
    return lambda r, v: services.call_restore(r, call_id=CALL, to_end=to_end, expected_version=v)


def _declined_for_the_last_time(router: Router, version: int | None) -> object:
    """Declined with a limit of one unanswered offer."""
    strict = replace(router, policies=Policies(default=QueuePolicy(max_offers=1)))
    return declining(AGENT)(strict, version)


def overflowing(overflow: str) -> Operation:
    """Queued in a full queue: for men, so that its usual queue is unchanged."""

    def operation(router: Router, _version: int | None) -> object:
        full = replace(router, policies=Policies(default=QueuePolicy(max_length=1, overflow=overflow)))
        a_waiting_call(full, "first", gender="M")
        return services.call_enqueue(full, call_id=CALL, language="Spanish", gender="M")

    return operation


def _repaired(router: Router, _version: int | None) -> object:
    return list(repair(router))


VERSIONED: dict[str, Operation] = {
    "accept": accepting(AGENT),
    "accept by another": accepting(OTHER),
    "decline": declining(AGENT),
    "decline by another": declining(OTHER),
    "decline for the last time": _declined_for_the_last_time,
    "complete": completing(),
    "complete by another": completing(OTHER),
    "abandon": lambda r, v: services.call_abandon(r, call_id=CALL, expected_version=v),
    "remove": lambda r, v: services.call_remove(r, call_id=CALL, reason="called back", expected_version=v),
    "restore": restoring(to_end=False),
    "restore to the end": restoring(to_end=True),
    "touch": lambda r, v: services.call_touch(r, call_id=CALL, expected_version=v),
    "change priority": lambda r, v: services.call_change_priority(
        r, call_id=CALL, priority=1, expected_version=v
    ),
    "dead-letter": lambda r, v: services.call_dead_letter(r, call_id=CALL, reason="no", expected_version=v),
    "hand back": lambda r, v: services.call_hand_back(r, call_id=CALL, reason="fire", expected_version=v),
}
UNVERSIONED: dict[str, Operation] = {
    "create": lambda r, _: services.call_create(r, call_id=CALL, language="Spanish"),
    "enqueue": lambda r, _: services.call_enqueue(r, call_id=CALL, language="Spanish"),
    "enqueue where full": overflowing(REJECT),
    "enqueue where full, dead letters": overflowing(DEAD_LETTER),
    "dequeue": lambda r, _: services.call_dequeue(r, queue=call_queue("Spanish", "Any")),
    "offer": lambda r, _: services.call_offer(r, agent_id=OTHER),
    "offer to a machine": lambda r, _: services.call_offer(r, agent_id=MACHINE),
    "match": lambda r, _: services.match_once(r),
    "peek": lambda r, _: services.call_peek(r, agent_id=OTHER),
    "too early": lambda r, _: services.call_when_due(r, call_id=CALL),
    "a minute late": lambda r, _: services.call_when_due(r, call_id=CALL),
    "long enough for promotion": lambda r, _: services.call_when_due(r, call_id=CALL),
    "a day late": lambda r, _: services.call_when_due(r, call_id=CALL),
    "sweep too early": lambda r, _: services.sweep(r),
    "sweep a minute late": lambda r, _: services.sweep(r),
    "release its agent": lambda r, _: services.agent_release(r, agent_id=AGENT, reason="stuck"),
    "its agent pauses": lambda r, _: services.agent_choose(r, agent_id=AGENT, choice=Choice.PAUSED),
    "reset the agents": lambda r, _: services.agents_reset(r),
    "repair": _repaired,
}
OPERATIONS = {**VERSIONED, **UNVERSIONED}
LATE = {
    "a minute late": MINUTE,
    "sweep a minute late": MINUTE,
    "long enough for promotion": BEYOND_PROMOTION,
    "a day late": DAY,
}
# A touch goes to the end each time, so that only a version makes it safe to repeat; of what is due to a call
# that has rung for so long, the ringing comes first, and the rest is done when asked for again.
NOT_REPEATABLE = {("touch", QUEUED), ("long enough for promotion", OFFERED), ("a day late", OFFERED)}
# All others leave a call its place in line.
TO_THE_END = {"touch", "restore to the end"}

Ends = dict[str, CallStatus | str]
_CONFLICT: Ends = {**dict.fromkeys(CallStatus, CONFLICT), ABSENT: UNKNOWN}
_SAME: Ends = dict.fromkeys(SITUATIONS, SAME)
_DUE: Ends = {**_SAME, ABSENT: UNKNOWN}
_TAKEN: Ends = {**_SAME, QUEUED: OFFERED}
_RESTORED: Ends = {**_CONFLICT, QUEUED: SAME, OFFERED: QUEUED, DEAD: QUEUED}
_NO_AGENT: Ends = dict.fromkeys((ABSENT, CREATED, QUEUED, ABANDONED, REMOVED, REJECTED, DEAD), UNKNOWN)


def _given_up(status: CallStatus) -> Ends:
    return {**_CONFLICT, **dict.fromkeys((CREATED, QUEUED, OFFERED, DEAD), status), status: SAME}


# Where each operation leads from each status.
ENDS: dict[str, Ends] = {
    "accept": {**_CONFLICT, OFFERED: IN_PROGRESS, IN_PROGRESS: SAME},
    "accept by another": _CONFLICT,
    "decline": {**_CONFLICT, OFFERED: QUEUED},
    "decline by another": _CONFLICT,
    "decline for the last time": {**_CONFLICT, OFFERED: DEAD},
    "remove": _given_up(REMOVED),
    "restore": _RESTORED,
    "restore to the end": _RESTORED,
    "touch": {**_CONFLICT, QUEUED: NOTED},
    "change priority": {**_CONFLICT, QUEUED: NOTED},
    "dead-letter": _given_up(DEAD),
    "hand back": {**_CONFLICT, QUEUED: SAME, IN_PROGRESS: QUEUED},
    "create": {**_SAME, ABSENT: CREATED},
    "enqueue": {**_SAME, ABSENT: QUEUED, CREATED: QUEUED},
    "enqueue where full": {**_SAME, ABSENT: REJECTED, CREATED: REJECTED},
    "enqueue where full, dead letters": {**_SAME, ABSENT: DEAD, CREATED: DEAD},
    "complete": {**_CONFLICT, IN_PROGRESS: COMPLETED, COMPLETED: SAME},
    "complete by another": {**_CONFLICT, COMPLETED: SAME},
    "abandon": _given_up(ABANDONED),
    "dequeue": {**_SAME, QUEUED: COMPLETED},
    "offer": _TAKEN,
    "offer to a machine": {**_SAME, QUEUED: IN_PROGRESS},
    "match": _TAKEN,
    "peek": _SAME,
    "too early": _DUE,
    "a minute late": {**_DUE, OFFERED: QUEUED},
    "long enough for promotion": {**_DUE, OFFERED: QUEUED, QUEUED: NOTED},
    "a day late": {**_DUE, CREATED: ABANDONED, OFFERED: QUEUED, QUEUED: REJECTED},
    "sweep too early": _SAME,
    "sweep a minute late": {**_SAME, OFFERED: QUEUED},
    "release its agent": {**_SAME, **_NO_AGENT, OFFERED: QUEUED, IN_PROGRESS: COMPLETED},
    "its agent pauses": {**_SAME, **_NO_AGENT},
    "reset the agents": {**_SAME, OFFERED: QUEUED, IN_PROGRESS: COMPLETED},
    "repair": _SAME,
}
# Result for the call's agent after an operation on the call.
AGENT_AFTER = {
    "accept": AgentStatus.ATTENDING_CALL,
    "decline": AgentStatus.AVAILABLE,
    "decline for the last time": AgentStatus.AVAILABLE,
    "a minute late": AgentStatus.AVAILABLE,
    "long enough for promotion": AgentStatus.AVAILABLE,
    "a day late": AgentStatus.AVAILABLE,
    "sweep a minute late": AgentStatus.AVAILABLE,
    "reset the agents": AgentStatus.AVAILABLE,
    "complete": AgentStatus.WRAP_UP,
    "hand back": AgentStatus.PAUSED,
    **dict.fromkeys(
        ("remove", "restore", "restore to the end", "dead-letter", "abandon", "release its agent"),
        AgentStatus.QUEUED,
    ),
}
CASES = list(product(OPERATIONS, SITUATIONS))

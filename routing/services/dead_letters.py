"""Services of dead letters: mark a call as failed, restore one or many."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from routing.exceptions import UnknownCallError
from routing.model.agents import Agent
from routing.model.calls import Call, CallStatus, check_reason
from routing.model.deadlines import waiting_from
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.words import standing
from routing.router import Router
from routing.services.call_changes import Decision, Happened, change_call, written
from routing.services.operation import Nothing
from routing.services.places import call_ticket, returning, settled
from routing.storage.change_set import ChangeSet

MAX_RESTORED_AT_ONCE = 500


@dataclass(frozen=True)
class Restored:
    """Result of restoring many: the calls that wait again, and for others the reason by id."""

    calls: tuple[Call, ...]
    refused: dict[str, str]


def dead(call: Call, *, error: str, at: datetime) -> Call:
    """The call as a dead letter with its error."""
    aside = call.moved(CallStatus.DEAD_LETTERED, at=at)
    return replace(
        aside,
        error=error,
        first_failed_at=call.first_failed_at or at,
        last_failed_at=call.last_failed_at or at,
    )


def call_dead_letter(
    router: Router, *, call_id: str, reason: str, by: str = "", expected_version: int | None = None
) -> Call | Conflict:
    """Makes a waiting or ringing call a dead letter; an agent it rang at goes back to its old place.

    A Conflict if the call is in progress or has ended. Raises UnknownCallError, InvalidFieldError.
    """
    check_reason(reason, required=True)
    enter = returning(router)

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        if call.status is CallStatus.DEAD_LETTERED:
            return Nothing(call)
        if call.status not in (CallStatus.CREATED, CallStatus.QUEUED, CallStatus.OFFERED):
            return Conflict(f"{standing(call)} already", call)
        if agent is not None:
            changes.agent(agent, settled(agent, router, enter))
        aside = dead(call, error=reason, at=router.clock())
        agent_id = agent.agent_id if agent else ""
        happened = Happened(EventKind.CALL_DEAD_LETTERED, agent_id, by, reason)
        return written(router, changes, call, aside, happened)

    return change_call(router, call_id, decide, expected_version=expected_version)


def call_restore(
    router: Router,
    *,
    call_id: str,
    to_end: bool = False,
    reason: str = "",
    by: str = "",
    expected_version: int | None = None,
    only_dead: bool = False,
) -> Call | Conflict:
    """Puts a ringing call or a dead letter back into its queue, at its old place or at the end.

    A dead letter starts over: no attempts, no agents tried, its own priority, all times from now. An agent it
    rang at keeps its place, and comes last for this call. A Conflict in any other status, with `only_dead`
    also for a ringing call. Raises UnknownCallError, InvalidFieldError.
    """
    check_reason(reason)
    enter, ticket = returning(router), call_ticket(router)

    def decide(changes: ChangeSet, call: Call, agent: Agent | None) -> Decision:
        if call.status is CallStatus.QUEUED:
            return Nothing(call)
        if call.status not in (CallStatus.OFFERED, CallStatus.DEAD_LETTERED):
            return Conflict(f"{standing(call)}, neither ringing nor a dead letter", call)
        if only_dead and call.status is CallStatus.OFFERED:
            return Conflict(f"{standing(call)}, no longer a dead letter", call)
        if agent is not None:
            changes.agent(agent, settled(agent, router, enter))
        at = router.clock()
        is_dead = call.status is CallStatus.DEAD_LETTERED
        waiting = _restarted(router, call, at) if is_dead else call.tried_with_agent()
        place = ticket() if to_end or call.ticket is None else call.ticket
        waiting = replace(
            waiting.moved(CallStatus.QUEUED, at=at), ticket=place, queued_at=call.queued_at or at
        )
        agent_id = agent.agent_id if agent else ""
        happened = Happened(EventKind.CALL_RESTORED, agent_id, by, reason)
        return written(router, changes, call, waiting, happened)

    return change_call(router, call_id, decide, expected_version=expected_version)


def _restarted(router: Router, call: Call, at: datetime) -> Call:
    fresh = replace(
        call,
        attempts=0,
        failures=0,
        tried=(),
        error="",
        first_failed_at=None,
        last_failed_at=None,
        band=call.priority,
    )
    return waiting_from(fresh, router.policy_of(fresh), at)


def dead_letters_restore(
    router: Router, *, versions: Iterable[tuple[str, int]], to_end: bool = False, by: str = ""
) -> Restored:
    """Restores the dead letters that are still at the versions the user saw, each in its own transaction.

    Safe to repeat after an error: restored calls stay restored, and count as such for the same command, each
    call as a part of it. Raises DynamoError.
    """
    restored: list[Call] = []
    refused: dict[str, str] = {}
    for call_id, version in versions:
        outcome = _restore_dead(router, call_id, version, to_end=to_end, by=by)
        if isinstance(outcome, Call):
            restored.append(outcome)
        else:
            refused[call_id] = outcome
    return Restored(tuple(restored), refused)


def _restore_dead(router: Router, call_id: str, version: int, *, to_end: bool, by: str) -> Call | str:
    """The call that waits again, or why it does not."""
    try:
        outcome = call_restore(
            router.for_part(call_id),
            call_id=call_id,
            to_end=to_end,
            by=by,
            expected_version=version,
            only_dead=True,
        )
    except UnknownCallError as error:
        return str(error)
    return outcome.reason if isinstance(outcome, Conflict) else outcome

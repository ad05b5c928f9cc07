"""Dispatcher loop: after each change, match until nothing more fits."""

import logging
import time
from collections.abc import Callable, Collection, Iterable

from dynamo.exceptions import DynamoError
from dynamo.retry import Retry
from routing.exceptions import RoutingError
from routing.matching.known import Known
from routing.matching.last_tickets import LastTickets
from routing.model.events import EventKind
from routing.model.outcomes import Match, Round
from routing.router import Router
from routing.services.lease import Lease
from routing.services.matching_rounds import match_once
from routing.storage import store

log = logging.getLogger(__name__)

# Events that can make a new match possible. A dispatcher's own offers do not wake it.
NEWS = frozenset(
    {
        EventKind.AGENT_STATUS_CHANGED,
        EventKind.CALL_QUEUED,
        EventKind.CALL_DECLINED,
        EventKind.CALL_NOT_ANSWERED,
        EventKind.CALL_RESTORED,
        EventKind.CALL_HANDED_BACK,
        EventKind.CALL_TRANSFERRED,
        EventKind.CALL_ASSIGNED,
        EventKind.CALL_RELAXED,
        EventKind.CALL_OVERFLOWED,
        EventKind.CALL_ABANDONED,
        EventKind.CALL_REMOVED,
        EventKind.CALL_DEAD_LETTERED,
    }
)
# Of these, the ones that only make an agent free.
FREEING = frozenset(
    {
        EventKind.AGENT_STATUS_CHANGED,
        EventKind.CALL_ABANDONED,
        EventKind.CALL_REMOVED,
        EventKind.CALL_DEAD_LETTERED,
    }
)
# A single stale pair costs a few milliseconds; a matcher that keeps meeting others pauses longer.
RESTS = Retry(base_seconds=0.01, cap_seconds=0.4)
# Longer than a commit, so that another matcher at work is noticed; then twice as long.
WATCH_SECONDS, LONGEST_WATCH_SECONDS = 0.1, 0.8
# Two rounds begin at least that far apart: a match waits a little for others that share its transaction.
PACE_SECONDS = 0.02
# As many entries as fit into the read unit that a head costs anyway.
MORE = 10
# Other matchers would have made progress meanwhile: repeated refusals are a fault for the audit.
MOST_REFUSED_ROUNDS = 8


def drain(
    router: Router,
    *,
    keep_on: Callable[[], bool] = lambda: True,
    rest: Callable[[float], None] = time.sleep,
    known: Known | None = None,
) -> Round:
    """Runs rounds of matching until nothing fits or `keep_on` says no; answers their sum.

    `known` is what this matcher knows from earlier rounds.

    After a round with conflicts it pauses, and after an overtaken round it pauses while others work: so of
    several matchers on the same queues mostly one works, and the others do not spoil its commits.
    """
    known = known or Known(time.monotonic)
    matches: list[Match] = []
    conflicts = in_conflict = refused = 0
    while keep_on() and refused < MOST_REFUSED_ROUNDS:
        found = match_once(router.current(), known)
        matches += found.matches
        conflicts += found.conflicts
        if found.is_complete or (not found.matches and not found.conflicts):
            break
        refused = 0 if found.matches else refused + 1
        in_conflict = in_conflict + 1 if found.conflicts else 0
        if found.overtaken:
            _let_others_work(router, keep_on, rest)
        elif found.conflicts:
            rest(RESTS.pause_seconds(in_conflict))
    return Round(tuple(matches), conflicts)


def _let_others_work(router: Router, keep_on: Callable[[], bool], rest: Callable[[float], None]) -> None:
    """Pauses at least once, and as long as calls and agents keep leaving the queues, as matches do."""
    calls, agents = _waiting(router)
    rests = 0
    while keep_on():
        watched = min(LONGEST_WATCH_SECONDS, WATCH_SECONDS * 2.0**rests)
        rest(watched + RESTS.pause_seconds(rests))
        calls_before, agents_before = calls, agents
        calls, agents = _waiting(router)
        if calls >= calls_before or agents >= agents_before:
            break
        rests += 1


def _waiting(router: Router) -> tuple[int, int]:
    """The number of entries in the call queues, and in the agent queues."""
    reads = (store.read_call_queue_infos, store.read_agent_queue_infos)
    calls, agents = (sum(info.depth for info in read(router.table).values()) for read in reads)
    return calls, agents


def dispatch(
    router: Router,
    lease: Lease,
    wake_ups: Iterable[Collection[EventKind]],
    *,
    stopping: Callable[[], bool],
    rest: Callable[[float], None] = time.sleep,
    ticks: Callable[[], float] = time.monotonic,
    tickets: LastTickets | None = None,
) -> None:
    """Matches at every wake-up while this dispatcher leads, until `stopping`; then lets another lead.

    Rounds begin at least `PACE_SECONDS` apart, so that what happens meanwhile shares one. A wake-up without
    news of calls costs one read if no call waits, and none if that is known. `tickets` hears the notices of
    the wake-ups. An unreachable table is reported once and tried again at the next wake-up.
    """
    reachable, known = True, Known(ticks, more=MORE, tickets=tickets or LastTickets())
    for news in wake_ups:
        if stopping():
            break
        began = ticks()
        try:
            if _may_match(router, lease, news, known):
                drain(router, keep_on=lambda: not stopping() and lease.hold(), known=known)
                rest(max(0.0, began + PACE_SECONDS - ticks()))
            if not reachable:
                log.info("the table answers again")
            reachable = True
        except (DynamoError, RoutingError) as error:
            known.forget()
            if reachable:
                log.warning("matching waits: %s", error)
            reachable = False
    _release(lease)


def _may_match(router: Router, lease: Lease, news: Collection[EventKind], known: Known) -> bool:
    """Whether this dispatcher leads and a call may wait for which there is an agent now."""
    if not FREEING.issuperset(news):
        known.somebody_may_wait()
    if not news:
        known.tickets.ask()
    if not lease.hold():
        known.forget()
        return False
    return not FREEING.issuperset(news) or _somebody_waits(router, news, known)


def _somebody_waits(router: Router, news: Collection[EventKind], known: Known) -> bool:
    """Whether a call waits. Without news the look may lag, and the next one finds what it missed."""
    if news and known.nobody_waits:
        return False
    infos = store.read_call_queue_infos(router.table, consistent=bool(news))
    waits = any(info.depth > 0 for info in infos.values())
    if news and not waits:
        known.nobody_waited()
    return waits


def _release(lease: Lease) -> None:
    try:
        lease.release()
    except DynamoError as error:
        log.warning("the lease was not released and will expire: %s", error)

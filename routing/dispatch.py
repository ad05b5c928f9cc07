"""Owns the dispatcher's work: whenever something changed, match until nothing more fits."""

import logging
import time
from collections.abc import Callable, Iterable

from dynamo.exceptions import DynamoError
from dynamo.retry import Retry
from routing.exceptions import RoutingError
from routing.lease import Lease
from routing.outcomes import Match, Round
from routing.router import Router
from routing.services.matching import match_once

log = logging.getLogger(__name__)

# A single stale pair costs a few milliseconds; a matcher that meets others at every turn stays away longer.
RESTS = Retry(base_seconds=0.01, cap_seconds=0.4)


def drain(
    router: Router,
    *,
    keep_on: Callable[[], bool] = lambda: True,
    rest: Callable[[int], None] = lambda rounds: time.sleep(RESTS.pause_seconds(rounds)),
) -> Round:
    """Runs rounds of matching until one is empty or `keep_on` says no; answers what they did together.

    After a round with conflicts it rests: `rest` is told how many such rounds came in a row. So of several
    matchers on the same queues mostly one works, and the others do not spoil each other's commits.
    """
    matches: list[Match] = []
    conflicts = rounds_in_conflict = 0
    while keep_on():
        found = match_once(router)
        matches += found.matches
        conflicts += found.conflicts
        if not found.matches and not found.conflicts:
            break
        rounds_in_conflict = rounds_in_conflict + 1 if found.conflicts else 0
        if rounds_in_conflict:
            rest(rounds_in_conflict)
    return Round(tuple(matches), conflicts)


def dispatch(router: Router, lease: Lease, wake_ups: Iterable[bool], *, stopping: Callable[[], bool]) -> None:
    """Matches at every wake-up while this dispatcher leads, until `stopping`; then lets another lead.

    A table that is away is reported once and tried again at the next wake-up.
    """
    reachable = True
    for _ in wake_ups:
        if stopping():
            break
        try:
            if lease.hold():
                drain(router, keep_on=lambda: not stopping() and lease.hold())
            if not reachable:
                log.info("the table answers again")
            reachable = True
        except (DynamoError, RoutingError) as error:
            if reachable:
                log.warning("matching waits: %s", error)
            reachable = False
    _release(lease)


def _release(lease: Lease) -> None:
    try:
        lease.release()
    except DynamoError as error:
        log.warning("the lease runs out by itself: %s", error)

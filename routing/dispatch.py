"""Owns the dispatcher's work: whenever something changed, match until nothing more fits."""

import logging
from collections.abc import Callable, Iterable

from dynamo.exceptions import DynamoError
from routing.exceptions import RoutingError
from routing.lease import Lease
from routing.router import Router
from routing.services.matching import match_once

log = logging.getLogger(__name__)


def drain(router: Router, *, keep_on: Callable[[], bool] = lambda: True) -> int:
    """Runs rounds of matching until one is empty or `keep_on` says no; answers the matches made."""
    made = 0
    while keep_on():
        found = match_once(router)
        made += len(found.matches)
        if not found.matches and not found.conflicts:
            break
    return made


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

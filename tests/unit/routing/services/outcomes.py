"""Results of operations, in the words of agent_cases and call_cases."""

from collections.abc import Callable
from datetime import timedelta

from routing.exceptions import RoutingError
from routing.router import Router
from tests.builders import FakeClock

# Nothing is written.
SAME = "same"
# Nothing is written, and the answer names what the operation lost to.
CONFLICT = "conflict"
# Nothing is written, since there is no such agent or call.
UNKNOWN = "unknown"
# One version more in the same status: another choice, place, band or deadline.
NOTED = "noted"

REFUSED = (CONFLICT, UNKNOWN)
UNCHANGED = (SAME, *REFUSED)

# A router, and the version that the operation is to find; None for any.
Operation = Callable[[Router, int | None], object]

MINUTE, BEYOND_PROMOTION, DAY = timedelta(minutes=1), timedelta(seconds=130), timedelta(days=1)


def lets_pass(router: Router, name: str, late: dict[str, timedelta]) -> None:
    """Moves the clock as far as the operation of this name wants to be late."""
    assert isinstance(router.clock, FakeClock)
    router.clock.now += late.get(name, timedelta(0))


def attempted(operation: Operation, router: Router, version: int | None = None) -> object:
    """The operation's answer, or its error."""
    try:
        return operation(router, version)
    except RoutingError as error:
        return error

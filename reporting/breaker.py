"""Circuit breaker: after a failure no attempts for a while, longer each time. Pure."""

from collections.abc import Callable

# Of a receiver that does not take something.
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.25, 15.0


class Breaker:
    """Closed: tries are allowed. Open: none, until the pause is over. `clock` counts seconds."""

    def __init__(self, *, first_seconds: float, longest_seconds: float, clock: Callable[[], float]) -> None:
        self._first, self._longest, self._clock = first_seconds, longest_seconds, clock
        self._pause = 0.0
        self._until = 0.0
        self.opened = 0

    @property
    def is_open(self) -> bool:
        """Whether the last try failed."""
        return self._pause > 0

    @property
    def pause_seconds(self) -> float:
        """The pause after the last try; 0 after a success."""
        return self._pause

    @property
    def wait_seconds(self) -> float:
        """Seconds until the next try is allowed; 0 is now."""
        return max(0.0, self._until - self._clock())

    def failed(self) -> None:
        """A try failed: the pause is twice the last one."""
        self.opened += not self.is_open
        self._pause = min(self._longest, self._pause * 2 or self._first)
        self._until = self._clock() + self._pause

    def succeeded(self) -> None:
        """A try succeeded: closed."""
        self._pause = self._until = 0.0


def receiver_breaker(clock: Callable[[], float]) -> Breaker:
    """The breaker that all who send to one receiver in a process share."""
    return Breaker(first_seconds=FIRST_PAUSE_SECONDS, longest_seconds=LONGEST_PAUSE_SECONDS, clock=clock)

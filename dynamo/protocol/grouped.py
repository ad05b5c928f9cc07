"""Grouped additions: threads that add to one number while a request is on its way share the next one."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import CancelledError, Future
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from dynamo.exceptions import DynamoError

if TYPE_CHECKING:
    from collections.abc import Callable

Target = TypeVar("Target")


class _Group:
    """Additions that go out together: their sum so far, and the number after all of them."""

    def __init__(self) -> None:
        self.sum = 0
        self.reply: Future[int] = Future()


class GroupedAdds(Generic[Target]):
    """Gives each caller the number after its own addition, as if each had been a request of its own.

    A request is sent after all callers of its group began and is answered before any of them ends. So an
    addition that ended before another began comes before it.
    """

    def __init__(self, send: Callable[[Target, int], int]) -> None:
        self._send = send
        self._lock = Lock()
        self._sending: defaultdict[Target, Lock] = defaultdict(Lock)
        self._next: dict[Target, _Group] = {}

    def add(self, target: Target, number: int) -> int:
        """The number after the addition. Raises what the request of its group raised."""
        with self._lock:
            leads = target not in self._next
            group = self._next.setdefault(target, _Group())
            group.sum += number
            own = group.sum
            sending = self._sending[target]
        if leads:
            try:
                with sending:
                    self._close(target, group)
                    group.reply.set_result(self._send(target, group.sum))
            except DynamoError as error:
                group.reply.set_exception(error)
                raise
            except BaseException:  # interrupted, perhaps before its turn: the others ask again
                self._close(target, group)
                group.reply.cancel()
                raise
        try:
            return group.reply.result() - group.sum + own
        except CancelledError:
            return self.add(target, number)

    def _close(self, target: Target, group: _Group) -> None:
        """Lets nobody join the group any more."""
        with self._lock:
            if self._next.get(target) is group:
                del self._next[target]

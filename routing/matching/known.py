"""Known: what a matcher has learned of the queues in earlier rounds, so that it reads only what changed.

A queue's version counts its changes. A head read at one version is still right while the version has gone up
by this matcher's own changes only. What is known is forgotten after a second, whatever the versions say: also
what another program wrote past them is then found.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from routing.matching.last_tickets import LastTickets
from routing.matching.planning import Head
from routing.model.outcomes import Match
from routing.model.queues import AGENT_SIDE, CALL_SIDE, QueueInfo, QueueKey

SECONDS = 1.0


def _no_time() -> float:
    return 0.0


@dataclass
class Known:
    """Knowledge of one matcher; for one thread.

    `ticks` gives seconds that only go forward; `more` entries are read than a round needs, for the next ones.
    """

    ticks: Callable[[], float] = _no_time
    more: int = 0
    tickets: LastTickets = field(default_factory=LastTickets)
    _heads: dict[QueueKey, tuple[int, Head[Any]]] = field(default_factory=dict)
    _forgotten_at: float = -inf
    _nobody_waits_until: float = -inf

    @property
    def nobody_waits(self) -> bool:
        """Whether no call was waiting within the last second, and none has been heard of since."""
        return self.ticks() < self._nobody_waits_until

    def nobody_waited(self) -> None:
        """At a reading that began just now."""
        self._nobody_waits_until = self.ticks() + SECONDS

    def somebody_may_wait(self) -> None:
        self._nobody_waits_until = -inf

    def forget(self) -> None:
        """After an error, or once another matcher may have led."""
        self._heads.clear()
        self.tickets.ask()
        self.somebody_may_wait()

    def round_begins(self) -> None:
        """Forgets the heads and the last tickets once a second."""
        if self.ticks() - self._forgotten_at >= SECONDS:
            self._heads.clear()
            self.tickets.ask()
            self._forgotten_at = self.ticks()

    def head(self, info: QueueInfo, *, limit: int) -> Head[Any] | None:
        """The head of a queue with this info, as long as that if the queue is; None if it has to be read."""
        version, head = self._heads.get(info.key, (info.version, None))
        if head is None or version != info.version:
            return None
        return head if head.whole or len(head.entries) >= limit else None

    def keep(self, info: QueueInfo, head: Head[Any]) -> None:
        """A head read after the info of its queue."""
        self._heads[info.key] = (info.version, head)

    def committed(self, queues: Iterable[QueueKey], matches: Collection[Match]) -> None:
        """Own matches, which have changed these queues once each."""
        gone = {
            AGENT_SIDE: {match.agent.ticket for match in matches},
            CALL_SIDE: {match.call.ticket for match in matches},
        }
        for queue in queues:
            version, head = self._heads.pop(queue, (0, None))
            # How far a head reaches is told by its last entry.
            if head is not None and (head.whole or head.entries[-1].ticket not in gone[queue.side]):
                self._heads[queue] = (version + 1, _without(head, gone[queue.side]))


def _without(head: Head[Any], tickets: Collection[int]) -> Head[Any]:
    return replace(head, entries=tuple(entry for entry in head.entries if entry.ticket not in tickets))

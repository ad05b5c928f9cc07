"""Last tickets: up to which ticket the entries of a reading count, known from notices where it can be.

A reading must not use a ticket taken after it began. The counters in the table tell the last one, for a
request. Notices tell it too: a ticket is taken before its entry is committed, and the notice comes later, so
the highest ticket heard of is never above the counter. With that bound a reading leaves out more: entries
that were there when it began, but whose notice is late or lost. If an entry left out could decide what others
get, the counters are asked and the reading begins again (`may_decide`). All others come after those that
count, and are matched when their notice comes. Entries that return with an old ticket are below either bound.

The counters are asked at first, after a second, at a wake-up without news, after an error, after a change of
leader, and always by those who hear no notices. So a lost notice delays its entry by a second.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from routing.model.events import EventKind

Last = tuple[int | None, int | None]


@dataclass
class LastTickets:
    """The last tickets of agents and of calls, for one thread; `listens` if it is told of notices."""

    listens: bool = False
    _last: tuple[int, int] | None = None

    @property
    def last(self) -> tuple[int, int] | None:
        """What is known for a reading that begins now; None if the counters have to be asked."""
        return self._last

    def found(self, last: Last) -> Last:
        """The counters were asked just now; an unreadable one is asked again each time."""
        agents, calls = last
        self._last = None
        if self.listens and agents is not None and calls is not None:
            self._last = agents, calls
        return last

    def ask(self) -> None:
        """The next reading asks the counters."""
        self._last = None

    def hear(self, told: Iterable[Mapping[str, Any]]) -> None:
        """The objects of a notice: `ticket` is that with which an agent or call of an event waits."""
        if self._last is None:
            return
        agents, calls = self._last
        for one in told:
            ticket = one.get("ticket")
            if type(ticket) is not int:
                continue
            if one.get("kind") == EventKind.AGENT_STATUS_CHANGED:
                agents = max(agents, ticket)
            else:
                calls = max(calls, ticket)
        self._last = agents, calls

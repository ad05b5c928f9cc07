"""Last tickets: up to which ticket the entries of a reading count, known from notices where it can be.

A reading must not use a ticket taken after it began. The counters in the table tell the last one, for a
request. Notices tell it too: a ticket is taken before its entry is committed, and the notice comes later, so
the highest ticket heard of is never above the counter. With that bound a reading leaves out more: entries
that were there when it began, but whose notice is late or lost. If an entry left out could decide what others
get, the counters are asked and the reading begins again (`may_decide`). All others come after those that
count, and are matched when their notice comes. Entries that return with an old ticket are below either bound.

The counters are asked at first, after a second, at a wake-up without news, after an error, after a change of
leader, after a notice of somebody who waits that does not tell the ticket, and always by those who hear no
notices. Wake-ups without news come after a second, so a lost notice delays its entry by two seconds at most.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from routing.model.agents import AgentStatus
from routing.model.events import EventKind
from routing.storage.forms import shapes

log = logging.getLogger(__name__)

Last = tuple[int | None, int | None]
# With these an agent may wait again whose ticket no event tells.
UNTOLD = frozenset({EventKind.CALL_DECLINED, EventKind.CALL_NOT_ANSWERED, EventKind.CALL_HANDED_BACK})


@dataclass
class LastTickets:
    """The last tickets of agents and of calls, for one thread; `listens` if it is told of notices."""

    listens: bool = False
    _last: tuple[int, int] | None = None
    _heard: tuple[int, int] = (0, 0)

    @property
    def last(self) -> tuple[int, int] | None:
        """What is known for a reading that begins now; None if the counters have to be asked."""
        return self._last

    def found(self, last: Last) -> Last:
        """The counters were asked just now; an unreadable one is asked again each time.

        Whoever tells of tickets beyond them is not of this table: then they are asked each time.
        """
        agents, calls = last
        self._last = None
        if self.listens and agents is not None and calls is not None:
            if self._heard[0] > agents or self._heard[1] > calls:
                self.listens = False
                log.warning(
                    "notices tell of tickets that nobody has taken; is this Redis another centre's, too?"
                )
            else:
                self._last = agents, calls
        return last

    def ask(self) -> None:
        """The next reading asks the counters."""
        self._last = None

    def hear(self, told: Iterable[Mapping[str, Any]]) -> None:
        """The objects of a notice: `ticket` is that with which an agent or call of an event waits."""
        for one in told:
            kind, ticket = one.get("kind"), one.get("ticket")
            if type(ticket) is int and shapes.TICKET.fits(ticket):
                is_agent = kind == EventKind.AGENT_STATUS_CHANGED
                self._add((ticket, 0) if is_agent else (0, ticket))
            elif _waits(one) or kind in UNTOLD:
                self.ask()

    def _add(self, at_least: tuple[int, int]) -> None:
        self._heard = _highest(self._heard, at_least)
        if self._last is not None:
            self._last = _highest(self._last, at_least)


def _waits(one: Mapping[str, Any]) -> bool:
    """Whether an event is of somebody who waits now."""
    return one.get("kind") == EventKind.CALL_QUEUED or one.get("became") == AgentStatus.QUEUED


def _highest(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return max(one[0], other[0]), max(one[1], other[1])

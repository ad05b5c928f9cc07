"""Callers of a run on their way into the table. Pure."""

from simulation.arrivals import START, Arrival, Mark
from simulation.people.run_plan import Played

Sending = tuple[Mark, Arrival]
"""An arrival, and the position right before it."""


class Coming:
    """The arrivals after a position; `mark` passes those that have come, in order."""

    def __init__(self, mark: Mark = START) -> None:
        self.mark = mark
        self._sent_to = mark
        self._on_the_way: set[int] = set()
        self._came: dict[int, Arrival] = {}

    @property
    def is_on_the_way(self) -> bool:
        """Whether an arrival was sent and has not come."""
        return bool(self._on_the_way)

    def next(self, plan: Played, *, until_seconds: float) -> Sending | None:
        """The next arrival to send, if one is due by then."""
        due = plan.due(self._sent_to, until_seconds=until_seconds, limit=1)
        return (self._sent_to, due[0]) if due else None

    def send(self, sending: Sending) -> None:
        """Notes that the next arrival is on its way."""
        arrival = sending[1]
        self._sent_to = arrival.mark
        self._on_the_way.add(arrival.number)

    def came(self, arrival: Arrival) -> bool:
        """Notes that an arrival is in the table, or was refused; False for one sent from another position."""
        if arrival.number not in self._on_the_way:
            return False
        self._on_the_way.remove(arrival.number)
        self._came[arrival.number] = arrival
        while self.mark.arrived in self._came:
            self.mark = self._came.pop(self.mark.arrived).mark
        return True

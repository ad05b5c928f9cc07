"""Cost of each operation of messaging: units as the engine reports them, requests, time."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from bench.figures import Row, median, quantile
from bench.messaging.message_goals import goal_of
from bench.messaging.store import agent, customer, messenger_on, pair, say
from dynamo.meter import MeterReading
from messaging import services
from messaging.messenger import Messenger
from messaging.model.parties import Party, PartyKind

TIMES = 200
PAGE = 50
SUPERVISOR = Party(PartyKind.USER, "bench")


@dataclass
class Measured:
    """Cost of the runs of one operation."""

    seconds: list[float] = field(default_factory=list)
    spent: list[MeterReading] = field(default_factory=list)

    def run(self, messenger: Messenger, act: Callable[[], object]) -> None:
        """Once more."""
        before, began = messenger.table.meter.reading(), time.perf_counter()
        act()
        self.seconds.append(time.perf_counter() - began)
        self.spent.append(messenger.table.meter.reading() - before)

    @property
    def times(self) -> dict[str, float]:
        """Quantiles of the time of a run, in milliseconds."""
        ascending = sorted(self.seconds)
        return {f"p{share}_ms": round(quantile(ascending, share / 100) * 1000, 1) for share in (50, 99)}

    def each(self, kind: str) -> float:
        """The mean of a figure of the meter."""
        return round(sum(float(getattr(one, kind)) for one in self.spent) / max(1, len(self.spent)), 2)


def unit_rows(endpoint: str, *, times: int = TIMES) -> list[Row]:
    """The cost of a send, then a row for each operation."""
    centre = _Centre(messenger_on(endpoint))
    found = {name: Measured() for name in centre.operations}
    for _ in range(times):
        for name, operation in centre.operations.items():
            found[name].run(centre.messenger, operation)
    return [send_row(found["send"], found["move a cursor"]), *map(_row, found.items())]


def send_row(send: Measured, cursor: Measured) -> Row:
    """What a message of two costs, and with the cursor of its reader moved at once. Pure."""
    alone = send.each("write_units")
    return {
        "measured": "send",
        "goal": goal_of("send"),
        "write_units": alone,
        "write_units_with_cursors": round(alone + cursor.each("write_units"), 2),
        "read_units": send.each("read_units"),
        "requests": send.each("requests"),
        **send.times,
    }


def _row(named: tuple[str, Measured]) -> Row:
    name, measured = named
    return {
        "operation": name,
        "write_units": measured.each("write_units"),
        "read_units": measured.each("read_units"),
        "requests": median([one.requests for one in measured.spent], 1),
        **measured.times,
    }


class _Centre:
    """One long conversation of two, one group, and what an operation needs of either."""

    def __init__(self, messenger: Messenger) -> None:
        services.message_table_create(messenger)
        self.messenger = messenger
        self.operations: dict[str, Callable[[], object]] = {
            "create of two": self._create,
            "send": self._send,
            "move a cursor": self._read,
            "open": lambda: services.messages_read(messenger, chat=self._chat, party=customer(0), limit=PAGE),
            "range of 10": lambda: services.messages_read(
                messenger, chat=self._chat, party=customer(0), after=max(0, self._last.number - 10), limit=10
            ),
            "recall": self._recall,
            "write a note": self._note,
            "join a group": self._join,
            "leave a group": self._leave,
        }
        self._numbers = count(1)
        self._chat = pair(messenger, 0)
        self._group = services.group_create(messenger, by=agent(0)).chat_id
        self._noted = 0
        self._last = say(messenger, self._chat, agent(0), base=0)
        self._base = self._last.number

    def _create(self) -> object:
        return pair(self.messenger, next(self._numbers))

    def _send(self) -> object:
        self._last = say(self.messenger, self._chat, agent(0), base=self._base)
        self._base = self._last.number
        return self._last

    def _read(self) -> object:
        last = self._last.number
        return services.read_mark(self.messenger, chat=self._chat, party=customer(0), number=last)

    def _recall(self) -> object:
        chat, number = self._chat, self._last.number
        self._base += 1  # a recall is a message, too
        return services.message_recall(self.messenger, chat=chat, number=number, by=SUPERVISOR)

    def _note(self) -> object:
        name, base = self.messenger.new_id(), self._noted
        note = services.note_write(
            self.messenger, chat=self._chat, by=agent(0), client_id=name, base=base, body="asks for the price"
        )
        self._noted = note.number
        return note

    def _join(self) -> object:
        self._joined = customer(next(self._numbers))
        return services.group_join(self.messenger, chat=self._group, party=self._joined, by=agent(0))

    def _leave(self) -> object:
        who = self._joined
        return services.group_leave(self.messenger, chat=self._group, party=who, by=who)

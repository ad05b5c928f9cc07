"""Device of a user: what it knows, and what it asks next. Pure.

It subscribes before it reads, keeps one number per conversation, and asks for what is beyond the next one. A
send carries the number up to which the device knows that its message is not there; before it sends again it
catches up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from messaging.model.messages import COUNTED

Frame: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class AskList:
    """Ask for what changed in the list of conversations; `before` goes on with the next page.

    `wish` is the number of the last reason to ask: one that came later asks again.
    """

    epoch: str
    stamp: int
    before: int
    wish: int


@dataclass(frozen=True)
class AskRange:
    """Ask for messages of a conversation beyond a number."""

    chat: str
    after: int


@dataclass(frozen=True)
class Send:
    """Send a message, with the number up to which it is not in the conversation."""

    chat: str
    client_id: str
    base: int
    body: str


Ask: TypeAlias = AskList | AskRange | Send


@dataclass
class Known:
    """A conversation: all messages up to `number`, the last one heard of, and what the user has read."""

    number: int = 0
    last: int = 0
    count: int = 0
    read_number: int = 0
    read_count: int = 0
    messages: dict[int, dict[str, Any]] = field(default_factory=dict)
    recalled: set[int] = field(default_factory=set)

    @property
    def unread(self) -> int:
        """The number that a list shows."""
        return max(0, self.count - self.read_count)

    @property
    def bodies(self) -> list[tuple[int, str]]:
        """What a page shows of it."""
        return [
            (number, "" if number in self.recalled else str(one["body"]))
            for number, one in self.messages.items()
        ]

    def take(self, message: Mapping[str, Any]) -> None:
        """The next message, or one that is known, or one beyond a gap."""
        number = int(message["number"])
        if number > self.last:
            self.last, self.count = number, int(message["count"])
        if number == self.number + 1:
            self.number = number
            self.messages[number] = dict(message)
            if message["recalled"]:
                self.recalled.add(number)
            if message["kind"] == "recall":
                self.recalled.add(int(message["body"]))

    def read(self, number: int, count: int) -> None:
        """The user has read up to a number."""
        if number > self.read_number:
            self.read_number, self.read_count = number, count


@dataclass
class Device:
    """Everything that arrives goes through `hear`, `take_list`, `take_range` or `sent`; `ask` says what is to
    do.
    """

    party: str
    epoch: str = ""
    stamp: int = 0
    chats: dict[str, Known] = field(default_factory=dict)
    waiting: list[Send] = field(default_factory=list)
    _tried: set[str] = field(default_factory=set)
    _caught_up: set[str] = field(default_factory=set)
    _wishes: int = 0
    _fulfilled: int = 0
    _page: int = 0
    _listed: tuple[str, int, int] = ("", 0, 0)
    _rows: set[str] = field(default_factory=set)

    def ask(self) -> Ask | None:
        """The next thing to do; None while there is nothing."""
        if self._wishes > self._fulfilled:
            return AskList(self.epoch, self.stamp, self._page, self._wishes)
        for chat, known in self.chats.items():
            if known.last > known.number:
                return AskRange(chat, known.number)
        for one in self.waiting:
            known = self.chats.setdefault(one.chat, Known())
            if one.client_id in self._tried and one.client_id not in self._caught_up:
                return AskRange(one.chat, known.number)
            return replace(one, base=known.number)
        return None

    def write(self, chat: str, client_id: str, body: str) -> None:
        """The user writes a message."""
        self.waiting.append(Send(chat, client_id, 0, body))

    def tried(self, send: Send) -> None:
        """A send begins; whether it arrives, and its answer, is another matter."""
        self._tried.add(send.client_id)
        self._caught_up.discard(send.client_id)

    def sent(self, message: Frame) -> None:
        """The answer to a send; the user may have left meanwhile."""
        if message["chat"] in self.chats:
            self._take_message(message)
            self._read_own(message)

    def hear(self, frame: Frame) -> None:
        """A frame of the socket."""
        kind = frame["type"]
        if kind == "hello":
            self._begin(frame["epoch"], frame["stamp"])
        elif kind == "beat":
            self._compare(frame["epoch"], frame["stamp"])
        elif kind in ("message", "read"):
            if kind == "message":
                self._take_message(frame)
                if frame["own"]:
                    self._read_own(frame)
            elif (known := self.chats.get(frame["chat"])) is not None:
                known.read(frame["number"], frame["count"])
            self._follow(frame["prev"], frame["stamp"])

    def _read_own(self, message: Frame) -> None:
        """Who sends a message has read up to it."""
        known = self.chats.get(message["chat"])
        if known is not None and message["kind"] in COUNTED:
            known.read(message["number"], message["count"])

    def take_list(self, asked: AskList, listing: Frame) -> None:
        """A page of the list, whose stamp is that of its first page; in another epoch all of it comes."""
        if asked.before != self._page:
            return  # from the beginning again, since there was a hello
        if asked.before == 0:
            self._listed, self._rows = (listing["epoch"], listing["stamp"], asked.wish), set()
        elif listing["epoch"] != self._listed[0]:
            self._page = 0
            return
        for row in listing["rows"]:
            self._take_row(row)
        self._page = listing["before"]
        if not self._page:
            self._end_list(is_whole=not listing["epoch"] or listing["epoch"] != asked.epoch)

    def _end_list(self, *, is_whole: bool) -> None:
        for chat in set(self.chats) - self._rows if is_whole else ():
            del self.chats[chat]
        self.epoch, self.stamp, self._fulfilled = self._listed

    def take_range(self, asked: AskRange, messages: Sequence[Frame]) -> None:
        """The messages beyond a number, or the first of them; the user may not see those left out before."""
        known = self.chats.get(asked.chat)
        if known is None:
            return  # the user has left meanwhile
        if messages and asked.after == known.number:
            known.number = messages[0]["number"] - 1
        for message in messages:
            self._take_message(message)
        if not messages or known.number >= known.last:
            self._caught_up |= {one.client_id for one in self.waiting if one.chat == asked.chat}

    def _begin(self, epoch: str, stamp: int) -> None:
        """From `stamp` on everything is heard; what was before it is in the list."""
        del epoch, stamp  # the answer has them too
        self._wishes += 1
        self._page = 0

    def _compare(self, epoch: str, stamp: int) -> None:
        if not epoch or epoch != self.epoch or stamp > self.stamp:
            self._wishes += 1

    def _follow(self, prev: int, stamp: int) -> None:
        """Everything between the frame before and this one was for others."""
        if prev > self.stamp:
            self._wishes += 1
        else:
            self.stamp = max(self.stamp, stamp)

    def _take_row(self, row: Frame) -> None:
        self._rows.add(row["chat"])
        if row["left"]:
            self.chats.pop(row["chat"], None)
            return
        known = self.chats.setdefault(row["chat"], Known())
        if row["number"] > known.last:
            known.last, known.count = row["number"], row["count"]
        known.read(row["read_number"], row["read_count"])

    def _take_message(self, message: Frame) -> None:
        self.chats.setdefault(message["chat"], Known()).take(message)
        mine = message["client_id"]
        self.waiting = [one for one in self.waiting if one.client_id != mine]
        left = message["kind"] == "event" and message["body"].partition(" ")[0] == "left"
        if left and (message.get("own") or message["sender"] == self.party):
            self.chats.pop(message["chat"], None)

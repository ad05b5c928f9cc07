"""Read marks: at once in Redis, in the store some seconds later; and who has read a message.

Until then the process that took a mark keeps it too, in case Redis loses it.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

import redis

from dynamo.exceptions import DynamoError
from messaging.inbox.epochs import Epochs
from messaging.inbox.gate import AwayError, Gate
from messaging.inbox.news import read_told
from messaging.inbox.redis_keys import CHANNEL, DUE, EPOCH, KEPT_SECONDS, SAVED, UNSAVED, readers
from messaging.inbox.source import ReadMark, Source
from messaging.model.messages import Message

AT_ONCE = 500
SAVE_MILLISECONDS = 5000
# Later than others: a sender who reads an answer soon costs one write, not two.
OWN_MILLISECONDS = 60_000
MOST_KEPT = 10_000


class ReadMarks:
    """How far users have read. A mark moves forward only."""

    def __init__(self, gate: Gate, epochs: Epochs, source: Source) -> None:
        self._gate = gate
        self._epochs = epochs
        self._source = source
        self._kept: dict[tuple[str, str], tuple[str, ReadMark]] = {}

    def move(self, party: str, chat: str, number: int) -> ReadMark:
        """A member has read up to a message, in the conversation of an alias as that alias. Without Redis the
        store is written at once.

        Raises NotAMemberError, UnknownMessageError and DynamoError.
        """
        owner = self._source.owner(party, chat)
        mark = self._source.read_mark(owner, chat, number)
        self._put(owner, chat, mark)
        return mark

    def of(self, party: str, chats: Collection[str]) -> Mapping[str, ReadMark]:
        """The read marks of a user; a conversation that the user has left has none. Raises AwayError."""
        if not chats:
            return {}
        names = list(chats)
        # Redis first: a mark that is stored in between is then seen twice, not missed.
        fields = [_field(party, chat) for chat in names]
        unsaved = dict(zip(names, self._gate.use(lambda client: client.hmget(UNSAVED, fields)), strict=True))
        saved = self._source.read_marks(party, names)
        return {chat: _later(mark, unsaved[chat]) for chat, mark in saved.items()}

    def readers(self, chat: str, number: int) -> list[str]:
        """Who has read a message, of the last seven days. Without Redis nobody is known."""
        try:
            found: list[str] = self._gate.use(
                lambda client: client.zrangebyscore(readers(chat), number, "+inf")
            )
        except AwayError:
            return []
        return found

    def save(self) -> int:
        """Puts marks that are due into the store, every five seconds at most; their number. Raises AwayError.

        A mark that moves meanwhile is stored the next time.
        """
        self._put_again()
        if not self._gate.use(lambda client: client.set(SAVED, "", nx=True, px=SAVE_MILLISECONDS)):
            return 0
        names: list[str] = self._gate.use(_due)
        unsaved = self._gate.use(lambda client: client.hmget(UNSAVED, names)) if names else []
        for name, text in zip(names, unsaved, strict=True):
            party, _, chat = name.rpartition(" ")
            if text is not None:
                self._source.save(party, chat, _mark(text))
            self._gate.script("saved", [UNSAVED, DUE], [name, text or ""])
        return len(names)

    def sent(self, epoch: str, message: Message) -> None:
        """The sender of a message has read up to it; Redis knows this from its announcement."""
        place, mark = (message.sender, message.chat), ReadMark(message.number, message.count)
        before = self._kept.get(place)
        if before is None or before[1].number < mark.number:
            self._keep(place, epoch, mark)

    def sent_without_redis(self, message: Message) -> None:
        """The same, written to the store; nothing while the store is away."""
        with suppress(DynamoError):
            self._source.save(message.sender, message.chat, ReadMark(message.number, message.count))

    def _put(self, party: str, chat: str, mark: ReadMark) -> None:
        try:
            epoch = self._epochs.current()
            self._epochs.run(
                "read",
                lambda of: [UNSAVED, DUE, of.stamp, of.published, of.inbox(party), readers(chat)],
                _field(party, chat),
                chat,
                party,
                mark.number,
                mark.count,
                read_told(party, chat, number=mark.number, count=mark.count),
                CHANNEL,
                KEPT_SECONDS,
            )
            self._keep((party, chat), epoch, mark)
        except AwayError:
            self._epochs.end()
            self._source.save(party, chat, mark)

    def _keep(self, place: tuple[str, str], epoch: str, mark: ReadMark) -> None:
        if len(self._kept) >= MOST_KEPT:  # nobody has asked this process to tidy up
            self._kept.pop(next(iter(self._kept), place), None)
        self._kept[place] = (epoch, mark)

    def _put_again(self) -> None:
        """Writes again what Redis may have lost; forgets what has been stored."""
        kept = list(self._kept.items())
        if not kept:
            return
        epoch, unsaved = self._in_redis([_field(*place) for place, _ in kept])
        for (place, (of_epoch, mark)), text in zip(kept, unsaved, strict=True):
            if text is None and self._kept.get(place) == (of_epoch, mark):
                self._kept.pop(place, None)
                if of_epoch != epoch:
                    self._put(*place, mark)

    def _in_redis(self, fields: list[str]) -> tuple[str | None, list[str | None]]:
        """The epoch in Redis, and the marks there, at one moment."""

        def read(client: "redis.Redis") -> list[Any]:
            with client.pipeline() as pipeline:
                pipeline.get(EPOCH)
                pipeline.hmget(UNSAVED, fields)
                return pipeline.execute()

        epoch, marks = self._gate.use(read)
        return epoch, marks


def _due(client: "redis.Redis") -> Any:
    """The fields of the marks to be stored by now, by the clock that set their times."""
    seconds, microseconds = client.time()
    now = seconds * 1000 + microseconds // 1000
    return client.zrangebyscore(DUE, "-inf", now, start=0, num=AT_ONCE)


def _field(party: str, chat: str) -> str:
    return f"{party} {chat}"


def _mark(text: str) -> ReadMark:
    number, count = map(int, text.split())
    return ReadMark(number, count)


def _later(saved: ReadMark, unsaved: str | None) -> ReadMark:
    return max(saved, _mark(unsaved), key=lambda mark: mark.number) if unsaved else saved

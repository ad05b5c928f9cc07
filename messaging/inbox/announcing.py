"""Announcer: announces each message to inboxes and devices after it is in the store.

A mark goes before the put and is cleared by the announcement. An old mark was left by a killed
process: a sweep announces its message from the store.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime

from messaging.inbox.epochs import Epochs
from messaging.inbox.gate import AwayError, Gate
from messaging.inbox.news import (
    NOTE,
    also_told,
    line_kept,
    line_of,
    membership_change,
    merge_told,
    message_told,
    read_told,
    transient_told,
)
from messaging.inbox.read_marks import OWN_MILLISECONDS, ReadMarks
from messaging.inbox.redis_keys import CHANNEL, DUE, KEPT_SECONDS, MARKS, UNSAVED
from messaging.inbox.source import Source
from messaging.model.audiences import Audience
from messaging.model.messages import COUNTED, Message, What
from routing.exceptions import UnreadableItemError

MOST_CONVERSATIONS = 1000
OVERDUE_SECONDS = 2.0
# A put that was still under way may yet come; none takes this long.
GIVEN_UP_SECONDS = 60.0
AT_ONCE = 100
MOST_WIDENED = 10_000
# In marks of merges; no id of a conversation has it, and no name of a party.
MERGED_INTO = "\n"


class Announcer:
    """Announces; no failure of Redis fails or delays a message for long."""

    def __init__(
        self,
        gate: Gate,
        epochs: Epochs,
        source: Source,
        read_marks: ReadMarks,
        *,
        clock: Callable[[], datetime],
    ) -> None:
        self._gate = gate
        self._epochs = epochs
        self._source = source
        self._read_marks = read_marks
        self._clock = clock
        self._widened: set[tuple[str, str]] = set()

    def mark(self, chat: str, number: int) -> None:
        """Before the put: the number is then announced if it is written, by any process."""
        self._mark(_message_mark(chat, number))

    def announce(self, message: Message, audience: Audience) -> None:
        """After the put. Without Redis the mark stays, for the sweep, or is lost with the epoch."""
        self._source.saw(message)
        try:
            self._announce(message, audience, _message_mark(message.chat, message.number))
        except AwayError:
            if _has_read(message, audience):
                self._read_marks.sent_without_redis(message)

    def announce_note(self, note: Message, to: Collection[str]) -> None:
        """Tells devices that there is a note; one that misses it reads it on opening the conversation."""
        told = transient_told(NOTE, note.chat, note.sender, to, number=note.number)
        with suppress(AwayError):
            self._gate.use(lambda client: client.publish(CHANNEL, told))

    def mark_merge(self, alias: str, into: str, version: int) -> None:
        """Before a merge, or before it is undone; the alias is at this version after it."""
        self._mark(_merge_mark(alias, into, version))

    def announce_merge(self, alias: str, into: str, version: int) -> None:
        """After the merge or its undoing: devices of both get their places again, and read their lists."""
        with suppress(AwayError):
            self._announce_merge(_merge_mark(alias, into, version))

    def sweep(self) -> int:
        """Announces what has been marked for two seconds or more; the number of marks. Raises AwayError."""
        now = self._clock().timestamp() * 1000
        before = now - OVERDUE_SECONDS * 1000
        marks: list[tuple[str, float]] = self._gate.use(
            lambda client: client.zrangebyscore(MARKS, "-inf", before, start=0, num=AT_ONCE, withscores=True)
        )
        for mark, since in marks:
            self._catch_up(mark, given_up=now - since > GIVEN_UP_SECONDS * 1000)
        return len(marks)

    def _catch_up(self, mark: str, *, given_up: bool) -> None:
        name, _, number = mark.rpartition("#")
        is_merge = MERGED_INTO in name
        done = self._merge_is_swept if is_merge else self._message_is_swept
        if not done(mark, name, int(number)) and given_up:
            self._gate.use(lambda client: client.zrem(MARKS, mark))

    def _message_is_swept(self, mark: str, chat: str, number: int) -> bool:
        found = self._source.message_and_last(chat, number)
        try:
            for message in found:
                self._announce(message, self._source.audience(chat), mark)
        except UnreadableItemError:
            return False  # the mark is given up later; until then it holds up no list
        return bool(found)

    def _merge_is_swept(self, mark: str, name: str, version: int) -> bool:
        is_written = self._source.contact(name.partition(MERGED_INTO)[0]).version >= version
        if is_written:
            self._announce_merge(mark)
        return is_written

    def _announce_merge(self, mark: str) -> None:
        contacts = mark.rpartition("#")[0].split(MERGED_INTO)
        self._epochs.run(
            "tell", lambda of: [MARKS, of.stamp, of.published], mark, merge_told(contacts), CHANNEL
        )

    def _mark(self, mark: str) -> None:
        try:
            self._epochs.current()
            moment = self._clock().timestamp() * 1000
            self._gate.use(lambda client: client.zadd(MARKS, {mark: moment}))
        except AwayError:
            self._epochs.end()

    def _announce(self, message: Message, audience: Audience, mark: str) -> None:
        if audience.is_large:
            self._widen(message)
        inboxes, chat = _told(message, audience), message.chat
        reads = _has_read(message, audience)
        epoch = self._epochs.current()
        self._epochs.run(
            "announce",
            lambda of: [MARKS, of.stamp, of.published, of.chat(chat), UNSAVED, DUE, *map(of.inbox, inboxes)],
            mark,
            chat,
            message.number,
            message.count,
            line_kept(line_of(message)),
            message_told(message, None if audience.is_large else inboxes),
            CHANNEL,
            KEPT_SECONDS,
            MOST_CONVERSATIONS,
            message.sender if reads else "",
            read_told(message.sender, chat, number=message.number, count=message.count),
            OWN_MILLISECONDS,
        )
        if reads:
            self._read_marks.sent(epoch, message)

    def _widen(self, message: Message) -> None:
        """Lets all members of a large conversation find it by its own stamp, once for each process and epoch;
        then those who join.
        """
        what, party = membership_change(message)
        known = (self._epochs.current(), message.chat)
        new = self._source.members(message.chat) if known not in self._widened else set[str]()
        if what == What.JOINED:
            new |= {party}
        if new:
            self._epochs.run("widen", lambda of: list(map(of.large, new)), message.chat, KEPT_SECONDS)
        if len(self._widened) >= MOST_WIDENED:
            self._widened.clear()
        self._widened.add(known)


def _told(message: Message, audience: Audience) -> list[str]:
    """The parties whose inboxes get the message."""
    return sorted({*audience.inboxes, *also_told(message)})


def _has_read(message: Message, audience: Audience) -> bool:
    """Whether its sender has read up to it: all senders have, except guests without a read mark."""
    return message.kind in COUNTED and (audience.is_large or message.sender in _told(message, audience))


def _message_mark(chat: str, number: int) -> str:
    return f"{chat}#{number}"


def _merge_mark(alias: str, into: str, version: int) -> str:
    return f"{alias}{MERGED_INTO}{into}#{version}"

"""Companions: the messages written with changes of chats, in the same transaction.

A customer's message that opens a conversation is the companion of its chat; every later change of the
chat has its event. The messages are put at the next number, so a change is decided again when somebody
else has written first: a close never passes over a message that its agent has not seen.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from dynamo.items import Attributes
from messaging.cards.rating import rating_card
from messaging.cards.steps import step_draft
from messaging.chats.events import (
    answered,
    event_of,
    event_text,
    is_word,
    rejected_text,
    state_of,
    transfer_text,
)
from messaging.chats.message_puts import in_table, message_put
from messaging.exceptions import UnknownChatError
from messaging.messenger import Messenger
from messaging.model.audiences import Audience
from messaging.model.conversations import Cursor
from messaging.model.limits import HIGHEST_NUMBER
from messaging.model.messages import Draft, Head, Kind, Message, What
from messaging.model.parties import ROUTING, party_of
from messaging.model.scenes import Scenes
from messaging.services.sending import own_among, read_since, told_of
from messaging.storage.card_items import NEW_CARD, card_item
from messaging.storage.chat_items import cursor_item
from messaging.storage.keys import card_key, cursor_key, log_of
from messaging.storage.log import read_head, read_range
from messaging.storage.reads import Participation, read_participation
from routing.model.calls import Call, Note
from routing.model.events import Event
from routing.model.outcomes import Conflict
from routing.router import Activity, Put

NO_MESSAGE = "a chat can begin only with a message from its customer"
OPEN_ALREADY = "the conversation is already open"
UNSEEN = "you have not seen message {number}; read it before closing"
# Events at the end of a log that are skipped to find the last message of a person.
MOST_EVENTS = 20
# Messages of a customer that are unread, at most, for an agent who takes the chat.
MOST_UNANSWERED = 50


@dataclass(frozen=True)
class Opening:
    """A customer's message to a conversation that is not open; `base` as in sending."""

    draft: Draft
    base: int


class News(threading.local):
    """The messages of the operation under way in this thread, and the last number it has seen of a log."""

    def __init__(self) -> None:
        self.operation_id = ""
        self.written: list[tuple[Message, Audience]] = []
        self.silent_since: dict[str, int] = {}

    def of(self, operation_id: str) -> list[tuple[Message, Audience]]:
        """The messages of this operation; those of an earlier one, which was refused, are forgotten."""
        if operation_id != self.operation_id:
            self.operation_id, self.written = operation_id, []
        return self.written


@dataclass(frozen=True)
class Beside:
    """`Companions` of the routing.

    `opening` and `seen` belong to one operation: the message that opens, and the last number that was seen
    by who closes.
    """

    messenger: Messenger
    scenes: Scenes
    opening: Opening | None = None
    seen: int | None = None
    news: News = field(default_factory=News, compare=False)

    def beside(
        self, before: Call | None, after: Call, notes: Sequence[Note], *, operation_id: str
    ) -> Sequence[Put] | Conflict:
        """See `Companions`. Without a conversation, or if it is about another contact, nothing is written."""
        if before is None:
            return self._opened(after, operation_id)
        what = event_of(before, after, notes)
        if what is None:
            return ()
        try:
            part = read_participation(self.messenger.table, after.chat_id, ROUTING)
        except UnknownChatError:
            return ()
        head = self._head(part)
        if not head.state.open or head.state.contact != after.call_id:
            return ()
        if head.number > self._seen(what, after):
            return Conflict(UNSEEN.format(number=head.number), after)
        event = self._event(part, head, what, after, operation_id)
        asks = what is What.CLOSED and self.scenes.of(after.scene).ask_rating and not after.rating
        return [
            self._put(part, event, operation_id, was=head.state.agent),
            *self._cursors(after.chat_id, head.state.agent, event.state.agent, self._answered),
            *(self._rating(part, event.head, after, operation_id) if asks else ()),
        ]

    def _seen(self, what: What, contact: Call) -> int:
        """The last number that who ends it has seen; in the sweep by `last_activity`, in the same thread.

        An end without a close is by its customer, who has seen something, or by the router, which ends any.
        """
        if self.seen is not None:
            return self.seen
        return self.news.silent_since.pop(contact.call_id, -1) if what is What.CLOSED else HIGHEST_NUMBER

    def _opened(self, contact: Call, operation_id: str) -> Sequence[Put] | Conflict:
        opening = self.opening
        if opening is None or opening.draft.chat != contact.chat_id:
            return Conflict(NO_MESSAGE, contact)
        part = read_participation(self.messenger.table, contact.chat_id, ROUTING)
        start = part.conversation.start
        since = read_since(self.messenger, log_of(contact.chat_id), opening.base, start=start)
        head = since[-1].head if since else start
        if head.state.open or own_among(since, opening.draft):
            return Conflict(OPEN_ALREADY, contact)
        state = state_of(contact)
        message = opening.draft.after(head, state)
        cursors = self._cursors(contact.chat_id, "", state.agent, lambda _chat: head)
        puts = [self._put(part, message, operation_id), *cursors]
        if contact.is_ended:  # turned away: its queue is full
            event = self._event(part, message.head, What.REJECTED, contact, operation_id)
            puts.append(self._put(part, event, operation_id))
        return puts

    def _event(
        self, part: Participation, head: Head, what: What, contact: Call, operation_id: str
    ) -> Message:
        state = state_of(contact)
        texts = {What.TRANSFERRED: transfer_text, What.REJECTED: rejected_text}
        said = texts.get(what)
        text = said(head.state, contact) if said else event_text(what, head.state, state)
        draft = self.messenger.draft(part.conversation, Kind.EVENT, str(ROUTING), operation_id, text)
        return draft.after(head, state)

    def _rating(self, part: Participation, closed: Head, contact: Call, operation_id: str) -> list[Put]:
        """The card that asks for a rating, and its message behind the close."""
        card = rating_card(self.messenger, chat=contact.chat_id, about=contact.call_id)
        draft = step_draft(self.messenger, part, card, str(ROUTING), card.client_id)
        message = draft.after(closed)
        card = replace(card, number=message.number, expires_at=message.expires_at)
        key, item = in_table(self.messenger, card_key(card.card_id)), card_item(card, operation_id)
        return [self._put(part, message, operation_id), Put(key, item, NEW_CARD)]

    def _put(self, part: Participation, message: Message, operation_id: str, was: str = "") -> Put:
        """The put of a message, which is told to those in the conversation, and to who has served it."""
        self.news.of(operation_id).append((message, told_of(message, part, was=was)))
        return message_put(self.messenger, message, operation_id)

    def _cursors(self, chat: str, was: str, serves: str, read: Callable[[str], Head]) -> list[Put]:
        """Who serves a conversation has it in its list until somebody else does, read up to a message."""
        if was == serves:
            return []
        items: dict[str, Attributes | None] = {was: None}
        if serves:
            mark = read(chat)
            items[serves] = cursor_item(Cursor(chat, read_number=mark.number, read_count=mark.count))
        return [
            Put(in_table(self.messenger, cursor_key(one, chat)), item) for one, item in items.items() if one
        ]

    def _answered(self, chat: str) -> Head:
        """The head up to which a customer's messages are answered, as far as the newest ones tell."""
        newest = read_range(
            self.messenger.table, log_of(chat), 1, HIGHEST_NUMBER, limit=MOST_UNANSWERED, newest_first=True
        )
        return answered(newest)

    def _head(self, part: Participation) -> Head:
        last = read_head(self.messenger.table, log_of(part.conversation.chat_id))
        return last.head if last else part.conversation.start

    def last_activity(self, contact: Call) -> Activity | None:
        """See `LastActivity`. The close that follows in this thread is conditional on what was read here."""
        newest = read_range(
            self.messenger.table,
            log_of(contact.chat_id),
            1,
            HIGHEST_NUMBER,
            limit=MOST_EVENTS,
            newest_first=True,
        )
        self.news.silent_since = {contact.call_id: newest[-1].number if newest else 0}
        said = next(filter(is_word, reversed(newest)), None)
        return None if said is None else Activity(said.at, party_of(said.sender).is_customer)

    def announce(self, events: Iterable[Event]) -> None:
        """After the commit: tells of the messages of its operation, which ran in this thread."""
        if any(event.operation == self.news.operation_id for event in events):
            written, self.news.written = self.news.written, []
            for message, audience in written:
                self.messenger.announcer.announce(message, audience)

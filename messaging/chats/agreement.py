"""Agreement of conversations with their chats, over both tables: contradictions and their repair.

Both change in one transaction, so only damage from outside makes them differ. The chat is the truth, as
agents and calls are in the audit of the core: the log gets an event with the state of its chat.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dynamo.conditions import Absent, Condition
from dynamo.exceptions import TableMissingError
from dynamo.transaction import Transaction
from messaging.cards.card_audit import card_findings, cards_mended
from messaging.chats.companions import Beside
from messaging.chats.events import event_text, state_of
from messaging.messenger import Messenger
from messaging.model.conversations import ChatKind, Conversation, Cursor
from messaging.model.messages import Head, Kind, State, What
from messaging.model.parties import ROUTING
from messaging.services.sending import told_of
from messaging.services.together import put_message
from messaging.storage.chat_items import chat_from, cursor_item
from messaging.storage.keys import CHAT_PREFIX, EXPIRY_GROUPS, cursor_key, log_of
from messaging.storage.log import read_head
from messaging.storage.reads import read_participation
from routing import selectors
from routing.exceptions import UnreadableItemError
from routing.model.calls import Call
from routing.repair.audit import MENDED, Finding
from routing.repair.recounting import Repaired
from routing.router import Router

READABLE = "a conversation can be read"
OPEN = "an open conversation agrees with its chat"
WAITING = "a chat that has not ended is that of its conversation"
NO_CHAT = "not repaired: its conversation is gone; end the chat"
TWO = "not repaired: the conversation has another chat; end one of them"
NO_CURSOR = Condition("has_no_cursor", Absent())
Pair = tuple[Conversation, Head]


def disagreements(router: Router) -> set[Finding]:
    """The conversations, chats and cards that contradict each other; empty without a table of messages."""
    beside = router.companions
    try:
        cards = card_findings(beside.messenger) if isinstance(beside, Beside) else set[Finding]()
        return cards | {finding for finding, _, _ in _found(router)}
    except TableMissingError:
        return set()


def agreed(router: Router) -> Iterator[Repaired]:
    """Writes what is missing in each conversation, and yields it after its commit."""
    beside = router.companions
    try:
        found = [*_found(router)]
    except TableMissingError:
        return
    for _, pair, state in found:
        if pair is not None and state is not None and isinstance(beside, Beside):
            text = _corrected(beside.messenger, pair, state)
            if text:
                yield Repaired(pair[0].chat_id, (f"event added: {text}",))
    if isinstance(beside, Beside):
        yield from cards_mended(beside.messenger)


def _found(router: Router) -> Iterator[tuple[Finding, Pair | None, State | None]]:
    """The findings, each with the conversation and the state it should have, if that is certain."""
    beside = router.companions
    if not isinstance(beside, Beside):
        return
    pairs, unreadable = _conversations(beside.messenger)
    for error in unreadable.values():
        yield Finding(READABLE, error.subject, error.why, error.remedy), None, None
    living = {one.call_id: one for one in selectors.all_calls(router) if one.chat_id and not one.is_ended}
    for pair in pairs.values():
        if pair[1].state.open:
            yield from _of_conversation(router, pair, living)
    for contact in living.values():
        if contact.chat_id not in unreadable:
            yield from _of_contact(pairs.get(contact.chat_id), contact)


def _of_conversation(
    router: Router, pair: Pair, living: Mapping[str, Call]
) -> Iterator[tuple[Finding, Pair, State]]:
    conversation, head = pair
    name = head.state.contact
    try:
        contact = living.get(name) or selectors.call(router, name)
    except UnreadableItemError:  # the audit of the routing names it
        return
    if contact is None:
        said = f"chat {name} does not exist; message {head.number}"
        yield Finding(OPEN, conversation.chat_id, said), pair, State(open=False, contact=name)
    elif not _agree(head.state, contact):
        has = head.state.agent or "nobody"
        said = f"{has} serves it by message {head.number}, but its chat is {contact.status}"
        yield Finding(OPEN, conversation.chat_id, said), pair, state_of(contact)


def _of_contact(pair: Pair | None, contact: Call) -> Iterator[tuple[Finding, Pair | None, State | None]]:
    at = f"is {contact.status} at version {contact.version}"
    if pair is None:
        said = f"{at}; there is no conversation {contact.chat_id}"
        yield Finding(WAITING, contact.call_id, said, NO_CHAT), None, None
    elif not pair[1].state.open:
        said = f"{at}; its conversation is closed by message {pair[1].number}"
        yield Finding(WAITING, contact.call_id, said, MENDED), pair, state_of(contact)
    elif pair[1].state.contact != contact.call_id:
        said = f"{at}; its conversation has {pair[1].state.contact}"
        yield Finding(WAITING, contact.call_id, said, TWO), None, None


def _agree(state: State, contact: Call) -> bool:
    # Whether its customer waits for a first response is a figure: it contradicts nothing.
    return replace(state, waits=False) == replace(state_of(contact), waits=False)


def _conversations(messenger: Messenger) -> tuple[dict[str, Pair], dict[str, UnreadableItemError]]:
    """By id: every conversation with the service and its head, and the errors of those where one of the two
    cannot be read. One read for each, none of older messages.
    """
    pairs, unreadable = dict[str, Pair](), dict[str, UnreadableItemError]()
    keys = [key for group in EXPIRY_GROUPS for key in messenger.table.pending(group)]
    for key, item in messenger.table.get_many(keys).items():
        try:
            chat = chat_from(item)
            if chat.kind is ChatKind.SERVICE:
                pairs[chat.chat_id] = chat, _head(messenger, chat)
        except UnreadableItemError as error:
            unreadable[key.pk.removeprefix(CHAT_PREFIX)] = error
    return pairs, unreadable


def _head(messenger: Messenger, conversation: Conversation) -> Head:
    last = read_head(messenger.table, log_of(conversation.chat_id))
    return last.head if last else conversation.start


def _corrected(messenger: Messenger, pair: Pair, state: State) -> str:
    """Appends the event with the state, and tells of it; empty if somebody else has written first."""
    conversation, head = pair
    what = What.ACCEPTED if state.agent else What.RESTORED if state.open else What.CLOSED
    text = event_text(what, head.state, state)
    transaction = Transaction(messenger.new_id())
    draft = messenger.draft(conversation, Kind.EVENT, str(ROUTING), transaction.operation_id, text)
    event = put_message(transaction, log_of(conversation.chat_id), draft, head, state)
    _put_cursors(transaction, messenger, conversation.chat_id, was=head.state.agent, serves=state.agent)
    messenger.announcer.mark(event.chat, event.number)
    if not messenger.table.commit(transaction).ok:
        return ""
    part = read_participation(messenger.table, conversation.chat_id, ROUTING)
    messenger.announcer.announce(event, told_of(event, part, was=head.state.agent))
    return text


def _put_cursors(transaction: Transaction, messenger: Messenger, chat: str, *, was: str, serves: str) -> None:
    """Who serves has the conversation in its list, with the read mark it may have; who did so has not."""
    if was and was != serves:
        transaction.delete(cursor_key(was, chat))
    if serves and messenger.table.get(cursor_key(serves, chat)) is None:
        transaction.put(cursor_key(serves, chat), cursor_item(Cursor(chat)), when=NO_CURSOR)

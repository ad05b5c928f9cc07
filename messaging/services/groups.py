"""Groups: joining, leaving, roles. Who joins or leaves is a message, in the same transaction."""

from dataclasses import replace

from dynamo.changes import Add, Append, Set
from dynamo.conditions import Absent, Below, Condition, Equals, Exists
from dynamo.transaction import OPERATIONS, Transaction
from messaging.exceptions import (
    GroupFullError,
    InvalidFieldError,
    NotAllowedError,
    NotAMemberError,
    TransferredError,
)
from messaging.messenger import Messenger
from messaging.model.audiences import Audience
from messaging.model.conversations import ChatKind, Cursor, Member, Role
from messaging.model.messages import Head, Kind, Message, What, event_body
from messaging.model.outcomes import BUSY, Conflict
from messaging.model.parties import Party, PartyKind
from messaging.services.reading import head_read
from messaging.services.together import MOST_TRIES, put_message
from messaging.storage import keys
from messaging.storage.chat_items import LEFT_AT, MEMBER_COUNT, ROLE, VERSION, cursor_item, member_item
from messaging.storage.reads import Participation, read_members, read_participation
from routing.storage.attributes import to_text

NOT_A_MEMBER = Condition("party_is_no_member", Absent(ROLE))
HAS_LEFT = Condition("party_has_left", Exists(LEFT_AT))
OUTSIDERS = frozenset({PartyKind.USER, PartyKind.PROGRAM})
"""Parties that manage groups without being members."""


def group_join(messenger: Messenger, *, chat: str, party: Party, by: Party) -> Member | Conflict:
    """Adds a member, who sees the history from the number that the group's rule gives; a repeat answers the
    member. Admins, the owner, supervisors and programs may; in a customer's conversation the agent who serves
    it, for colleagues, who then write in it too. Raises MessagingError.
    """
    for _ in range(MOST_TRIES):
        part, served = _joined(messenger, chat, party, by, joins=True)
        acting = None if served else _acting(part, by, least=Role.ADMIN)
        before = read_members(messenger.table, chat, [str(party)]).get(str(party))
        if before is not None and before.is_in:
            return before
        if part.conversation.members >= messenger.limits.members:
            raise GroupFullError(messenger.limits.members)
        if (joined := _join(messenger, part, party, acting, before)) is not None:
            return joined
    return BUSY


def _join(
    messenger: Messenger, part: Participation, party: Party, acting: Member | None, before: Member | None
) -> Member | None:
    chat, limit = part.conversation.chat_id, messenger.limits.members
    transaction = Transaction(messenger.new_id())
    head, message = _event(messenger, part, transaction, What.JOINED, party)
    first = part.conversation.first_number(message.number)
    member = Member(str(party), Role.MEMBER, first, messenger.clock())
    item = member_item(member, transaction.operation_id)
    place = keys.member_key(chat, str(party))
    transaction.put(place, item, when=HAS_LEFT if before else NOT_A_MEMBER)
    cursor = Cursor(chat, first, message.number, head.count)
    transaction.put(keys.cursor_key(str(party), chat), cursor_item(cursor))
    has_room = Condition("group_has_room", Below(MEMBER_COUNT, limit))
    transaction.update(keys.chat_key(chat), Add(MEMBER_COUNT, 1), Add(VERSION, 1), when=has_room)
    _guard(transaction, chat, acting)
    told = replace(part.audience, joined=(str(party),))
    return member if _written(messenger, transaction, message, told) else None


def group_leave(messenger: Messenger, *, chat: str, party: Party, by: Party) -> Member | Conflict:
    """Takes a member out: itself, or an admin a member, the owner anybody, as in `group_join` a colleague; a
    repeat answers the member.

    The owner leaves last, or gives its role away first. Raises MessagingError.
    """
    for _ in range(MOST_TRIES):
        part, served = _joined(messenger, chat, party, by)
        leaving = read_members(messenger.table, chat, [str(party)]).get(str(party))
        if leaving is None:
            raise NotAMemberError(str(party))
        if not leaving.is_in:
            return leaving
        acting = None if served or by == party else _acting(part, by, least=Role.ADMIN, on=leaving)
        if leaving.role is Role.OWNER and part.conversation.members > 1:
            raise NotAllowedError("party", "give the owner's role to another member before leaving")
        if (left := _leave(messenger, part, party, acting, leaving)) is not None:
            return left
    return BUSY


def _leave(
    messenger: Messenger, part: Participation, party: Party, acting: Member | None, leaving: Member
) -> Member | None:
    chat, now = part.conversation.chat_id, messenger.clock()
    transaction = Transaction(messenger.new_id())
    _, message = _event(messenger, part, transaction, What.LEFT, party)
    transaction.update(
        keys.member_key(chat, str(party)),
        Set(LEFT_AT, to_text(now)),
        Append(OPERATIONS, [transaction.operation_id]),
        when=_as_seen(leaving),
    )
    transaction.delete(keys.cursor_key(str(party), chat))
    there = Condition("group_is_there", Exists())
    transaction.update(keys.chat_key(chat), Add(MEMBER_COUNT, -1), Add(VERSION, 1), when=there)
    _guard(transaction, chat, acting)
    told = replace(part.audience, left=(str(party),))
    done = _written(messenger, transaction, message, told)
    return replace(leaving, left_at=now) if done else None


def group_role_set(
    messenger: Messenger, *, chat: str, party: Party, role: Role, by: Party
) -> Member | Conflict:
    """Gives a member a role; who gives the owner's role away becomes an admin. Raises MessagingError."""
    for _ in range(MOST_TRIES):
        part = _group(messenger, chat, by)
        _acting(part, by, least=Role.MEMBER)
        member = read_members(messenger.table, chat, [str(party)]).get(str(party))
        if member is None or not member.is_in:
            raise NotAMemberError(str(party))
        if member.role is role:
            return member
        acting = _acting(part, by, least=Role.OWNER)
        if Role.OWNER in (role, member.role) and (acting is None or acting.party == member.party):
            raise NotAllowedError(
                "role", "a group has one owner; only the owner can give that role to another member"
            )
        if _role_is_given(messenger, chat, member, role, acting):
            return replace(member, role=role)
    return BUSY


def _role_is_given(
    messenger: Messenger, chat: str, member: Member, role: Role, acting: Member | None
) -> bool:
    transaction = Transaction(messenger.new_id())
    _set_role(transaction, chat, member, role)
    if acting and role is Role.OWNER:
        _set_role(transaction, chat, acting, Role.ADMIN)
    else:
        _guard(transaction, chat, acting)
    return messenger.table.commit(transaction).ok


def _set_role(transaction: Transaction, chat: str, member: Member, role: Role) -> None:
    transaction.update(
        keys.member_key(chat, member.party),
        Set(ROLE, str(role)),
        Append(OPERATIONS, [transaction.operation_id]),
        when=_as_seen(member),
    )


def _joined(
    messenger: Messenger, chat: str, party: Party, by: Party, *, joins: bool = False
) -> tuple[Participation, bool]:
    """A group, or a customer's conversation, which a colleague joins or leaves if `by` may say so.

    Raises InvalidFieldError, TransferredError.
    """
    part = read_participation(messenger.table, chat, by)
    if part.conversation.kind is not ChatKind.SERVICE:
        return _group(messenger, chat, by), False
    if party.kind is not PartyKind.AGENT:
        raise InvalidFieldError(
            "party", str(party), "colleagues can join a customer's conversation: agent:<id>"
        )
    serving = head_read(messenger, chat=chat).state.agent
    if by.kind not in OUTSIDERS and str(by) != serving and (joins or by != party):
        raise TransferredError(serving)
    return part, True


def _group(messenger: Messenger, chat: str, by: Party) -> Participation:
    part = read_participation(messenger.table, chat, by)
    if part.conversation.kind is not ChatKind.GROUP:
        raise InvalidFieldError("chat", chat, "not a group")
    return part


def _acting(part: Participation, by: Party, *, least: Role, on: Member | None = None) -> Member | None:
    """The member who acts; None for a supervisor or program. Raises NotAllowedError, NotAMemberError."""
    if part.own is None:
        if by.kind in OUTSIDERS:
            return None
        raise NotAMemberError(str(by))
    if part.own.role.rank < least.rank or (on is not None and not part.own.may_act_on(on)):
        raise NotAllowedError("by", f"this needs a higher role than {part.own.role}")
    return part.own


def _as_seen(member: Member) -> Condition:
    return Condition("member_is_as_seen", Equals(ROLE, str(member.role)), Absent(LEFT_AT))


def _guard(transaction: Transaction, chat: str, acting: Member | None) -> None:
    """Lets the transaction hold only while who acts still has the role."""
    if acting is not None:
        transaction.check(keys.member_key(chat, acting.party), when=_as_seen(acting))


def _event(
    messenger: Messenger, part: Participation, transaction: Transaction, what: What, party: Party
) -> tuple[Head, Message]:
    """Adds the message of an event; the head before it, and the message."""
    chat = part.conversation
    head = head_read(messenger, chat=chat.chat_id)
    name = transaction.operation_id
    draft = messenger.draft(chat, Kind.EVENT, str(party), name, event_body(what, str(party)))
    return head, put_message(transaction, keys.log_of(chat.chat_id), draft, head)


def _written(messenger: Messenger, transaction: Transaction, message: Message, audience: Audience) -> bool:
    messenger.announcer.mark(message.chat, message.number)
    if not messenger.table.commit(transaction).ok:
        return False
    messenger.announcer.announce(message, replace(audience, version=audience.version + 1))
    return True

"""Reading: ranges, cursors, conversations of a party; notes; merged contacts."""

import pytest

from dynamo.table import Table
from messaging import exceptions
from messaging.messenger import Messenger
from messaging.model.contacts import MOST_ALIASES, Contact
from messaging.model.conversations import Cursor, direct_id
from messaging.model.messages import Message, State
from messaging.model.parties import PartyKind, party_of
from messaging.services import (
    contact_family,
    contact_merge,
    contact_unmerge,
    direct_create,
    group_create,
    head_read,
    message_recall,
    messages_read,
    note_write,
    notes_read,
    read_mark,
    service_create,
)
from tests.messengers import (
    ANA,
    BOSS,
    EVA,
    KIM,
    MIA,
    ROBOT,
    a_direct_chat,
    a_messenger,
    bodies,
    chats_read,
    sent,
    state_set,
)

NAMED = party_of("contact:kim@example.com")


@pytest.fixture
def messenger(either_table: Table) -> Messenger:
    return a_messenger(either_table)


def filled(messenger: Messenger, count: int = 12) -> str:
    """A conversation with the texts m1, m2, …"""
    chat = a_direct_chat(messenger)
    for number in range(1, count + 1):
        sent(messenger, chat, f"m{number}", base=number - 1)
    return chat


def test_ranges_are_read_from_both_sides_of_a_number(messenger: Messenger) -> None:
    chat = filled(messenger)

    def numbers(**options: int) -> list[int]:
        return [one.number for one in messages_read(messenger, chat=chat, party=EVA, **options)]

    assert numbers(limit=3) == [10, 11, 12]
    assert numbers(before=10, limit=3) == [7, 8, 9]
    assert numbers(before=3, limit=5) == [1, 2]
    assert numbers(before=1) == []
    assert numbers(after=0, limit=2) == [1, 2]
    assert numbers(after=9) == [10, 11, 12]
    assert numbers(after=12) == []
    assert numbers(after=99) == []
    for wrong, words in (
        ({"after": 1, "before": 2}, "before: 2 is not allowed; give after or before"),
        ({"limit": 0}, "limit: 0 is not allowed; it must be from 1 to 200"),
        ({"limit": 201}, "limit: 201"),
        ({"before": 0}, "before: 0"),
        ({"after": -1}, "after: -1"),
    ):
        with pytest.raises(exceptions.InvalidFieldError, match=words):
            numbers(**wrong)


def test_a_cursor_goes_forward_only_and_tells_what_is_unread(messenger: Messenger) -> None:
    chat = filled(messenger, 4)
    assert chats_read(messenger, party=EVA) == [Cursor(chat, 1, 0, 0)]

    assert read_mark(messenger, chat=chat, party=EVA, number=3) == Cursor(chat, 1, 3, 3)
    assert read_mark(messenger, chat=chat, party=EVA, number=2) == Cursor(chat, 1, 3, 3)

    (cursor,) = chats_read(messenger, party=EVA)
    assert cursor.unread(head_read(messenger, chat=chat)) == 1
    with pytest.raises(exceptions.UnknownMessageError):
        read_mark(messenger, chat=chat, party=EVA, number=5)
    with pytest.raises(exceptions.NotAMemberError):
        read_mark(messenger, chat=chat, party=MIA, number=1)
    assert [one.chat for one in chats_read(messenger, party=MIA)] == []


def test_a_read_mark_costs_one_write_unit(messenger: Messenger) -> None:
    chat = filled(messenger, 2)
    before = messenger.table.meter.reading()
    read_mark(messenger, chat=chat, party=EVA, number=2)
    assert (messenger.table.meter.reading() - before).write_units == 1


def test_a_conversation_is_made_once(messenger: Messenger) -> None:
    first = direct_create(messenger, by=ANA, other=EVA)
    assert direct_create(messenger, by=EVA, other=ANA) == first
    group = group_create(messenger, by=ANA, members=[EVA, EVA, ANA], title="Sales", chat="sales")
    assert group_create(messenger, by=ANA, title="Sales", chat="sales") == group
    assert group.members == 2
    service = service_create(messenger, contact=KIM, scene="listing", chat="c1")
    assert service_create(messenger, contact=KIM, scene="listing", chat="c1") == service
    with pytest.raises(exceptions.ChatExistsError, match="chat: 'sales' is already the id of another"):
        service_create(messenger, contact=KIM, chat="sales")
    with pytest.raises(exceptions.ChatExistsError):
        group_create(messenger, by=EVA, chat="sales")
    assert len(chats_read(messenger, party=ANA)) == 2


def test_conversations_that_cannot_be_made_are_refused_by_name(messenger: Messenger) -> None:
    with pytest.raises(exceptions.InvalidFieldError, match=r"other: .* two parties"):
        direct_create(messenger, by=ANA, other=ANA)
    with pytest.raises(exceptions.InvalidFieldError, match=r"contact: .agent:ana. .* write contact:<id>"):
        service_create(messenger, contact=ANA)
    with pytest.raises(exceptions.InvalidFieldError, match=r"chat: .* are those of conversations of two"):
        service_create(messenger, contact=KIM, chat=direct_id(ANA, EVA))
    with pytest.raises(exceptions.TooLongError, match="title: it has 101 characters; at most 100"):
        group_create(messenger, by=ANA, title="x" * 101)
    with pytest.raises(exceptions.InvalidFieldError, match="chat: 'a#b' is not allowed"):
        group_create(messenger, by=ANA, chat="a#b")
    with pytest.raises(exceptions.InvalidFieldError, match="history: -2"):
        group_create(messenger, by=ANA, history=-2)


def test_the_service_sees_its_conversations_and_customers_only_their_own(messenger: Messenger) -> None:
    conversation = service_create(messenger, contact=KIM)
    chat = conversation.chat_id
    state_set(messenger, conversation, State(open=True, contact="c1", agent=str(ANA)))
    sent(messenger, chat, "hello", by=KIM, base=1)
    for reader in (KIM, ANA, BOSS, ROBOT):
        assert bodies(messenger, chat, reader)[-1] == "hello"
    for stranger in (EVA, NAMED):
        with pytest.raises(exceptions.NotAMemberError):
            bodies(messenger, chat, stranger)


def test_notes_have_numbers_of_their_own_that_customers_never_see(messenger: Messenger) -> None:
    chat = service_create(messenger, contact=KIM).chat_id

    def note(body: str, base: int) -> int:
        name = body.replace(" ", "-")
        written = note_write(messenger, chat=chat, by=ANA, client_id=name, base=base, body=body)
        return written.number

    assert [note("angry", 0), note("calls back", 1), note("angry", 0)] == [1, 2, 1]
    assert [one.body for one in notes_read(messenger, chat=chat, party=EVA)] == ["angry", "calls back"]
    assert [one.number for one in notes_read(messenger, chat=chat, party=BOSS, after=1)] == [2]
    assert head_read(messenger, chat=chat).number == 0
    with pytest.raises(exceptions.NotAllowedError, match="'contact:kim' cannot see internal notes"):
        notes_read(messenger, chat=chat, party=KIM)
    with pytest.raises(exceptions.NotAllowedError):
        note_write(messenger, chat=chat, by=KIM, client_id="1", base=0, body="x")
    with pytest.raises(exceptions.ClientIdReusedError):
        note_write(messenger, chat=chat, by=ANA, client_id="angry", base=0, body="calm")


def test_a_merged_contact_reads_and_writes_in_both_timelines_until_it_is_undone(messenger: Messenger) -> None:
    conversation = service_create(messenger, contact=KIM)
    chat = conversation.chat_id
    state_set(messenger, conversation, State(open=True))
    sent(messenger, chat, "before", by=KIM, base=1)

    assert contact_merge(messenger, alias=KIM, into=NAMED) == Contact(NAMED.name, "", (KIM.name,), 1, 1)
    assert contact_family(messenger, contact=NAMED) == (NAMED, KIM)
    sent(messenger, chat, "signed in", by=NAMED, base=2)
    sent(messenger, chat, "late", by=KIM, base=2)
    assert bodies(messenger, chat, NAMED)[1:] == ["before", "signed in", "late"]
    assert read_mark(messenger, chat=chat, party=NAMED, number=4).read_number == 4
    assert [one.read_number for one in chats_read(messenger, party=KIM)] == [4]

    contact_unmerge(messenger, alias=KIM, into=NAMED)
    with pytest.raises(exceptions.NotAMemberError):
        bodies(messenger, chat, NAMED)
    assert contact_family(messenger, contact=NAMED) == (NAMED,)
    assert bodies(messenger, chat, KIM)[1:] == ["before", "signed in", "late"]


def test_what_was_sent_before_a_merge_stays_the_named_contacts_own(messenger: Messenger) -> None:
    conversation = service_create(messenger, contact=KIM)
    chat = conversation.chat_id
    state_set(messenger, conversation, State(open=True))
    first = sent(messenger, chat, "reply lost", by=KIM, base=1)
    contact_merge(messenger, alias=KIM, into=NAMED)

    assert sent(messenger, chat, "reply lost", by=NAMED, base=1) == first
    assert bodies(messenger, chat, NAMED)[1:] == ["reply lost"]
    recalled = message_recall(messenger, chat=chat, number=first.number, by=NAMED)
    assert isinstance(recalled, Message)
    assert recalled.recalled


def test_merges_that_cannot_be_are_refused_and_repeats_change_nothing(messenger: Messenger) -> None:
    other = party_of("contact:lee")
    first = contact_merge(messenger, alias=KIM, into=NAMED)
    assert contact_merge(messenger, alias=KIM, into=NAMED) == first
    for alias, into, words in (
        (KIM, other, "is already merged into 'kim@example.com'"),
        (NAMED, other, "has aliases of its own"),
        (other, KIM, "is itself merged into"),
        (other, other, "cannot be merged into itself"),
    ):
        with pytest.raises(exceptions.MergedElsewhereError, match=words):
            contact_merge(messenger, alias=alias, into=into)
    for number in range(MOST_ALIASES - 1):
        contact_merge(messenger, alias=party_of(f"contact:a{number}"), into=NAMED)
    with pytest.raises(exceptions.TooManyAliasesError, match="has reached its limit of 10 aliases"):
        contact_merge(messenger, alias=other, into=NAMED)
    unmerged = contact_unmerge(messenger, alias=KIM, into=NAMED)
    assert contact_unmerge(messenger, alias=KIM, into=NAMED) == unmerged
    assert all(one.kind is PartyKind.CONTACT for one in contact_family(messenger, contact=NAMED))
    assert contact_merge(messenger, alias=KIM, into=NAMED)

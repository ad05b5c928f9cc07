"""Lost races: what others do between a read and a write of messaging is seen, whoever they are."""

from collections.abc import Sequence
from functools import partial

import pytest

from dynamo.items import Attributes
from messaging import exceptions
from messaging.messenger import Messenger
from messaging.model.conversations import Member, Role
from messaging.model.ids import tick_of
from messaging.model.limits import Limits
from messaging.model.messages import Kind, Message, State
from messaging.model.outcomes import BUSY, Conflict
from messaging.model.parties import party_of
from messaging.services import (
    contact_family,
    contact_merge,
    group_create,
    group_join,
    group_leave,
    group_role_set,
    head_read,
    message_recall,
    messages_read,
    read_mark,
    service_create,
)
from messaging.storage.keys import WORKERS, log_of
from messaging.storage.reads import read_conversation
from messaging.storage.worker_items import take_worker
from tests.builders import NOON
from tests.memory.table import MemoryTable
from tests.messengers import (
    ANA,
    BOSS,
    EVA,
    KIM,
    MIA,
    a_direct_chat,
    a_messenger,
    bodies,
    chats_read,
    sent,
    state_set,
)
from tests.tables import InterruptedTable, PassingTable

NAMED = party_of("contact:kim@example.com")


@pytest.fixture
def watched() -> InterruptedTable:
    return InterruptedTable(MemoryTable())


@pytest.fixture
def messenger(watched: InterruptedTable) -> Messenger:
    """Who loses the races."""
    return a_messenger(watched, limits=Limits(members=4))


@pytest.fixture
def other(messenger: Messenger, watched: InterruptedTable) -> Messenger:
    """Who acts in between."""
    return a_messenger(watched.behind, clock=messenger.clock, limits=messenger.limits)


def kinds(messenger: Messenger, chat: str) -> list[Kind]:
    return [one.kind for one in messages_read(messenger, chat=chat, party=ANA)]


def test_the_own_message_of_an_earlier_try_is_met_on_the_way(
    messenger: Messenger, other: Messenger, watched: InterruptedTable
) -> None:
    chat = a_direct_chat(other)
    watched.before_puts.append(lambda: sent(other, chat, "between", by=EVA))
    watched.before_puts.append(lambda: sent(other, chat, "hello", base=1))

    answer = sent(messenger, chat, "hello")

    assert answer.number == 2
    assert bodies(other, chat) == ["between", "hello"]


def test_a_transfer_in_between_refuses_the_message_of_the_former_agent(
    messenger: Messenger, other: Messenger, watched: InterruptedTable
) -> None:
    conversation = service_create(other, contact=KIM)
    chat = conversation.chat_id
    state_set(other, conversation, State(open=True, agent=str(ANA)))
    watched.before_puts.append(lambda: state_set(other, conversation, State(open=True, agent=str(EVA))))

    with pytest.raises(exceptions.TransferredError, match="'agent:eva' serves this conversation now"):
        sent(messenger, chat, "mine", by=ANA, base=1)
    assert head_read(other, chat=chat).number == 2


def test_a_message_recalled_after_it_was_read_is_recalled_once(
    messenger: Messenger, other: Messenger, watched: InterruptedTable
) -> None:
    chat = a_direct_chat(other)
    sent(other, chat, "oops")
    watched.before_queries[log_of(chat)] = lambda: message_recall(other, chat=chat, number=1, by=BOSS)

    answer = message_recall(messenger, chat=chat, number=1, by=ANA)

    assert isinstance(answer, Message)
    assert answer.recalled
    assert kinds(other, chat) == [Kind.TEXT, Kind.RECALL]


def test_the_last_place_of_a_group_is_given_once(
    messenger: Messenger, other: Messenger, watched: InterruptedTable
) -> None:
    chat = group_create(other, by=ANA, members=[EVA, BOSS]).chat_id
    watched.before_queries[log_of(chat)] = lambda: group_join(other, chat=chat, party=MIA, by=ANA)

    with pytest.raises(exceptions.GroupFullError):
        group_join(messenger, chat=chat, party=KIM, by=ANA)

    assert read_conversation(watched.behind, chat).members == 4
    assert kinds(other, chat) == [Kind.EVENT]


def test_who_loses_the_role_meanwhile_adds_nobody(
    messenger: Messenger, other: Messenger, watched: InterruptedTable
) -> None:
    chat = group_create(other, by=ANA, members=[EVA]).chat_id
    group_role_set(other, chat=chat, party=EVA, role=Role.ADMIN, by=ANA)
    watched.before_commits.append(
        lambda: group_role_set(other, chat=chat, party=EVA, role=Role.MEMBER, by=ANA)
    )

    with pytest.raises(exceptions.NotAllowedError):
        group_join(messenger, chat=chat, party=MIA, by=EVA)

    assert kinds(other, chat) == []


@pytest.mark.parametrize("leaves", [False, True])
def test_joining_or_leaving_twice_at_once_is_one_message(
    messenger: Messenger, other: Messenger, watched: InterruptedTable, *, leaves: bool
) -> None:
    chat = group_create(other, by=ANA, members=[EVA]).chat_id
    act, party = (group_leave, EVA) if leaves else (group_join, MIA)
    watched.before_queries[log_of(chat)] = lambda: act(other, chat=chat, party=party, by=ANA)

    answer = act(messenger, chat=chat, party=party, by=ANA)

    assert isinstance(answer, Member)
    assert kinds(other, chat) == [Kind.EVENT]
    assert read_conversation(watched.behind, chat).members == (1 if leaves else 3)


def test_messages_between_do_not_keep_a_member_out(
    messenger: Messenger, other: Messenger, watched: InterruptedTable
) -> None:
    chat = group_create(other, by=ANA, members=[EVA], history=0).chat_id
    watched.before_commits.extend(
        [lambda: sent(other, chat, "one"), lambda: sent(other, chat, "two", base=1)]
    )

    member = group_join(messenger, chat=chat, party=MIA, by=ANA)

    assert isinstance(member, Member)
    assert member.first_number == 3
    assert [cursor.unread(head_read(other, chat=chat)) for cursor in chats_read(other, party=MIA)] == [0]


def test_after_many_lost_races_it_gives_up_and_says_so(
    messenger: Messenger, other: Messenger, watched: InterruptedTable
) -> None:
    chat = group_create(other, by=ANA, members=[EVA]).chat_id
    watched.before_commits.extend(
        partial(sent, other, chat, f"m{number}", base=number) for number in range(20)
    )

    answer = group_join(messenger, chat=chat, party=MIA, by=ANA)

    assert answer is BUSY
    assert isinstance(answer, Conflict)
    assert read_conversation(watched.behind, chat).members == 2


def test_of_two_merges_into_one_contact_none_is_lost(
    messenger: Messenger, other: Messenger, watched: InterruptedTable
) -> None:
    lee = party_of("contact:lee")
    watched.before_commits.append(lambda: contact_merge(other, alias=lee, into=NAMED))

    contact_merge(messenger, alias=KIM, into=NAMED)

    assert contact_family(other, contact=NAMED) == (NAMED, lee, KIM)


def test_a_member_who_leaves_while_it_reads_keeps_no_cursor(
    messenger: Messenger, other: Messenger, watched: InterruptedTable
) -> None:
    chat = group_create(other, by=ANA, members=[EVA]).chat_id
    sent(other, chat, "news")

    class Leaving(PassingTable):
        def get(self, key: object) -> Attributes | None:
            group_leave(other, chat=chat, party=EVA, by=EVA)
            return super().get(key)  # type: ignore[arg-type]  # a key

    slow = a_messenger(Leaving(watched.behind), clock=messenger.clock)
    with pytest.raises(exceptions.NotAMemberError):
        read_mark(slow, chat=chat, party=EVA, number=1)
    assert chats_read(other, party=EVA) == []


def test_a_worker_taken_since_the_look_is_not_taken_again() -> None:
    class Blind(PassingTable):
        def query(self, pk: str, **options: object) -> list[Attributes]:
            return [] if pk == WORKERS else super().query(pk, **options)  # type: ignore[arg-type]

    table = MemoryTable()
    table.create()
    tick = tick_of(NOON)
    found: Sequence[int] = [
        take_worker(Blind(table), f"p{number}", tick=tick, until=tick + 9, start=4) for number in range(3)
    ]
    assert found == [4, 5, 6]

"""Groups: who joins or leaves is a message; first visible number, roles, limits."""

import pytest

from dynamo.table import Table
from messaging import exceptions
from messaging.messenger import Messenger
from messaging.model.conversations import ALL_HISTORY, Member, Role
from messaging.model.limits import MOST_TOLD, Limits
from messaging.model.messages import Kind
from messaging.model.parties import Party, party_of
from messaging.services import (
    direct_create,
    group_create,
    group_join,
    group_leave,
    group_role_set,
    head_read,
    messages_read,
)
from messaging.storage.reads import read_conversation, read_cursors
from tests.messengers import ANA, BOSS, EVA, KIM, MIA, Listener, a_messenger, bodies, sent


@pytest.fixture
def messenger(either_table: Table) -> Messenger:
    return a_messenger(either_table)


def a_group(messenger: Messenger, *members: Party, history: int = ALL_HISTORY) -> str:
    """A group that ana owns."""
    return group_create(messenger, by=ANA, members=members, title="Sales", history=history).chat_id


def joined(messenger: Messenger, chat: str, party: Party, *, by: Party = ANA) -> Member:
    member = group_join(messenger, chat=chat, party=party, by=by)
    assert isinstance(member, Member), member
    return member


def test_joining_and_leaving_are_messages_that_count_for_nobody(messenger: Messenger) -> None:
    chat = a_group(messenger)
    sent(messenger, chat, "hello")

    member = joined(messenger, chat, EVA)
    left = group_leave(messenger, chat=chat, party=EVA, by=EVA)

    shown = messages_read(messenger, chat=chat, party=ANA)
    assert [(one.kind, one.body, one.count) for one in shown] == [
        (Kind.TEXT, "hello", 1),
        (Kind.EVENT, "joined agent:eva", 1),
        (Kind.EVENT, "left agent:eva", 1),
    ]
    assert (member.role, member.is_in) == (Role.MEMBER, True)
    assert isinstance(left, Member)
    assert not left.is_in
    assert read_conversation(messenger.table, chat).members == 1
    assert read_cursors(messenger.table, str(EVA)) == []


def test_a_repeat_changes_nothing(messenger: Messenger) -> None:
    chat = a_group(messenger)
    first = joined(messenger, chat, EVA)
    assert joined(messenger, chat, EVA) == first
    left = group_leave(messenger, chat=chat, party=EVA, by=ANA)
    assert group_leave(messenger, chat=chat, party=EVA, by=ANA) == left
    assert head_read(messenger, chat=chat).number == 2


@pytest.mark.parametrize(
    ("history", "visible"),
    [(ALL_HISTORY, ["m1", "m2", "m3", "joined"]), (0, ["joined"]), (2, ["m2", "m3", "joined"])],
)
def test_the_first_visible_number_follows_the_rule(
    messenger: Messenger, history: int, visible: list[str]
) -> None:
    chat = a_group(messenger, history=history)
    for number in (1, 2, 3):
        sent(messenger, chat, f"m{number}")

    member = joined(messenger, chat, EVA)

    assert [body.split(" ")[0] for body in bodies(messenger, chat, EVA)] == visible
    assert member.first_number == {ALL_HISTORY: 1, 0: 4, 2: 2}[history]
    (cursor,) = read_cursors(messenger.table, str(EVA))
    assert cursor.unread(head_read(messenger, chat=chat)) == 0, "what was there before is not unread"
    sent(messenger, chat, "news", base=4)
    assert cursor.unread(head_read(messenger, chat=chat)) == 1


def test_who_left_neither_reads_nor_writes_and_may_come_back(messenger: Messenger) -> None:
    chat = a_group(messenger, EVA, history=0)
    sent(messenger, chat, "secret")
    group_leave(messenger, chat=chat, party=EVA, by=EVA)

    with pytest.raises(exceptions.NotAMemberError):
        bodies(messenger, chat, EVA)
    with pytest.raises(exceptions.NotAMemberError, match="sender: 'agent:eva' is not a member"):
        sent(messenger, chat, "late", by=EVA, base=1)

    assert joined(messenger, chat, EVA).first_number == 3
    assert sent(messenger, chat, "back", by=EVA, base=3).number == 4


def test_only_admins_the_owner_and_supervisors_add_and_remove(messenger: Messenger) -> None:
    chat = a_group(messenger, EVA, MIA)
    with pytest.raises(exceptions.NotAllowedError, match="by: this needs a higher role than member"):
        joined(messenger, chat, KIM, by=EVA)
    with pytest.raises(exceptions.NotAllowedError):
        group_leave(messenger, chat=chat, party=MIA, by=EVA)
    with pytest.raises(exceptions.NotAMemberError):
        joined(messenger, chat, KIM, by=KIM)

    group_role_set(messenger, chat=chat, party=EVA, role=Role.ADMIN, by=ANA)
    joined(messenger, chat, KIM, by=EVA)
    group_leave(messenger, chat=chat, party=MIA, by=EVA)
    joined(messenger, chat, MIA, by=BOSS)
    with pytest.raises(exceptions.NotAllowedError):
        group_leave(messenger, chat=chat, party=ANA, by=EVA)
    assert read_conversation(messenger.table, chat).members == 4


def test_a_group_has_one_owner_who_gives_the_role_away_before_leaving(messenger: Messenger) -> None:
    chat = a_group(messenger, EVA)
    with pytest.raises(exceptions.NotAllowedError, match="give the owner's role to another member before"):
        group_leave(messenger, chat=chat, party=ANA, by=ANA)
    with pytest.raises(exceptions.NotAllowedError, match="role: a group has one owner"):
        group_role_set(messenger, chat=chat, party=ANA, role=Role.MEMBER, by=ANA)

    assert group_role_set(messenger, chat=chat, party=EVA, role=Role.OWNER, by=ANA)
    group_leave(messenger, chat=chat, party=ANA, by=ANA)

    last = group_leave(messenger, chat=chat, party=EVA, by=EVA)
    assert isinstance(last, Member)
    assert last.role is Role.OWNER
    assert read_conversation(messenger.table, chat).members == 0


def test_a_full_group_says_so_and_names_the_limit(either_table: Table) -> None:
    messenger = a_messenger(either_table, limits=Limits(members=2))
    chat = a_group(messenger, EVA)
    with pytest.raises(
        exceptions.GroupFullError, match="party: the group has reached its limit of 2 members"
    ):
        joined(messenger, chat, MIA)
    assert head_read(messenger, chat=chat).number == 0
    with pytest.raises(exceptions.InvalidFieldError, match="members: 3 is not allowed; at most 2 at once"):
        a_group(messenger, EVA, MIA)


def test_a_large_group_is_announced_by_its_own_stamp(either_table: Table) -> None:
    listener = Listener()
    messenger = a_messenger(either_table, announcer=listener)
    first = [party_of(f"agent:m{number}") for number in range(39)]
    chat = a_group(messenger, *first)
    for number in range(39, MOST_TOLD):
        joined(messenger, chat, party_of(f"agent:m{number}"))
    sent(messenger, chat, "news", by=first[7], base=25)

    assert read_conversation(messenger.table, chat).members == MOST_TOLD + 1
    last = listener.audiences[-1]
    assert (last.is_large, last.members, last.version) == (True, (), 1 + MOST_TOLD - 39)
    assert len(listener.audiences[0].members) == 40
    assert listener.audiences[0].inboxes[-1] == "agent:m9"
    with pytest.raises(exceptions.NotAMemberError):
        sent(messenger, chat, "who", by=EVA, base=25)


def test_only_groups_are_joined(messenger: Messenger) -> None:
    chat = direct_create(messenger, by=ANA, other=EVA).chat_id
    with pytest.raises(exceptions.InvalidFieldError, match="not a group"):
        joined(messenger, chat, MIA)

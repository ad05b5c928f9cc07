"""Lists of conversations: from Redis what the store has, through every loss of Redis."""

from functools import partial

import pytest
import redis

from messaging import services
from messaging.inbox import announcing, inboxes
from messaging.inbox.listing import Head, Listing
from messaging.inbox.redis_keys import Keys
from messaging.inbox.source import ReadMark
from messaging.model.limits import MOST_TOLD
from messaging.model.parties import Party, party_of
from tests.devices.centre import ANN, BOB, CUSTOMER, SUE, Centre
from tests.running import RunningRedis


def what(listing: Listing) -> list[tuple[str, Head | None, ReadMark, int]]:
    return [(row.chat, row.head, row.read, row.unread) for row in listing.rows]


def agrees(centre: Centre, party: Party) -> bool:
    """Whether the list in Redis is that of the store, once that has the read marks of senders."""
    centre.store_marks()
    listing = centre.list(party, limit=1000)
    assert listing.epoch
    return what(listing) == what(centre.by_store(party))


def three_chats(centre: Centre) -> list[str]:
    chats = [centre.chat(ANN, other) for other in (BOB, CUSTOMER, SUE)]
    for chat in (*chats, chats[0]):
        centre.clock.pass_seconds(1)
        centre.send(chat, ANN, f"to {chat}")
    centre.store_marks()
    return chats


def test_a_list_is_newest_first_with_counts_and_the_last_line(centre: Centre) -> None:
    chats = three_chats(centre)

    listing = centre.list(BOB)

    (row,) = listing.rows
    assert (row.chat, row.unread) == (chats[0], 2)
    assert row.head is not None
    assert (row.head.number, row.head.line.text, row.head.line.sender) == (2, f"to {chats[0]}", "agent:ann")
    assert [row.chat for row in centre.list(ANN).rows] == [chats[0], chats[2], chats[1]]
    assert agrees(centre, ANN)


def test_after_a_stamp_there_is_only_what_has_changed_since(centre: Centre) -> None:
    chats = three_chats(centre)
    before = centre.list(ANN)
    assert centre.list(ANN, stamp=before.stamp, epoch=before.epoch).rows == ()

    centre.send(chats[1], CUSTOMER)

    after = centre.list(ANN, stamp=before.stamp, epoch=before.epoch)
    assert [row.chat for row in after.rows] == [chats[1]]
    assert len(centre.list(ANN, stamp=before.stamp, epoch="another").rows) == 3


def test_pages_have_every_conversation_once(centre: Centre) -> None:
    for number in range(7):
        centre.send(centre.chat(ANN, party_of(f"contact:{number}")), ANN)
    for one in (centre, centre.without_redis()):
        pages = [one.list(ANN, limit=3)]
        while pages[-1].before:
            pages.append(one.list(ANN, limit=3, before=pages[-1].before))
        assert [what(page)[0][0] for page in pages if page.rows]
        assert [row for page in pages for row in what(page)] == what(centre.by_store(ANN))


def test_what_is_announced_again_or_late_changes_nothing(centre: Centre) -> None:
    chat = centre.chat()
    first, second = centre.send(chat, ANN), centre.send(chat, ANN)
    before = centre.list(ANN)

    for message in (second, first):
        centre.parts.announcer.announce(message, centre.source.audience(chat))

    assert centre.list(ANN) == before


@pytest.mark.parametrize("loss", ["flushed", "killed", "killed and emptied"])
def test_a_lost_redis_begins_another_epoch_and_lists_are_those_of_the_store(
    centre: Centre, redis_server: RunningRedis, loss: str
) -> None:
    chats = three_chats(centre)
    before = centre.list(ANN)

    if loss != "flushed":
        redis_server.kill()
        redis_server.restart()
    with redis.Redis.from_url(centre.url) as client:
        if loss != "killed":
            client.flushall()
    other = centre.beside()
    other.parts.epochs.check()

    centre.send(chats[1], CUSTOMER)
    for process in (centre, other):
        process.parts.inbox._gate._silent_until = 0
        after = process.list(ANN, stamp=before.stamp, epoch=before.epoch)
        assert after.epoch not in ("", before.epoch)
        assert len(after.rows) == 3
        assert agrees(process, ANN)
        assert agrees(process, CUSTOMER)


def test_without_redis_messages_are_sent_and_read_and_nothing_is_lost_when_it_is_back(
    centre: Centre, redis_server: RunningRedis
) -> None:
    chats = three_chats(centre)
    other = centre.beside()
    before = other.list(ANN)
    redis_server.kill()

    sent = centre.send(chats[2], SUE)
    centre.parts.read_marks.move(str(ANN), chats[2], sent.number)
    meanwhile = centre.list(ANN)
    assert (meanwhile.epoch, meanwhile.stamp) == ("", 0)
    assert what(meanwhile) == what(centre.by_store(ANN))
    assert meanwhile.rows[0].unread == 0

    # This process is never heard of again, and Redis comes back with all it had.
    redis_server.restart()
    other.parts.epochs.check()
    after = other.list(ANN, stamp=before.stamp, epoch=before.epoch)
    assert after.epoch not in ("", before.epoch)
    assert agrees(other, ANN)


def test_a_message_of_a_killed_process_is_announced_by_a_sweep(centre: Centre) -> None:
    chat = centre.chat()
    before = centre.list(CUSTOMER)
    centre.killed_before_announcing(chat, ANN, "found later")
    since = partial(centre.list, CUSTOMER, stamp=before.stamp, epoch=before.epoch)

    centre.clock.pass_seconds(announcing.OVERDUE_SECONDS - 0.1)
    assert centre.beside().parts.announcer.sweep() == 0
    assert since().rows == ()

    centre.clock.pass_seconds(0.2)
    assert centre.beside().parts.announcer.sweep() == 1
    assert [row.head.line.text for row in since().rows if row.head] == ["found later"]
    assert centre.parts.announcer.sweep() == 0


def test_who_reads_a_list_sweeps_every_two_seconds(centre: Centre) -> None:
    chat = centre.chat()
    before = centre.list(CUSTOMER)
    centre.killed_before_announcing(chat, ANN, "found later")

    centre.clock.pass_seconds(announcing.OVERDUE_SECONDS + 0.1)

    found = centre.list(CUSTOMER, stamp=before.stamp, epoch=before.epoch)
    assert [row.head.line.text for row in found.rows if row.head] == ["found later"]


def test_a_mark_without_a_message_announces_nothing_and_is_given_up(centre: Centre) -> None:
    chat = centre.chat()
    centre.parts.announcer.mark(chat, 1)
    centre.clock.pass_seconds(announcing.OVERDUE_SECONDS + 1)

    assert centre.parts.announcer.sweep() == 1
    assert centre.list(ANN).rows == ()

    centre.clock.pass_seconds(announcing.GIVEN_UP_SECONDS)
    assert centre.parts.announcer.sweep() == 1
    assert centre.parts.announcer.sweep() == 0


def test_what_is_announced_while_a_list_is_rebuilt_is_in_it(
    centre: Centre, monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = three_chats(centre)
    heads, bodies = centre.source.heads, iter(["meanwhile"])

    def slowly(of: list[str]) -> object:
        found = heads(of)
        for body in bodies:
            centre.send(chats[1], CUSTOMER, body)
        return found

    with redis.Redis.from_url(centre.url) as client:
        client.flushall()
    monkeypatch.setattr(centre.source, "heads", slowly)
    assert agrees(centre, ANN)
    assert any(row.head and row.head.line.text == "meanwhile" for row in centre.list(ANN).rows)


def test_a_list_rebuilt_between_a_put_and_its_announcement_takes_it_from_nobody(centre: Centre) -> None:
    chat = centre.chat()
    before = centre.list(CUSTOMER)
    centre.killed_before_announcing(chat, ANN, "told to both")
    with redis.Redis.from_url(centre.url) as client:
        client.delete(Keys(before.epoch).inbox(str(ANN)))
    assert agrees(centre, ANN)

    centre.clock.pass_seconds(3)
    centre.parts.announcer.sweep()

    found = centre.list(CUSTOMER, stamp=before.stamp, epoch=before.epoch)
    assert [row.head.line.text for row in found.rows if row.head] == ["told to both"]


def test_an_inbox_keeps_the_newest_conversations(centre: Centre, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (announcing, inboxes):
        monkeypatch.setattr(module, "MOST_CONVERSATIONS", 4)
    chats = []
    for number in range(6):
        centre.clock.pass_seconds(1)
        chats.append(centre.chat(ANN, party_of(f"contact:{number}")))
        centre.send(chats[-1], ANN)
    assert [row.chat for row in centre.list(ANN).rows] == chats[:1:-1]

    centre.send(chats[0], ANN)

    assert [row.chat for row in centre.list(ANN).rows] == [chats[0], *chats[:2:-1]]


def test_a_broken_key_announces_nothing_half(centre: Centre) -> None:
    chat = centre.chat()
    centre.list(CUSTOMER)
    keys = Keys(centre.list(ANN).epoch)
    with redis.Redis.from_url(centre.url) as client:
        client.set(keys.inbox(str(CUSTOMER)), "broken")
        centre.send(chat, ANN)
        assert not client.exists(keys.chat(chat))
        assert client.zcard(keys.inbox(str(ANN))) == 1
        assert client.zcard("callcenter:messages:marks") == 1


@pytest.fixture
def large(centre: Centre) -> tuple[Centre, str, list[Party]]:
    """A group that has just become large."""
    members = [party_of(f"agent:m{number}") for number in range(MOST_TOLD + 1)]
    chat = centre.group(*members[:40]).chat_id
    for member in (members[0], members[64]):
        centre.list(member)
    for member in members[40:]:
        services.group_join(centre.messenger, chat=chat, party=member, by=members[0])
    return centre, chat, members


def test_members_find_a_large_conversation_by_its_own_stamp(large: tuple[Centre, str, list[Party]]) -> None:
    centre, chat, members = large
    small = centre.chat(members[0], members[1])
    centre.send(small, members[0])
    before = [centre.list(member) for member in members]

    centre.send(chat, members[3], "to all")

    for member, listing in zip(members, before, strict=True):
        found = centre.list(member, stamp=listing.stamp, epoch=listing.epoch)
        assert [row.head.line.text for row in found.rows if row.head] == ["to all"]
        assert agrees(centre, member)
    with redis.Redis.from_url(centre.url, decode_responses=True) as client:
        inbox = Keys(before[0].epoch).inbox(str(members[0]))
        assert client.zscore(inbox, chat) < before[0].stamp, "no inbox is written for a large conversation"


def test_who_has_left_sees_that_and_no_more_of_it(large: tuple[Centre, str, list[Party]]) -> None:
    centre, chat, members = large
    before = centre.list(members[5])

    services.group_leave(centre.messenger, chat=chat, party=members[5], by=members[5])
    centre.send(chat, members[0], "among ourselves")

    found = centre.list(members[5], stamp=before.stamp, epoch=before.epoch)
    assert [(row.chat, row.head) for row in found.rows] == [(chat, None)]


def test_who_joins_a_large_conversation_is_told_of_it(large: tuple[Centre, str, list[Party]]) -> None:
    centre, chat, members = large
    before = centre.list(ANN)

    services.group_join(centre.messenger, chat=chat, party=ANN, by=members[0])
    joined = centre.list(ANN, stamp=before.stamp, epoch=before.epoch)
    assert [row.chat for row in joined.rows] == [chat]
    centre.send(chat, members[0], "welcome")

    found = centre.list(ANN, stamp=joined.stamp, epoch=joined.epoch)
    assert [row.head.line.text for row in found.rows if row.head] == ["welcome"]

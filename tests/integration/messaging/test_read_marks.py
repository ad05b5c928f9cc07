"""Read marks: at once in lists, in the store some seconds later, forward only; who has read a message."""

import pytest
import redis

from messaging.exceptions import NotAMemberError, UnknownMessageError
from messaging.inbox import read_marks
from messaging.inbox.source import ReadMark
from messaging.model.parties import Party
from tests.devices.centre import ANN, BOB, CUSTOMER, SUE, Centre
from tests.running import RunningRedis


def stored(centre: Centre, chat: str) -> ReadMark:
    return centre.source.chats(str(CUSTOMER))[chat]


def unread(centre: Centre) -> list[int]:
    return unread_of(centre, CUSTOMER)


def unread_of(centre: Centre, party: Party) -> list[int]:
    return [row.unread for row in centre.list(party).rows]


def pass_five_seconds(centre: Centre) -> None:
    with redis.Redis.from_url(centre.url) as client:
        client.delete("callcenter:messages:saved")


def test_a_read_message_is_read_at_once_and_stored_later(centre: Centre) -> None:
    chat = centre.chat()
    for _ in range(3):
        centre.send(chat, ANN)
    before = centre.list(CUSTOMER)
    assert unread(centre) == [3]

    centre.parts.read_marks.move(str(CUSTOMER), chat, 2)

    assert unread(centre) == [1]
    assert stored(centre, chat) == ReadMark()
    changed = centre.list(CUSTOMER, stamp=before.stamp, epoch=before.epoch)
    assert [(row.chat, row.unread) for row in changed.rows] == [(chat, 1)], "other devices learn of it"
    pass_five_seconds(centre)
    assert centre.parts.read_marks.save() == 1
    assert stored(centre, chat) == ReadMark(2, 2)
    assert unread(centre) == [1]


def test_marks_are_stored_every_five_seconds_at_most(centre: Centre) -> None:
    chat = centre.chat()
    written = []
    for _ in range(4):
        number = centre.send(chat, ANN).number
        centre.parts.read_marks.move(str(CUSTOMER), chat, number)
        written.append(centre.beside().parts.read_marks.save())
    assert written == [1, 0, 0, 0]

    pass_five_seconds(centre)

    assert centre.parts.read_marks.save() == 1
    assert stored(centre, chat) == ReadMark(4, 4)


def test_a_mark_never_goes_back(centre: Centre) -> None:
    chat = centre.chat()
    for _ in range(3):
        centre.send(chat, ANN)
    for number in (3, 1):
        centre.parts.read_marks.move(str(CUSTOMER), chat, number)
    assert unread(centre) == [0]
    centre.parts.read_marks.save()

    centre.parts.read_marks.move(str(CUSTOMER), chat, 2)
    assert unread(centre) == [0]
    pass_five_seconds(centre)
    centre.parts.read_marks.save()
    assert stored(centre, chat) == ReadMark(3, 3)


def test_a_mark_that_moves_while_it_is_stored_is_stored_next(
    centre: Centre, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = centre.chat()
    for _ in range(2):
        centre.send(chat, ANN)
    centre.parts.read_marks.move(str(CUSTOMER), chat, 1)
    save = centre.source.save

    def slowly(party: str, of: str, mark: ReadMark) -> None:
        save(party, of, mark)
        centre.parts.read_marks.move(str(CUSTOMER), chat, 2)

    monkeypatch.setattr(centre.source, "save", slowly)
    centre.parts.read_marks.save()
    assert unread(centre) == [0]
    pass_five_seconds(centre)
    centre.parts.read_marks.save()
    assert stored(centre, chat) == ReadMark(2, 2)


def test_the_readers_of_a_message_are_those_who_have_read_as_far(centre: Centre) -> None:
    chat = centre.group(ANN, BOB, CUSTOMER).chat_id
    for _ in range(3):
        centre.send(chat, ANN)
    centre.parts.read_marks.move(str(BOB), chat, 3)
    centre.parts.read_marks.move(str(CUSTOMER), chat, 2)

    read = {number: centre.parts.read_marks.readers(chat, number) for number in (1, 2, 3)}

    assert read == {1: [str(CUSTOMER), str(BOB)], 2: [str(CUSTOMER), str(BOB)], 3: [str(BOB)]}
    with redis.Redis.from_url(centre.url) as client:
        assert 0 < client.ttl(f"callcenter:messages:readers:{chat}") <= 7 * 24 * 3600


def test_marks_outlast_another_epoch(centre: Centre) -> None:
    chat = centre.chat()
    centre.send(chat, ANN)
    centre.parts.read_marks.move(str(CUSTOMER), chat, 1)

    centre.parts.epochs.end()

    assert unread(centre) == [0]


def test_a_redis_that_is_emptied_takes_no_mark_along(centre: Centre) -> None:
    chat = centre.chat()
    centre.send(chat, ANN)
    centre.parts.read_marks.move(str(CUSTOMER), chat, 1)
    with redis.Redis.from_url(centre.url) as client:
        client.flushall()

    centre.parts.read_marks.save()

    assert stored(centre, chat) == ReadMark(1, 1)
    for _ in range(4):
        pass_five_seconds(centre)
        centre.parts.read_marks.save()
    assert centre.parts.read_marks._kept == {}


def test_without_redis_the_store_has_the_mark_at_once(centre: Centre, redis_server: RunningRedis) -> None:
    chat = centre.chat()
    centre.send(chat, ANN)
    redis_server.kill()
    centre.parts.read_marks.move(str(CUSTOMER), chat, 1)

    assert stored(centre, chat) == ReadMark(1, 1)
    assert centre.parts.read_marks.readers(chat, 1) == []
    redis_server.restart()


def test_who_writes_has_read_and_the_store_learns_it_with_what_is_read_next(centre: Centre) -> None:
    chat = centre.chat()
    centre.send(chat, CUSTOMER)
    assert (unread(centre), unread_of(centre, ANN)) == ([0], [1])
    centre.send(chat, ANN)
    assert (unread(centre), unread_of(centre, ANN)) == ([1], [0])

    pass_five_seconds(centre)
    assert (centre.parts.read_marks.save(), stored(centre, chat)) == (0, ReadMark()), "not due for a minute"
    centre.parts.read_marks.move(str(CUSTOMER), chat, 2)
    pass_five_seconds(centre)
    assert (centre.parts.read_marks.save(), stored(centre, chat)) == (1, ReadMark(2, 2))
    centre.store_marks()
    assert centre.source.chats(str(ANN))[chat] == ReadMark(2, 2)


def test_a_process_that_never_tidies_keeps_a_bounded_number_of_marks(
    centre: Centre, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_marks, "MOST_KEPT", 2)
    chats = [centre.chat(ANN, other) for other in (CUSTOMER, BOB, SUE)]
    for chat in chats:
        centre.send(chat, ANN)
    assert [chat for _, chat in centre.parts.read_marks._kept] == chats[1:]


def test_without_redis_a_sender_has_read_too(centre: Centre, redis_server: RunningRedis) -> None:
    chat = centre.chat()
    redis_server.kill()
    centre.send(chat, CUSTOMER)
    centre.send(chat, ANN)
    assert stored(centre, chat) == ReadMark(1, 1)
    assert unread(centre) == [1]
    redis_server.restart()


def test_an_own_message_announced_late_is_read_too(centre: Centre) -> None:
    chat = centre.chat()
    before = centre.list(CUSTOMER)
    centre.killed_before_announcing(chat, CUSTOMER)
    centre.send(chat, ANN)
    centre.clock.pass_seconds(3)

    assert unread(centre) == [1]

    changed = centre.list(CUSTOMER, stamp=before.stamp, epoch=before.epoch)
    assert [row.read for row in changed.rows] == [ReadMark(1, 1)]


def test_only_members_read_and_only_what_is_there(centre: Centre) -> None:
    chat = centre.chat()
    centre.send(chat, ANN)
    with pytest.raises(NotAMemberError):
        centre.parts.read_marks.move(str(BOB), chat, 1)
    with pytest.raises(UnknownMessageError):
        centre.parts.read_marks.move(str(CUSTOMER), chat, 2)

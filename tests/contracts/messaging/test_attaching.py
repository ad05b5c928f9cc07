"""Attached files: kept as long as their message needs them, whatever is killed and repeated."""

from collections.abc import Callable

import pytest

from dynamo.changes import Set
from dynamo.table import Table
from messaging.erasing.kept import chat_kept
from messaging.messenger import Messenger
from messaging.model.limits import Limits
from messaging.model.messages import Kind, Message
from messaging.model.outcomes import Conflict
from messaging.services import (
    file_claim,
    file_expect,
    file_forget,
    file_sent,
    files_due,
    message_recall,
    message_send,
)
from messaging.storage.file_items import file_key
from tests.builders import FakeClock
from tests.messengers import ANA, BOSS, a_direct_chat, a_messenger

DAY = 86_400.0


@pytest.fixture
def messenger(either_table: Table) -> Messenger:
    return a_messenger(either_table, limits=Limits(keep_days=100))


def expected(messenger: Messenger, chat: str, *, client_id: str = "f1", digest: str = "d") -> str:
    file = file_expect(messenger, chat=chat, sender=ANA, client_id=client_id, base=0, digest=digest)
    assert isinstance(file, str)
    return file


def sent(messenger: Messenger, chat: str, file: str, *, client_id: str = "f1") -> Message:
    body = f'{{"file": "{file}"}}'
    return message_send(
        messenger, chat=chat, sender=ANA, client_id=client_id, base=0, body=body, kind=Kind.ATTACHMENT
    )


def swept(messenger: Messenger, *, days: float = 0.0) -> list[str]:
    """What may be removed after some days; claimed, but not removed yet."""
    assert isinstance(messenger.clock, FakeClock)
    messenger.clock.advance(days * DAY)
    return [file for file in files_due(messenger, limit=10) if file_claim(messenger, file=file)]


def test_a_file_without_a_message_is_removed_after_a_day(messenger: Messenger) -> None:
    file = expected(messenger, a_direct_chat(messenger))
    assert [swept(messenger), swept(messenger, days=0.9)] == [[], []]
    assert [swept(messenger, days=0.2), swept(messenger)] == [[file], [file]], "killed before it is removed"
    file_forget(messenger, file=file)
    assert swept(messenger) == []


def test_no_message_takes_a_file_that_is_being_removed(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    expected(messenger, chat)
    swept(messenger, days=2)
    again = file_expect(messenger, chat=chat, sender=ANA, client_id="f1", base=0, digest="d")
    assert isinstance(again, Conflict)


def test_an_upload_that_is_tried_again_has_another_day(messenger: Messenger) -> None:
    assert isinstance(messenger.clock, FakeClock)
    chat = a_direct_chat(messenger)
    file = expected(messenger, chat)
    messenger.clock.advance(1.5 * DAY)
    assert expected(messenger, chat) == file
    assert [swept(messenger), swept(messenger, days=2)] == [[], [file]]


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_file_is_kept_until_its_message_expires(messenger: Messenger, *, is_killed: bool) -> None:
    chat = a_direct_chat(messenger)
    file = expected(messenger, chat)
    message = sent(messenger, chat, file)
    if not is_killed:
        file_sent(messenger, file=file, message=message)
    assert [swept(messenger, days=2), swept(messenger, days=97)] == [[], []]
    assert swept(messenger, days=2) == [file]


def test_a_file_that_another_content_replaces_is_removed(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    file, other = expected(messenger, chat), expected(messenger, chat, digest="other")
    file_sent(messenger, file=file, message=sent(messenger, chat, file))
    assert swept(messenger, days=2) == [other]


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_recalled_message_loses_its_file(messenger: Messenger, *, is_killed: bool) -> None:
    chat = a_direct_chat(messenger)
    file = expected(messenger, chat)
    file_sent(messenger, file=file, message=sent(messenger, chat, file))
    claimed: list[bool] = []
    claim: Callable[[str], object] = lambda one: claimed.append(file_claim(messenger, file=one))  # noqa: E731
    message_recall(messenger, chat=chat, number=1, by=BOSS, **({} if is_killed else {"drop": claim}))
    assert claimed == ([] if is_killed else [True])
    assert swept(messenger) == [file], "if it was not removed, a sweep does it"
    file_forget(messenger, file=file)

    again = sent(messenger, chat, expected(messenger, chat))
    file_sent(messenger, file=file, message=again)
    assert swept(messenger, days=2) == [file], "an upload that is repeated later goes too"


def test_a_file_whose_item_is_damaged_hides_nothing_of_others(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    damaged, sound = (expected(messenger, chat, client_id=name) for name in ("f1", "f2"))
    messenger.table.change(file_key(damaged), Set("Base", "x"))
    assert chat_kept(messenger, chat).files == (sound,)

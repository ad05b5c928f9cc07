"""Notices: each device has what it has not acknowledged, as long as notices are kept."""

import pytest

from dynamo.table import Table
from messaging.exceptions import ClientIdReusedError, NotAllowedError, NotAMemberError, UnknownMessageError
from messaging.messenger import Messenger
from messaging.model.notices import KEPT, MOST_DEVICES, NOTICES
from messaging.model.parties import Party
from messaging.services import (
    message_recall,
    message_send,
    messages_read,
    notice_send,
    notices_acknowledge,
    notices_read,
    purge,
)
from messaging.storage.keys import noticed_key
from messaging.storage.notice_items import devices_from
from tests.builders import FakeClock
from tests.messengers import ANA, BOSS, KIM, ROBOT, a_messenger


@pytest.fixture
def messenger(either_table: Table) -> Messenger:
    return a_messenger(either_table)


def noticed(messenger: Messenger, number: int, *, base: int = 0) -> int:
    body = f"notice {number}"
    return notice_send(messenger, by=BOSS, client_id=f"n{number}", base=base, body=body).number


def shown(messenger: Messenger, device: str, *, party: Party = ANA) -> list[int]:
    return [one.number for one in notices_read(messenger, party=party, device=device)[0]]


def test_each_device_has_a_notice_until_it_acknowledges_it(messenger: Messenger) -> None:
    assert shown(messenger, "desk") == []
    assert [noticed(messenger, 1), noticed(messenger, 2, base=1), noticed(messenger, 1)] == [1, 2, 1]

    for _ in range(2):
        assert notices_acknowledge(messenger, party=ANA, device="desk", number=1) == 1
    assert [shown(messenger, "desk"), shown(messenger, "phone")] == [[2], [1, 2]]
    assert shown(messenger, "desk", party=ROBOT) == [1, 2], "a device is its party's"
    assert notices_acknowledge(messenger, party=ANA, device="desk", number=2) == 2
    assert notices_acknowledge(messenger, party=ANA, device="desk", number=1) == 2, "never back"
    assert notices_read(messenger, party=ANA, device="phone", after=1)[1] == 0


def test_notices_are_for_staff_and_no_conversation(messenger: Messenger) -> None:
    noticed(messenger, 1)
    for act in (
        lambda: notice_send(messenger, by=KIM, client_id="k", base=0, body="hello"),
        lambda: notices_read(messenger, party=KIM, device="phone"),
        lambda: notices_acknowledge(messenger, party=KIM, device="phone", number=1),
    ):
        with pytest.raises(NotAllowedError):
            act()
    for other in (
        lambda: message_send(messenger, chat=NOTICES, sender=BOSS, client_id="b", base=0, body="hello"),
        lambda: messages_read(messenger, chat=NOTICES, party=BOSS),
        lambda: message_recall(messenger, chat=NOTICES, number=1, by=BOSS),
    ):
        with pytest.raises(NotAMemberError):
            other()
    with pytest.raises(UnknownMessageError):
        notices_acknowledge(messenger, party=ANA, device="desk", number=2)
    with pytest.raises(ClientIdReusedError):
        notice_send(messenger, by=BOSS, client_id="n1", base=0, body="something else")


def test_notices_and_cursors_expire_together_and_numbers_go_on(messenger: Messenger) -> None:
    assert isinstance(messenger.clock, FakeClock)
    noticed(messenger, 1)
    notices_acknowledge(messenger, party=ANA, device="desk", number=1)
    for _ in range(31):
        messenger.clock.advance(KEPT.total_seconds() / 30)
        purge(messenger)

    assert noticed(messenger, 2, base=1) == 2
    assert [shown(messenger, "desk"), shown(messenger, "new")] == [[2], [2]]
    notices_acknowledge(messenger, party=ANA, device="phone", number=2)
    kept = devices_from(messenger.table.get(noticed_key(str(ANA))))
    assert [*kept.by_id] == ["phone"]


def test_of_too_many_devices_those_that_acknowledged_last_have_cursors(messenger: Messenger) -> None:
    assert isinstance(messenger.clock, FakeClock)
    noticed(messenger, 1)
    for number in range(MOST_DEVICES + 1):
        messenger.clock.advance(1)
        notices_acknowledge(messenger, party=ANA, device=f"d{number}", number=1)
    assert [shown(messenger, f"d{number}") for number in (0, 1, MOST_DEVICES)] == [[1], [], []]

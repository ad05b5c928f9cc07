"""Sends over HTTP at once. A file of their own: their transactions empty the database, groups included."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.integration.api.conftest import Caller
from tests.integration.api.test_conversations import a_group, message

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("conversations", "scenes"),
]


def test_one_message_for_one_client_id_sent_20_times_at_once(robot: Caller) -> None:
    chat = a_group(robot)

    def send(_: int) -> Any:
        return Caller(robot.headers).post(f"/chats/{chat}/messages", message("once")).body

    with ThreadPoolExecutor(20) as devices:
        sent = list(devices.map(send, range(20)))

    assert sent == [sent[0]] * 20
    assert robot.get(f"/chats/{chat}/messages").body["items"] == [sent[0]]

"""Senders killed with -9: a message is there as a whole or not at all, and what was told is there."""

import subprocess
import sys

import pytest

from dynamo.aws_table import DynamoTable
from messaging.messenger import Messenger
from messaging.services import messages_read
from tests.messengers import ANA, EVA, a_direct_chat, a_messenger, sent
from tests.running import RunningEngine

SENDER = "tests.integration.messaging.killed_sender"


@pytest.fixture
def messenger(table: DynamoTable) -> Messenger:
    return a_messenger(table)


@pytest.mark.parametrize(("where", "written"), [("mark", 2), ("announce", 3), ("outside", 20)])
def test_a_killed_sender_leaves_a_message_or_nothing(
    messenger: Messenger, engine: RunningEngine, where: str, written: int
) -> None:
    chat = a_direct_chat(messenger)
    command = [sys.executable, "-m", SENDER, engine.endpoint_url, messenger.table.name, chat, where]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as sender:
        assert sender.stdout is not None
        lines = [sender.stdout.readline() for _ in range(written)]
        sender.kill()
        lines += sender.stdout.readlines()
    told = [int(line) for line in lines if line.strip()]

    log = messages_read(messenger, chat=chat, party=EVA, limit=200)

    assert [one.number for one in log] == list(range(1, len(log) + 1))
    assert [one.body for one in log] == [f"m{number}" for number in range(len(log))]
    assert told == list(range(1, len(told) + 1))
    if where == "outside":
        assert len(told) <= len(log) <= len(told) + 1
    else:
        assert len(log) == written
        assert len(told) == 2
    again = sent(messenger, chat, f"m{len(told)}", by=ANA, base=len(told))
    assert again.number == len(told) + 1, "the sender tries again, and it is there once"
    assert len(messages_read(messenger, chat=chat, party=EVA, limit=200)) == max(len(log), again.number)

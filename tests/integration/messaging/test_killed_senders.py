"""Senders killed with -9: a message is there whole or not at all, and what is there is announced."""

import signal
import subprocess
import sys
from datetime import timedelta

import pytest
import redis

from dynamo.aws_table import DynamoTable
from messaging.inbox.announcing import OVERDUE_SECONDS
from messaging.inbox.news import news_heard
from messaging.inbox.opening import inbox_open
from messaging.inbox.redis_keys import CHANNEL
from messaging.inbox.source import Source
from messaging.messenger import Messenger
from messaging.services import messages_read
from routing.runtime import new_id, now
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


def test_a_sweep_announces_what_a_sender_killed_after_the_put_did_not(
    messenger: Messenger, engine: RunningEngine, redis_url: str
) -> None:
    chat = a_direct_chat(messenger)
    command = [sys.executable, "-m", SENDER, engine.endpoint_url, messenger.table.name, chat, "announce"]
    with redis.Redis.from_url(redis_url, decode_responses=True) as client, client.pubsub() as heard:
        heard.subscribe(CHANNEL)
        ended = subprocess.run([*command, redis_url], stdout=subprocess.PIPE, check=False)
        assert (ended.returncode, ended.stdout.split()) == (-signal.SIGKILL, [b"1", b"2"])
        assert len(messages_read(messenger, chat=chat, party=EVA)) == 3
        assert _numbers(heard) == [1, 2]

        later = timedelta(seconds=OVERDUE_SECONDS)
        parts = inbox_open(redis_url, Source(messenger.table), clock=lambda: now() + later, new_id=new_id)
        assert [parts.announcer.sweep() for _ in range(2)] == [1, 0]
        assert _numbers(heard) == [3]
    rows = parts.inbox.since(str(EVA), 0, epoch="").rows
    assert [row.head.number for row in rows if row.head] == [3]


def _numbers(heard: redis.client.PubSub) -> list[int]:
    """The numbers of all messages announced since the last look."""
    found = []
    while (one := heard.get_message(timeout=0.2)) is not None:
        message = news_heard(one["data"]).message if one["type"] == "message" else None
        found += [message.number] if message else []
    return found

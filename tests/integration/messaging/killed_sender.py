"""`python -m …killed_sender ENDPOINT TABLE CHAT WHERE [REDIS]`: sends messages until it is killed.

It kills itself at the third `mark` or `announce`, or is killed from outside. It prints what it is told. With
the address of a Redis it marks and announces there; otherwise nowhere.
"""

import os
import signal
import sys
from collections.abc import Collection
from dataclasses import dataclass
from itertools import count

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from messaging.inbox.opening import inbox_open
from messaging.inbox.source import Source
from messaging.messenger import Announcer, Messenger, Nobody
from messaging.model.audiences import Audience
from messaging.model.messages import Message
from messaging.services import message_send
from routing.runtime import new_id, now
from tests.messengers import ANA, ids_by


@dataclass
class Deadly:
    """An announcer that ends its process at the third of one of its calls."""

    where: str
    behind: Announcer
    left: int = 3

    def mark(self, chat: str, number: int) -> None:
        self._pass("mark")
        self.behind.mark(chat, number)

    def announce(self, message: Message, audience: Audience) -> None:
        self._pass("announce")
        self.behind.announce(message, audience)

    def announce_note(self, note: Message, to: Collection[str]) -> None:
        """Nothing."""

    def mark_merge(self, alias: str, into: str, version: int) -> None:
        """Nothing."""

    def announce_merge(self, alias: str, into: str, version: int) -> None:
        """Nothing."""

    def _pass(self, what: str) -> None:
        self.left -= what == self.where
        if not self.left:
            os.kill(os.getpid(), signal.SIGKILL)


def main(endpoint: str, table: str, chat: str, where: str, redis: str = "") -> None:
    client = connect(endpoint_url=endpoint, region="eu-central-1", access_key="local", secret_key="local")
    store = DynamoTable(client, table, retry=Retry())
    behind = inbox_open(redis, Source(store), clock=now, new_id=new_id).announcer if redis else Nobody()
    messenger = Messenger(store, ids_by(now), now, new_id, announcer=Deadly(where, behind))
    base = 0
    for number in count():
        body = f"m{number}"
        told = message_send(messenger, chat=chat, sender=ANA, client_id=body, base=base, body=body)
        base = told.number
        sys.stdout.write(f"{base}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])

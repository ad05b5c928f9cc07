"""Message store of a benchmark: a messenger of this process, conversations, logs of any length."""

import secrets
import uuid
from datetime import UTC, datetime

from bench.centre.contact_centre import TABLE
from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from dynamo.transaction import Transaction
from messaging.messenger import Messenger
from messaging.model.messages import Draft, Head, Kind, Message
from messaging.model.parties import Party, PartyKind
from messaging.services import direct_create, message_send
from messaging.services.leased_ids import LeasedIds
from messaging.storage.keys import log_of
from messaging.storage.log_items import message_item, message_key

# A transaction of DynamoDB has 100 items at most.
PUT_AT_ONCE = 100
# With its attributes and keys a message of this many letters still fits one write unit.
BODY = "x" * 800


def messenger_on(endpoint: str) -> Messenger:
    """A messenger on the benchmark's table of an engine; it announces nothing."""
    client = connect(endpoint_url=endpoint, region="eu-central-1", access_key="local", secret_key="local")  # noqa: S106
    table = DynamoTable(client, f"{TABLE}-messages", retry=Retry(deadline_seconds=30), tokens=False)
    ids = LeasedIds(table, now, owner=new_id(), choose=secrets.randbelow)
    return Messenger(table=table, ids=ids, clock=now, new_id=new_id)


def now() -> datetime:
    """The time in UTC."""
    return datetime.now(UTC)


def new_id() -> str:
    """A new unique text."""
    return uuid.uuid4().hex


def agent(number: int) -> Party:
    """An agent of the benchmark."""
    return Party(PartyKind.AGENT, f"agent-{number:06d}")


def customer(number: int) -> Party:
    """A customer of the benchmark."""
    return Party(PartyKind.CONTACT, f"contact-{number:06d}")


def pair(messenger: Messenger, number: int) -> str:
    """The conversation of the agent and the customer of this number."""
    return direct_create(messenger, by=agent(number), other=customer(number)).chat_id


def say(messenger: Messenger, chat: str, sender: Party, *, base: int, body: str = BODY) -> Message:
    """Sends a message under a new client id."""
    return message_send(messenger, chat=chat, sender=sender, client_id=new_id(), base=base, body=body)


def say_upto(messenger: Messenger, chat: str, sender: Party, *, base: int, upto: int) -> int:
    """Sends messages of a line each until a conversation has that many; the number of the last one."""
    while base < upto:
        body = f"Line {base}: is it still there, and may I see it tomorrow at ten?"
        base = say(messenger, chat, sender, base=base, body=body).number
    return base


def fill_log(messenger: Messenger, chat: str, sender: Party, *, upto: int, head: Head) -> Head:
    """Writes messages behind the head until the log has that many; the new head.

    Many at a time, without looking for their client ids: the log is the same as if they had been sent.
    """
    while head.number < upto:
        transaction = Transaction(messenger.new_id())
        for _ in range(min(PUT_AT_ONCE, upto - head.number)):
            draft = Draft(
                chat, messenger.ids(), new_id(), Kind.TEXT, str(sender), "a line of text, as they are"
            )
            message = draft.after(head)
            transaction.put(message_key(log_of(chat), message.number), message_item(message))
            head = message.head
        messenger.table.commit(transaction)
    return head

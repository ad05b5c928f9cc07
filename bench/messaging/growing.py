"""Growth: what a send and the opening of a conversation cost while it has more and more messages."""

import sys
from collections.abc import Iterator, Sequence
from functools import partial

from bench.figures import Row
from bench.messaging.store import agent, customer, fill_log, messenger_on, pair, say
from bench.messaging.units import PAGE, Measured
from messaging import services
from messaging.messenger import Messenger
from messaging.services.message_table import message_table_create

SIZES = (100, 10_000, 100_000)
QUICK_SIZES = (100, 1_000)
TIMES = 200


def growth_rows(endpoint: str, sizes: Sequence[int], *, times: int = TIMES) -> Iterator[Row]:
    """A row for each length of one conversation of two."""
    messenger = messenger_on(endpoint)
    message_table_create(messenger)
    chat = pair(messenger, 0)
    for size in sizes:
        head = services.head_read(messenger, chat=chat)
        print(f"filling a conversation with {size:,} messages", file=sys.stderr)
        head = fill_log(messenger, chat, agent(0), upto=size, head=head)
        yield _row(messenger, chat, size, times)


def _row(messenger: Messenger, chat: str, size: int, times: int) -> Row:
    send, opening = Measured(), Measured()
    for _ in range(times):
        base = services.head_read(messenger, chat=chat).number
        send.run(messenger, partial(say, messenger, chat, agent(0), base=base))
        opening.run(
            messenger,
            lambda: services.messages_read(messenger, chat=chat, party=customer(0), limit=PAGE),
        )
    return {
        "measured": "growth",
        "messages": size,
        **{f"send_{name}": value for name, value in send.times.items()},
        "send_write_units": send.each("write_units"),
        "send_read_units": send.each("read_units"),
        **{f"open_{name}": value for name, value in opening.times.items()},
        "open_read_units": opening.each("read_units"),
    }

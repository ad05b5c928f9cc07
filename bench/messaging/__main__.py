"""`python -m bench.messaging`: cost and latency of messages.

units: write and read units of each operation as the engine reports them, requests and time, in the store
alone. growth: cost of a send and of opening a conversation of 100, 10,000 and 100,000 messages.
With engine, Redis, dispatcher, feed and web process beside them, all on this machine:
delivery: 500 connected devices and 100 messages a second, from the request to the frame on the other device;
then as many messages as go in 24 conversations. large: a message to a group of 2,000 connected members, the
opening of a conversation of 10,000 messages, the list of a user with 50 and with 5,000 conversations.
offered: from the moment at which an agent is free to the notice of the chat offered to it, 25 a second.
"""

from collections.abc import Sequence
from functools import partial

from bench.centre.engine import own_engine
from bench.chosen_parts import Part, parts_command, run_parts
from bench.figures import Row
from bench.messaging.delivery import delivery_rows, fill_pairs, in_time
from bench.messaging.growing import QUICK_SIZES, SIZES, growth_rows
from bench.messaging.large import fill_large, group_rows, list_rows, open_rows
from bench.messaging.message_site import message_site
from bench.messaging.offered import offered_row
from bench.messaging.units import unit_rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the selected parts and prints a table, or one JSON object."""
    about = "Measure messages: cost, latency, growth."
    parts_command(PARTS, arguments, name="bench.messaging", about=about)


def run(*, quick: bool = False) -> list[Row]:
    """The rows of all parts."""
    return run_parts(PARTS, quick=quick)


def _units(times: int) -> list[Row]:
    with own_engine() as endpoint:
        return unit_rows(endpoint, times=times)


def _growth(sizes: Sequence[int], times: int) -> list[Row]:
    with own_engine() as endpoint:
        return [*growth_rows(endpoint, sizes, times=times)]


def _delivery(pairs: int, seconds: float) -> list[Row]:
    with message_site(partial(fill_pairs, pairs=pairs), pairs=pairs) as site:
        return in_time(delivery_rows(site, pairs=pairs, seconds=seconds))


def _large(members: int, conversations: int, times: int) -> list[Row]:
    filling = partial(fill_large, members=members, conversations=conversations)
    with message_site(filling, pairs=members) as site:
        grouped = in_time(group_rows(site, members=members, messages=10))
        opened = in_time(open_rows(site, times=times))
        return [*grouped, *opened, *in_time(list_rows(site, conversations=conversations, times=times))]


PARTS = {
    "units": Part(lambda: _units(200), lambda: _units(5)),
    "growth": Part(lambda: _growth(SIZES, 200), lambda: _growth(QUICK_SIZES, 10)),
    "delivery": Part(lambda: _delivery(250, 30), lambda: _delivery(5, 1)),
    "offered": Part(lambda: [offered_row(agents=25, seconds=30)], lambda: [offered_row(agents=5, seconds=4)]),
    "large": Part(lambda: _large(2_000, 5_000, 200), lambda: _large(70, 60, 20)),
}


if __name__ == "__main__":
    main()

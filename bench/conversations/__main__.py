"""`python -m bench.conversations`: the customer widget and the agent's desk in a browser.

Engine, Redis, dispatcher, feed and web process are real, and so is the shop that has the widget on its page.
size, load: compressed bytes of the widget; a fresh browser's requests, bytes and time until the button is
there, and from a click until the customer can type. typing: from each key to the next painted frame, in a
conversation with 200 messages on screen, in the widget and at the desk. desk: work of the main thread, with
30 conversations in the list, while messages come and the board changes.
"""

from collections.abc import Sequence

from bench.chosen_parts import Part, parts_command, run_parts
from bench.conversations.desk import Busy, desk_rows
from bench.conversations.widget import widget_rows
from bench.figures import Row

QUICK = Busy(conversations=12, messages=60, seconds=10, keys=30)

PARTS = {
    "widget": Part(
        lambda: widget_rows(loads=9, messages=200, keys=400),
        lambda: widget_rows(loads=1, messages=60, keys=30),
    ),
    "desk": Part(lambda: desk_rows(Busy()), lambda: desk_rows(QUICK)),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the selected parts and prints a table, or one JSON object."""
    about = "Measure the customer widget and the agent's desk in a browser."
    parts_command(PARTS, arguments, name="bench.conversations", about=about)


def run(*, quick: bool = False) -> list[Row]:
    """The rows of all parts."""
    return run_parts(PARTS, quick=quick)


if __name__ == "__main__":
    main()

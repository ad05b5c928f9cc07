"""Terminal of a run: one line of progress a second in real time, and a signal that ends it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread

from django.core.management.base import OutputWrapper

from simulation.background.worker import Onlooker
from simulation.in_real_time import Progress
from simulation.people.pace import Pace

SIGNALS = (signal.SIGINT, signal.SIGTERM)
WIDTH = 100


@contextmanager
def watched_from(terminal: OutputWrapper) -> Iterator[Onlooker]:
    """Ends a run on Ctrl-C or SIGTERM after its calls have ended; prints progress on a terminal."""
    stop = Event()

    def sleep(seconds: float) -> None:
        # A stop is noticed between two steps; without the wait an ending run would spin.
        if not stop.wait(seconds):
            return
        Event().wait(seconds)

    def tell(progress: Progress) -> None:
        if terminal.isatty():
            terminal.write(f"\r{progress.line:{WIDTH}}", ending="")
            terminal.flush()

    before = _on_signals(stop)
    try:
        yield Onlooker(pace=Pace(sleep=sleep), stopping=stop.is_set, tell=tell)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if terminal.isatty():
            terminal.write("")


def _on_signals(stop: Event) -> "dict[signal.Signals, signal._HANDLER]":
    """Makes signals set an event; answers the former handlers. Main thread only."""
    if current_thread() is not main_thread():
        return {}
    return {number: signal.signal(number, lambda *_: stop.set()) for number in SIGNALS}

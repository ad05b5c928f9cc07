"""Stop signals as an event that a command waits on."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stop_on_signals() -> Iterator[Event]:
    """An event set by Ctrl-C and SIGTERM within the block; signals reach the main thread only."""
    stop = Event()
    signals = SIGNALS if current_thread() is main_thread() else ()
    former = {number: signal.signal(number, lambda *_: stop.set()) for number in signals}
    try:
        yield stop
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)

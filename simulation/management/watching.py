"""Terminal of a run: one line of progress a second in real time, and a signal that ends it."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from django.core.management.base import OutputWrapper

from routing.management.stopping import stop_on_signals
from simulation.background.worker import Onlooker
from simulation.in_real_time import Progress
from simulation.people.pace import Pace

WIDTH = 100


@contextmanager
def watched_from(terminal: OutputWrapper) -> Iterator[Onlooker]:
    """Ends a run on Ctrl-C or SIGTERM after its calls have ended; prints progress on a terminal."""

    def tell(progress: Progress) -> None:
        if terminal.isatty():
            terminal.write(f"\r{progress.line:{WIDTH}}", ending="")
            terminal.flush()

    with stop_on_signals() as stop:

        def sleep(seconds: float) -> None:
            # A stop is noticed between two steps; without the wait an ending run would spin.
            if stop.wait(seconds):
                Event().wait(seconds)

        try:
            yield Onlooker(pace=Pace(sleep=sleep), stopping=stop.is_set, tell=tell)
        finally:
            if terminal.isatty():
                terminal.write("")

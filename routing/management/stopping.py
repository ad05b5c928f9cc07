"""Stop request: set by signals, waited on by a command."""

import select
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class StopRequest(Event):
    """An event that a signal handler may set.

    `threading.Event` takes a lock in `set` and in `wait`: a handler that runs while its own thread is in
    `wait` would wait for that lock forever. Here a byte on a pair of sockets says that it is set.
    """

    def __init__(self) -> None:
        super().__init__()
        self._heard, self._told = socket.socketpair()
        self._told.settimeout(0)  # a full buffer says "set" as well

    def set(self) -> None:
        """Sets it, for good."""
        try:
            self._told.send(b"!")
        except BlockingIOError:
            return

    def is_set(self) -> bool:
        return self.wait(0)

    def wait(self, timeout: float | None = None) -> bool:
        """Whether it is set, after at most `timeout` seconds; None waits until it is."""
        poll = select.poll()
        poll.register(self._heard, select.POLLIN)
        return bool(poll.poll(None if timeout is None else timeout * 1000))

    def close(self) -> None:
        """Frees its sockets; nobody may use it any more."""
        self._heard.close()
        self._told.close()


@contextmanager
def stop_on_signals(*more: signal.Signals) -> Iterator[StopRequest]:
    """A stop request set by Ctrl-C, SIGTERM and `more` within the block.

    The former handlers are back afterwards. Signals reach the main thread only.
    """
    stop = StopRequest()
    signals = (*SIGNALS, *more) if current_thread() is main_thread() else ()
    former = {number: signal.signal(number, lambda *_: stop.set()) for number in signals}
    try:
        yield stop
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
        stop.close()

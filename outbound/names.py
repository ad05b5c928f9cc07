"""Names of hosts, looked up with a time limit, which the operating system's look-ups do not have.

A look-up cannot be ended, only left alone. So each has a thread, one for a name at a time and `MOST` in all:
names without an answer take no more threads, and hold nobody up for longer than the limit.
"""

import os
import socket
import threading
from dataclasses import dataclass, field

MOST = 8
Found = list[tuple[socket.AddressFamily, tuple[str, int]]]


@dataclass
class _LookUp:
    """A look-up on its way, for all who ask for the same name meanwhile."""

    ended: threading.Event = field(default_factory=threading.Event)
    found: Found = field(default_factory=list)
    failed: OSError | ValueError | None = None


class Names:
    """Looks names up; thread-safe."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """A forked process has none of the threads."""
        self._lock = threading.Lock()
        self._going: dict[tuple[str, int], _LookUp] = {}

    def addresses_of(self, host: str, port: int, *, timeout: float | None) -> Found:
        """The addresses of a host, in the order of preference; `timeout` in seconds.

        Raises OSError: no such name, or no answer in time.
        """
        look_up = self._look_up(host, port)
        if not look_up.ended.wait(timeout):
            raise TimeoutError(f"no address of {host} in time")
        if look_up.failed is not None:
            raise look_up.failed
        return look_up.found

    def _look_up(self, host: str, port: int) -> _LookUp:
        with self._lock:
            look_up = self._going.get((host, port))
            if look_up is not None:
                return look_up
            if len(self._going) >= MOST:
                raise TimeoutError(f"no address of {host}: {MOST} other names have no answer yet")
            look_up = self._going[host, port] = _LookUp()
        threading.Thread(
            target=self._run, args=(host, port, look_up), name=f"look up {host}", daemon=True
        ).start()
        return look_up

    def _run(self, host: str, port: int, look_up: _LookUp) -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            look_up.found = [(one[0], (str(one[4][0]), int(one[4][1]))) for one in found]
        except (OSError, ValueError) as error:  # a name may be none at all
            look_up.failed = error
        finally:
            with self._lock:
                self._going.pop((host, port), None)
            look_up.ended.set()


names = Names()
os.register_at_fork(after_in_child=names.forget)

"""Sweeper thread of the dispatcher: one sweep a second while it leads, fewer while nothing happens."""

import logging
import threading
from collections.abc import Callable
from datetime import timedelta

from dynamo.exceptions import DynamoError
from routing.exceptions import RoutingError
from routing.notices.over_redis import Quiet
from routing.router import Router
from routing.services.sweeping import next_due, sweep
from routing.storage.attributes import to_text

log = logging.getLogger(__name__)

SWEEP_SECONDS = 1.0
# After so long without a notice the index tells what is due next, but for what a lost notice would tell.
QUIET_SECONDS, LOOK_SECONDS = 2.0, 5.0


class Sweeper:
    """Sweeps in its own thread from `start` to `stop`, while `leads` says yes.

    While it is quiet it waits for the next due time, and looks for that every five seconds.
    """

    def __init__(
        self,
        router: Router,
        leads: Callable[[], bool],
        *,
        seconds: float = SWEEP_SECONDS,
        quiet: Quiet | None = None,
    ) -> None:
        self._router = router
        self._leads = leads
        self._seconds = seconds
        self._quiet = quiet or Quiet()
        self._nothing_before = ""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sweeper", daemon=True)

    def start(self) -> None:
        """Begins; the first sweep comes at once."""
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        reachable = True
        while not self._stopped.is_set():
            try:
                self.tick()
                if not reachable:
                    log.info("sweeps continue")
                reachable = True
            except (DynamoError, RoutingError) as error:
                if reachable:
                    log.warning("sweeping waits: %s", error)
                reachable = False
            except Exception:
                log.exception("a sweep failed; the next one runs as usual")
            self._stopped.wait(self._seconds)

    def tick(self) -> None:
        """Sweeps, if that is its business now. Raises DynamoError."""
        if self._leads() and not self._nothing_is_due():
            sweep(self._router.current())

    def _nothing_is_due(self) -> bool:
        now = self._router.clock()
        if not self._quiet.lasts(QUIET_SECONDS):
            self._nothing_before = ""
        elif self._nothing_before <= to_text(now):
            look = to_text(now + timedelta(seconds=LOOK_SECONDS))
            self._nothing_before = min(next_due(self._router) or look, look)
        return to_text(now) < self._nothing_before

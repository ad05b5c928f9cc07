"""Sweeper thread of the dispatcher: one sweep a second while it leads."""

import logging
import threading
from collections.abc import Callable

from dynamo.exceptions import DynamoError
from routing.exceptions import RoutingError
from routing.router import Router
from routing.services.sweeping import sweep

log = logging.getLogger(__name__)

SWEEP_SECONDS = 1.0


class Sweeper:
    """Sweeps in its own thread from `start` to `stop`, while `leads` says yes."""

    def __init__(self, router: Router, leads: Callable[[], bool], *, seconds: float = SWEEP_SECONDS) -> None:
        self._router = router
        self._leads = leads
        self._seconds = seconds
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
                if self._leads():
                    sweep(self._router)
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

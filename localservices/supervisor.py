"""Supervisor: waits for health, restarts what died, stops all; knows no program by name."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from localservices.child import Child
from localservices.exceptions import NotHealthyError, StopRequestedError
from localservices.programs import Program

_LOOK_SECONDS = 0.05
_FIRST_DELAY_SECONDS, _LONGEST_DELAY_SECONDS, _SETTLED_SECONDS = 0.1, 5.0, 10.0


def restart_delay(*, lived_seconds: float, last_delay: float) -> float:
    """Seconds before the next start: short at first and after a settled life, doubling up to a limit."""
    if last_delay == 0 or lived_seconds >= _SETTLED_SECONDS:
        return _FIRST_DELAY_SECONDS
    return min(last_delay * 2, _LONGEST_DELAY_SECONDS)


@dataclass
class _Kept:
    child: Child
    delay: float = 0.0
    start_at: float | None = None  # when to start again; None while it runs


class Supervisor:
    """Runs programs until `stop` is set; `report` gets one line whenever one of them ends."""

    def __init__(self, *, stop: threading.Event, report: Callable[[str], None]) -> None:
        self._stop = stop
        self._report = report
        self._kept: dict[str, _Kept] = {}
        self._starts: list[list[str]] = []

    def start(self, *programs: Program) -> None:
        """Starts programs together, without waiting for their health; earlier ones outlive them."""
        together: list[str] = []
        self._starts.append(together)
        for program in programs:
            self._kept[program.name] = _Kept(Child(program))
            together.append(program.name)

    def pid(self, name: str) -> int:
        """The process id of the program that runs (or ran last) under this name."""
        return self._kept[name].child.pid

    def look(self) -> None:
        """One round: notices ended programs, restarts those due, limits the length of logs."""
        now = time.monotonic()
        for kept in self._kept.values():
            kept.child.bound_log()
            if kept.start_at is None and not kept.child.is_running:
                self._ended(kept, now)
            elif kept.start_at is not None and now >= kept.start_at:
                kept.child, kept.start_at = Child(kept.child.program), None

    def wait_until_healthy(self, *, seconds: float) -> None:
        """Waits until every program answers; NotHealthyError after `seconds`, StopRequestedError on stop."""
        deadline = time.monotonic() + seconds
        for kept in list(self._kept.values()):
            while not (kept.child.is_running and kept.child.program.is_healthy()):
                if time.monotonic() > deadline:
                    raise NotHealthyError(kept.child.program.name, seconds, kept.child.program.log)
                self.pause()

    def pause(self, seconds: float = _LOOK_SECONDS) -> None:
        """Supervises for some seconds. Raises StopRequestedError on a stop request."""
        until = time.monotonic() + seconds
        while True:
            self.look()
            if self._stop.wait(min(_LOOK_SECONDS, max(0.0, until - time.monotonic()))):
                raise StopRequestedError
            if time.monotonic() >= until:
                return

    def stop(self, *, grace_seconds: float = 10.0) -> None:
        """Stops programs started together, last start first; kills those left after their grace."""
        while self._starts:
            children = [self._kept.pop(name).child for name in self._starts.pop()]
            _stop_together(children, grace_seconds)

    def _ended(self, kept: _Kept, now: float) -> None:
        child = kept.child
        child.kill()  # children left behind would work beside its successor
        kept.delay = restart_delay(lived_seconds=now - child.started_at, last_delay=kept.delay)
        kept.start_at = now + kept.delay
        again = "started again" if kept.delay < 1 else f"it keeps ending; next try in {kept.delay:.0f} s"
        self._report(f"{child.program.name} ended ({child.ending}), {again}. Log: {child.program.log}")


def _stop_together(children: list[Child], grace_seconds: float) -> None:
    for child in children:
        child.ask_to_stop()
    deadline = time.monotonic() + grace_seconds
    for child in children:
        child.see_out(grace_seconds=max(0.0, deadline - time.monotonic()))

"""Child process: started in its own process group, ended with everything it started."""

import ctypes
import os
import shutil
import signal
import subprocess  # see its one use  # nosec B404
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from localservices.programs import Program

_PR_SET_PDEATHSIG = 1
LONGEST_LOG = 10 * 2**20


def _tether() -> Callable[[], None] | None:
    """Set-up in a new child before its program, so that it ends when its launcher is killed; Linux only."""
    if sys.platform != "linux":
        return None
    prctl, launcher = ctypes.CDLL(None).prctl, os.getpid()

    def tie() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != launcher:  # killed between fork and here: the signal would never come
            os._exit(1)

    return tie


class Child:
    """A started program. Start it from the main thread: the tether is to the thread that starts it."""

    def __init__(self, program: Program) -> None:
        program.log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.program = program
        self.started_at = time.monotonic()
        with program.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - of this package and the Procfile  # nosec B603
                program.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=program.environ,
                cwd=program.folder,
                pass_fds=program.keep_open,
                start_new_session=True,
                preexec_fn=_tether(),  # noqa: PLW1509 - the launcher starts children from its only thread
            )

    @property
    def pid(self) -> int:
        """The process id, which is also the id of its group."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether the program itself still runs."""
        return self._process.poll() is None

    @property
    def ending(self) -> str:
        """How it ended, in words; `running` before."""
        code = self._process.poll()
        if code is None:
            return "running"
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name

    def bound_log(self) -> None:
        """Moves a long log into a second file, over the one before; lines written meanwhile may be lost."""
        log = self.program.log
        with suppress(FileNotFoundError):
            if log.stat().st_size > LONGEST_LOG:
                shutil.copyfile(log, log.with_name(f"{log.name}.1"))
                os.truncate(log, 0)  # the program appends, so it goes on at the beginning

    def ask_to_stop(self) -> None:
        """Sends SIGTERM to the program; it decides what its own children do."""
        self._process.terminate()

    def kill(self) -> None:
        """Kills the whole group and waits for the program; also right when the program has already ended."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self, *, grace_seconds: float = 10.0) -> None:
        """Asks it to stop, then makes sure of it."""
        self.ask_to_stop()
        self.see_out(grace_seconds=grace_seconds)

    def see_out(self, *, grace_seconds: float) -> None:
        """Waits up to `grace_seconds` after a stop request, then kills the rest of its group."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace_seconds)
        self.kill()

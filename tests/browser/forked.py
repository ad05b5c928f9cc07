"""Process of a site, forked from one that has loaded its packages: to load them costs more than to run."""

import os
import runpy
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread

from localservices.programs import Program

_context = get_context("forkserver")
_context.set_forkserver_preload(["tests.browser.loaded"])


class Forked:
    """A started program of Python, as `Child` would start it; it ends with the process that starts it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        words, environ = program.command[1:], dict(program.environ or os.environ)
        self._process = _context.Process(
            target=_run, args=(words, environ, program.log, program.folder or Path.cwd()), daemon=True
        )
        self._process.start()

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process.pid
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it still runs."""
        return self._process.is_alive()

    def kill(self) -> None:
        """Kills its whole group and waits for it; also right when it has already ended."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()  # just born, it has no group yet
        self._process.join()


def _run(words: tuple[str, ...], environ: Mapping[str, str], log: Path, folder: Path) -> None:
    """Runs what follows `python` in a command: a module after `-m`, or a file."""
    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    _write_to(log)
    Thread(target=_end_with_parent, daemon=True).start()
    if words[0] == "-m":
        sys.argv = list(words[1:])
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = list(words)
        runpy.run_path(words[0], run_name="__main__")


def _write_to(log: Path) -> None:
    with log.open("ab") as file:
        for descriptor in (1, 2):
            os.dup2(file.fileno(), descriptor)
    sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent
    parent.join()
    os.killpg(0, signal.SIGKILL)

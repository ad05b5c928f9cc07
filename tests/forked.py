"""Processes forked from one that has loaded packages: loading them costs more than running."""

import os
import runpy
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing import get_context, parent_process
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TextIO

from localservices.programs import Program

_context = get_context("forkserver")
_context.set_forkserver_preload(["tests.loaded"])


class Forked:
    """A Python program, started as `Child` would start it; it ends with the process that starts it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        words, environ = program.command[1:], dict(program.environ or os.environ)
        log, folder = program.log, program.folder or Path.cwd()
        self._process = _context.Process(target=_run, args=(words, environ, log, log, folder), daemon=True)
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

    @property
    def said(self) -> str:
        """What it has written so far, to standard output and error."""
        return self.program.log.read_text(encoding="utf-8") if self.program.log.exists() else ""

    def send(self, number: signal.Signals) -> None:
        """Sends it a signal, unless it has ended."""
        if self.is_running:
            os.kill(self.pid, number)

    def wait(self, seconds: float = 60) -> str:
        """All it has said, once it has ended."""
        self._process.join(seconds)
        assert not self.is_running, f"{self.program.name} did not end within {seconds:g} s: {self.said}"
        return self.said

    @property
    def ending(self) -> str:
        """How it ended, in words; `running` before. Said as `Child` says it."""
        code = self._process.exitcode
        if code is None:
            return "running"
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name

    def kill(self) -> None:
        """Kills its whole group and waits for it; also right when it has already ended."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()  # just born, it has no group yet
        self._process.join()


def ran(*words: str, environ: Mapping[str, str], folder: Path, seconds: float = 60) -> CompletedProcess[str]:
    """Exit code and output of `python` with these words, which ends by itself."""
    with TemporaryDirectory() as kept:
        out, err = Path(kept, "out"), Path(kept, "err")
        process = _context.Process(target=_run, args=(words, dict(environ), out, err, folder), daemon=True)
        process.start()
        process.join(seconds)
        is_late = process.exitcode is None
        process.kill()
        process.join()
        assert not is_late, f"{words} did not end within {seconds:g} s: {err.read_text()}"
        assert process.exitcode is not None
        return CompletedProcess(words, process.exitcode, out.read_text(), err.read_text())


def _run(words: Sequence[str], environ: Mapping[str, str], out: Path, err: Path, folder: Path) -> None:
    """Runs what follows `python` in a command: code after `-c`, a module after `-m`, or a file."""
    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    sys.stdout, sys.stderr = _open(1, out), _open(2, err)
    Thread(target=_end_with_parent, daemon=True).start()
    if words[0] == "-c":
        sys.argv = ["-c", *words[2:]]
        exec(words[1], {"__name__": "__main__"})  # noqa: S102 - as `python -c` does
    elif words[0] == "-m":
        sys.argv = list(words[1:])
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = list(words)
        runpy.run_path(words[0], run_name="__main__")


def _open(descriptor: int, path: Path) -> TextIO:
    with path.open("ab") as file:
        os.dup2(file.fileno(), descriptor)
    return os.fdopen(descriptor, "w", buffering=1, closefd=False)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent
    parent.join()
    os.killpg(0, signal.SIGKILL)

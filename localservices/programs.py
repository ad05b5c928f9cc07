"""Programs: what a supervisor must know about a process, and the commands of a Procfile. Runs nothing."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from localservices.exceptions import BadProcfileError


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Program:
    """A program to keep running: `is_healthy` asks whether it answers, `keep_open` are descriptors for it."""

    name: str
    command: tuple[str, ...]
    log: Path
    is_healthy: Callable[[], bool] = _always
    environ: Mapping[str, str] | None = None
    folder: Path | None = None
    keep_open: tuple[int, ...] = field(default=())


_LINE = re.compile(r"(?P<name>[a-z][a-z0-9_-]*):\s*(?P<command>\S.*)")


def procfile_read(path: Path) -> dict[str, str]:
    """Process name to shell command, in the order of the file; blank lines and `#` lines are left out."""
    processes: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _LINE.fullmatch(line.strip())
        if not found or found["name"] in processes:
            raise BadProcfileError(path, number, line)
        processes[found["name"]] = found["command"]
    return processes

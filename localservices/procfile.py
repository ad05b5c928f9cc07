"""Procfile parser: which processes the product has, and the command of each."""

import re
from pathlib import Path

from localservices.exceptions import BadProcfileError

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

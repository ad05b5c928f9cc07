"""Processor time of the processes of a site, by their names in the Procfile."""

from collections import Counter
from collections.abc import Mapping

import psutil

# Part of the command line of each program, and its name.
PROGRAMS = {
    "manage.py dispatch": "dispatcher",
    "manage.py feed": "feed",
    "manage.py report": "report",
    "uvicorn": "web",
    "callcenter worker": "worker",
    "callcenter beat": "beat",
    "dynoxide": "engine",
    "valkey-server": "redis",
    "redis-server": "redis",
}


def cpu_seconds() -> Mapping[str, float]:
    """CPU seconds so far of this process's children of any depth, by program."""
    found: Counter[str] = Counter()
    for process in psutil.Process().children(recursive=True):
        try:
            name, times = program_of(" ".join(process.cmdline())), process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        if name:
            found[name] += times.user + times.system  # type: ignore[assignment]  # a Counter adds any numbers
    return found


def program_of(command: str) -> str:
    """Name of the program with this command line; empty for another. Pure."""
    return next((name for part, name in PROGRAMS.items() if part in command), "")

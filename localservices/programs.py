"""Program: what a supervisor must know about one process. Runs nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path


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

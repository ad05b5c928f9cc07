"""Secrets of an installation, made once and readable by its owner only: key, password, address."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def made_once(path: Path, make: Callable[[], str]) -> str:
    """The text in the file; creates both if missing. Of racing processes, all get the first one's."""
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return _make(path, make)


def _make(path: Path, make: Callable[[], str]) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as draft:  # made with mode 600
        draft.write(make())
        draft.flush()
        os.fsync(draft.fileno())
        # Unlike a rename, a link never replaces what another process has just made.
        with suppress(FileExistsError):
            os.link(draft.name, path)
    return path.read_text(encoding="ascii")

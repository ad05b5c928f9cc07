"""Keeps the signing key of an installation that was given none: made once, readable by its owner only."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def secret_key(path: Path) -> str:
    """The key in the file; makes both when missing. Of processes that race, all get the first one's."""
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        return _make(path)


def _make(path: Path) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as draft:  # made with mode 600
        draft.write(secrets.token_urlsafe(50))
        draft.flush()
        os.fsync(draft.fileno())
        # Unlike a rename, a link never replaces the key that another process has just made.
        with suppress(FileExistsError):
            os.link(draft.name, path)
    return path.read_text(encoding="ascii")

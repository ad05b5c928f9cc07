"""Keeps the signing key of an installation that was given none: made once, readable by its owner only."""

import os
import secrets
from pathlib import Path


def secret_key(path: Path) -> str:
    """The key in the file; makes both when missing. Of two processes that race, both get the first one's."""
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        return _make(path)


def _make(path: Path) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(
        os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii"
    ) as file:
        file.write(secrets.token_urlsafe(50))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)  # unlike a rename, a link never replaces the key another process has just made
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii")

"""Stores of attached files: a folder on this machine. A file is named by its content, and never changes."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Protocol

UNFINISHED = "unfinished-"


class FileStore(Protocol):
    """Keeps files by id; ids are hexadecimal digits."""

    def keep(self, file_id: str, received: Path) -> None:
        """Keeps what was received. Safe to repeat."""

    def read(self, file_id: str) -> bytes | None:
        """The content, or None."""

    def remove(self, file_id: str) -> None:
        """Removes it. Safe to repeat. Raises OSError."""

    def tidy(self, *, before: datetime) -> None:
        """Removes what interrupted uploads left before a moment. Raises OSError."""


class Folder:
    """Files in a folder that only this user reads."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def keep(self, file_id: str, received: Path) -> None:
        """See `FileStore`: whole and on the disk before it has its name."""
        place = self._place(file_id)
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=place.parent, prefix=UNFINISHED, delete=False) as file:
            _copy(received, file)
        Path(file.name).replace(place)

    def read(self, file_id: str) -> bytes | None:
        """See `FileStore`."""
        with suppress(FileNotFoundError):
            return self._place(file_id).read_bytes()
        return None

    def remove(self, file_id: str) -> None:
        """See `FileStore`."""
        self._place(file_id).unlink(missing_ok=True)

    def tidy(self, *, before: datetime) -> None:
        """See `FileStore`."""
        for path in self._root.glob(f"*/{UNFINISHED}*"):
            with suppress(FileNotFoundError):
                if path.stat().st_mtime < before.timestamp():
                    path.unlink()

    def _place(self, file_id: str) -> Path:
        """Files are spread over folders, so that none gets too large."""
        return self._root / file_id[:2] / file_id


def _copy(received: Path, file: IO[bytes]) -> None:
    with received.open("rb") as source:
        while chunk := source.read(1 << 16):
            file.write(chunk)
    file.flush()
    os.fsync(file.fileno())

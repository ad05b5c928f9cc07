"""Receiving a file: read in chunks into a temporary file, with its size, type, digest and cleaned name."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.http import HttpRequest

from api.access.key_header import OF_FORMS
from api.conventions.json_bodies import too_large
from api.conventions.problems import Problem
from api.files.kinds import LOOKED_AT, TAKES, FileKind, kind_of
from api.files.names import cleaned

CHUNK_BYTES = 1 << 16


@dataclass(frozen=True)
class Received:
    """A file received completely."""

    path: Path
    kind: FileKind
    digest: str
    size: int

    def described(self, file_id: str, name: str) -> dict[str, Any]:
        """What the message says of it."""
        return {
            "file": file_id,
            "name": cleaned(name, self.kind),
            "type": self.kind.media_type,
            "size": self.size,
        }


@contextmanager
def received(request: HttpRequest, *, most: int) -> Iterator[Received]:
    """The file that is the body of a request, until the end of the block. Raises Problem: 400, 413, 415."""
    if request.content_type in OF_FORMS:
        raise _refused("Content-Type", "send the file itself as the body, not a form")
    if int(request.headers.get("Content-Length") or 0) > most:
        raise too_large(most)
    with NamedTemporaryFile(prefix="callcenter-") as file:
        head, digest, size = b"", sha256(), 0
        while chunk := request.read(CHUNK_BYTES):
            size += len(chunk)
            if size > most:
                raise too_large(most)
            head += chunk[: LOOKED_AT - len(head)]
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        kind = kind_of(head)
        if kind is None:
            raise _refused("body", f"must be {TAKES}" if size else "the file is empty")
        yield Received(Path(file.name), kind, digest.hexdigest(), size)


def as_body(described: dict[str, Any]) -> str:
    """The body of the message of an attachment."""
    return json.dumps(described, ensure_ascii=False, sort_keys=True)


def _refused(field: str, takes: str) -> Problem:
    return Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"{field}: {takes}", field=field)

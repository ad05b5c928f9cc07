"""Types of files that can be attached, recognised by their first bytes, never by name. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from unicodedata import category

LOOKED_AT = 4096


@dataclass(frozen=True)
class FileKind:
    """A type. Only pictures are shown in a page; anything else is downloaded."""

    media_type: str
    suffix: str
    is_picture: bool = False


def _begins(*beginnings: bytes) -> Callable[[bytes], bool]:
    return lambda head: head.startswith(beginnings)


def _is_webp(head: bytes) -> bool:
    return head[:4] == b"RIFF" and head[8:12] == b"WEBP"


def _is_mp4(head: bytes) -> bool:
    return head[4:8] == b"ftyp" and head[8:12] in (
        b"isom",
        b"iso2",
        b"mp41",
        b"mp42",
        b"avc1",
        b"M4A ",
        b"M4V ",
    )


_KINDS: tuple[tuple[FileKind, Callable[[bytes], bool]], ...] = (
    (FileKind("image/png", ".png", is_picture=True), _begins(b"\x89PNG\r\n\x1a\n")),
    (FileKind("image/jpeg", ".jpg", is_picture=True), _begins(b"\xff\xd8\xff")),
    (FileKind("image/gif", ".gif", is_picture=True), _begins(b"GIF87a", b"GIF89a")),
    (FileKind("image/webp", ".webp", is_picture=True), _is_webp),
    (FileKind("application/pdf", ".pdf"), _begins(b"%PDF-")),
    (FileKind("video/mp4", ".mp4"), _is_mp4),
)
TEXT = FileKind("text/plain", ".txt")
KINDS = {kind.media_type: kind for kind in (*(kind for kind, _ in _KINDS), TEXT)}
TAKES = "PNG, JPEG, GIF, WebP, PDF, MP4 or plain text"


def kind_of(head: bytes) -> FileKind | None:
    """The type of a file with this beginning; None for a type that is refused or an empty file."""
    for kind, fits in _KINDS:
        if fits(head):
            return kind
    return TEXT if head and _is_text(head) else None


def _is_text(head: bytes) -> bool:
    """UTF-8 without control characters or the beginning of markup; the last letter may be cut off."""
    try:
        text = head.decode()
    except UnicodeDecodeError as error:
        if error.start < len(head) - 3 or len(head) < LOOKED_AT:
            return False
        text = head[: error.start].decode()
    is_markup = text.lstrip("\ufeff \t\n\r").startswith("<")
    return not is_markup and not any(category(one) == "Cc" and one not in "\t\n\r" for one in text)

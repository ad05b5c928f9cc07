"""Attached files: types told by content, names cleaned."""

import pytest

from api.files.kinds import LOOKED_AT, TEXT, kind_of
from api.files.names import LONGEST_NAME, cleaned


@pytest.mark.parametrize(
    ("head", "media_type"),
    [
        (b"\x89PNG\r\n\x1a\n\x00", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a..", "image/gif"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"%PDF-1.7", "application/pdf"),
        (b"\x00\x00\x00\x18ftypmp42", "video/mp4"),
        ("Grüße\n\tAna\r\n".encode(), "text/plain"),
        (("é" * LOOKED_AT).encode()[: LOOKED_AT - 1] + b"\xc3", "text/plain"),
    ],
)
def test_a_type_is_told_by_the_first_bytes(head: bytes, media_type: str) -> None:
    kind = kind_of(head)

    assert kind is not None
    assert kind.media_type == media_type
    assert kind.is_picture == media_type.startswith("image/")


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"MZ\x90\x00",
        b"PK\x03\x04",
        b"<svg onload=x>",
        b"  <!DOCTYPE html>",
        b"\xef\xbb\xbf<script>",
        b"\x7fELF",
        b"text\x00",
        b"\xc3",
        b"ok \xff ok",
        b"RIFF\x00\x00\x00\x00WAVE",
    ],
)
def test_anything_else_is_refused(head: bytes) -> None:
    assert kind_of(head) is None


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("report.txt", "report.txt"),
        ("../../etc/passwd", "passwd.txt"),
        ("C:\\evil.exe", "evil.txt"),
        ("..", "file.txt"),
        ("photo\u202egnp.exe", "photognp.txt"),
        ('a"b;c\r\nX: y.html', "a_b_cX_ y.txt"),
        ("", "file.txt"),
        ("...", "file.txt"),
        ("\x00", "file.txt"),
        ("x" * 500, "x" * (LONGEST_NAME - 4) + ".txt"),
        ("Größe 1.final.pdf", "Größe 1.final.txt"),
    ],
)
def test_a_name_is_cleaned(name: str, clean: str) -> None:
    assert cleaned(name, TEXT) == clean

"""Static files: all are collected under hashed names."""

import re
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.test import override_settings

STORAGES = {"staticfiles": {"BACKEND": "callcenter.static_files.StaticFiles"}}
CHUNK = re.compile(r"""from ?["']\./(chunk-[^"']+)["']""")
HASHED = re.compile(r"chunk-[A-Z0-9]+\.[0-9a-f]{12}\.js")


def test_every_reference_in_them_leads_to_a_file(tmp_path: Path) -> None:
    said = StringIO()
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=STORAGES):
        call_command("collectstatic", interactive=False, stdout=said)

    assert "post-processed" in said.getvalue()
    assert list(tmp_path.glob("build/board.*.css"))
    (board,) = tmp_path.glob("build/board.????????????.js")
    chunks = CHUNK.findall(board.read_text())
    assert chunks
    assert all(HASHED.fullmatch(name) and (tmp_path / "build" / name).exists() for name in chunks)

"""Static files: all are collected under hashed names."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from localservices.demo.processes import static_files_prepare
from localservices.exceptions import PagesNotBuiltError

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


def test_the_demo_collects_them_or_says_how_to_build_the_pages(tmp_path: Path) -> None:
    sources, collected = tmp_path / "static", tmp_path / "collected"
    with override_settings(
        BASE_DIR=tmp_path, STATICFILES_DIRS=[sources], STATIC_ROOT=collected, STORAGES=STORAGES
    ):
        with pytest.raises(PagesNotBuiltError, match="npm run build"):
            static_files_prepare()
        (sources / "build").mkdir(parents=True)
        (sources / "build" / "app.css").write_text("")
        static_files_prepare()

    assert (collected / "staticfiles.json").exists()
    assert list(collected.glob("build/app.*.css"))

"""Procfile: one process a line."""

from pathlib import Path

import pytest

from localservices.exceptions import BadProcfileError
from localservices.programs import procfile_read


def procfile(folder: Path, text: str) -> Path:
    path = folder / "Procfile"
    path.write_text(text, encoding="utf-8")
    return path


def test_it_reads_processes_in_order_without_comments(tmp_path: Path) -> None:
    path = procfile(tmp_path, "# all of them\nweb: serve --port ${PORT:-8000}\n\nbeat: tick\n")

    assert list(procfile_read(path).items()) == [("web", "serve --port ${PORT:-8000}"), ("beat", "tick")]


@pytest.mark.parametrize("line", ["web serve", "web:", ": serve", "Web: serve"])
def test_it_names_the_line_it_cannot_read(tmp_path: Path, line: str) -> None:
    path = procfile(tmp_path, f"beat: tick\n{line}\n")

    with pytest.raises(BadProcfileError, match="line 2") as caught:
        procfile_read(path)

    assert (caught.value.number, caught.value.line) == (2, line)


def test_it_refuses_two_processes_of_one_name(tmp_path: Path) -> None:
    with pytest.raises(BadProcfileError, match="line 2"):
        procfile_read(procfile(tmp_path, "web: one\nweb: two\n"))

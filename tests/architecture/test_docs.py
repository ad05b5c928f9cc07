"""Docs: paths of the project's files exist, and so do the targets of links."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.sources import ROOT

DOCS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("deploy/*.md"), *ROOT.glob("docs/**/*.md"))
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir()}
PATH = re.compile(r"`([\w.-]+/[\w./-]*)`")
OF_SOURCES = {".py", ".js", ".css", ".html", ".md"}
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
PLACEHOLDER = "NNNN"


def paths(text: str) -> Iterator[str]:
    """The paths of the project in backquotes; others, as `DATA_DIR/secret-key`, are of an installation."""
    for path in PATH.findall(text):
        if (path.split("/")[0] in FOLDERS or Path(path).suffix in OF_SOURCES) and PLACEHOLDER not in path:
            yield path


def test_the_paths_in_the_docs_exist() -> None:
    missing = [
        f"{doc.relative_to(ROOT)}: {path}"
        for doc in DOCS
        for path in paths(doc.read_text(encoding="utf-8"))
        if not (ROOT / path).exists()
    ]

    assert not missing


def test_the_links_in_the_docs_lead_somewhere() -> None:
    broken = [
        f"{doc.relative_to(ROOT)}: {target}"
        for doc in DOCS
        for target in LINK.findall(doc.read_text(encoding="utf-8"))
        if not (doc.parent / target).exists()
    ]

    assert not broken

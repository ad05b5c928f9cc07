"""Report: sections for all benchmarks, the commit, and a part that fails."""

import re
import subprocess
from pathlib import Path

import pytest

from bench.centre.engine import ROOT
from bench.figures import Row
from bench.report import __main__ as report
from bench.report.machine import commit
from bench.report.sections import SECTIONS, Section

ALONE = re.compile(r"`python -m (bench\.[a-z_]+)")


def test_every_benchmark_has_a_section() -> None:
    runnable = {
        f"bench.{path.parent.name if path.name == '__main__.py' else path.stem}"
        for path in (*ROOT.glob("bench/*/__main__.py"), *ROOT.glob("bench/*.py"))
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    }
    named = {name for section in SECTIONS.values() for name in ALONE.findall(section.words)}
    assert named == runnable - {"bench.report"}


def git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), "-c", "user.name=t", "-c", "user.email=t@example.com", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_a_part_names_its_commit_and_whether_there_are_changes(tmp_path: Path) -> None:
    assert commit(tmp_path) == "", "no git"
    git(tmp_path, "init", "-q")
    assert commit(tmp_path) == "", "no commit"
    for name in ("code.py", "docs/benchmarks.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    short = git(tmp_path, "rev-parse", "--short=8", "HEAD")

    (tmp_path / "docs/benchmarks.md").write_text("2\n")
    assert commit(tmp_path) == f" at commit {short}", "the page itself is rewritten by the run"
    (tmp_path / "code.py").write_text("2\n")
    assert commit(tmp_path) == f" at commit {short} with changes"


def test_without_git_a_part_names_no_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert commit() == ""


@pytest.fixture
def sections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two parts of which the first fails."""

    def fails() -> list[Row]:
        raise RuntimeError("the engine does not start")

    def works() -> list[Row]:
        return [{"strategy": "batched", "entries": 100}]

    parts = {"loads": Section("## Loads", fails, fails), "growth": Section("## Growth", works, works)}
    monkeypatch.setattr(report, "SECTIONS", parts)
    monkeypatch.setattr(report, "commit", lambda: " at commit 4e5f6071")


@pytest.mark.parametrize(
    ("named", "shown"),
    [
        (" at commit 0a1b2c3d with changes", "0a1b2c3d with changes, 4e5f6071"),
        ("", "4e5f6071, unknown commit"),
    ],
)
@pytest.mark.usefixtures("sections")
def test_a_part_that_fails_keeps_its_earlier_figures_and_stops_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], named: str, shown: str
) -> None:
    earlier = f"## Loads\n\nMeasured on 2026-01-01{named}, one."
    (tmp_path / "benchmarks.md").write_text(f"# Benchmarks\n\n{earlier}\n\n## Growth\n\nold\n")

    assert report.main(["--folder", str(tmp_path)]) == 1

    printed = capsys.readouterr()
    page = (tmp_path / "benchmarks.md").read_text()
    assert earlier in page
    assert "| batched | 100 |" in page
    assert "old" not in page
    assert page in printed.out
    assert "the engine does not start" in printed.err
    assert re.search(r"growth: \d+ s\n", printed.err)
    assert f"figures of several commits: {shown}\n" in printed.err
    assert printed.err.endswith("failed: loads\n")


@pytest.mark.usefixtures("sections")
def test_a_run_in_which_nothing_fails_exits_with_0(tmp_path: Path) -> None:
    assert report.main(["--folder", str(tmp_path), "--quick", "--only", "growth"]) == 0

"""`python -m bench.report`: runs every benchmark and writes docs/benchmarks.md with its plot.

It takes about three quarters of an hour on a quiet machine; figures of a busy one mean little. `--only`
measures some parts again and leaves the others on the page; `--quick` runs all of it small, as a check. A
part that fails leaves its earlier figures on the page and does not stop the others; the exit code is then 1.
"""

import argparse
import re
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.centre.engine import ROOT
from bench.figures import Row, markdown
from bench.goals import goals
from bench.report.machine import commit, machine
from bench.report.plot import matches_plot
from bench.report.sections import SECTIONS

COMMAND = "python -m bench.report"
TOP = f"""# Benchmarks

Written by `{COMMAND}`; each part names its date, commit and machine. Figures
are comparable within a part only."""
COMMIT = re.compile(r"^Measured on [-0-9]+(?: at commit ([0-9a-f]+(?: with changes)?))?,", re.MULTILINE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the selected parts, writes each once it is measured, prints the page. Answers the exit code."""
    options = _options(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    page: Path = options.folder / "benchmarks.md"
    names = options.only or list(SECTIONS)
    failed = [name for name in names if not _measured(name, page, quick=options.quick)]
    if page.exists():
        text = page.read_text(encoding="utf-8")
        print(text)
        if len(found := {one or "unknown commit" for one in COMMIT.findall(text)}) > 1:
            _say(f"the page has figures of several commits: {', '.join(sorted(found))}")
    if failed:
        _say(f"failed: {', '.join(failed)}")
    return int(bool(failed))


def _measured(name: str, page: Path, *, quick: bool) -> bool:
    """Measures a part and writes it to the page; False, with the reason on standard error, if it failed."""
    section, began = SECTIONS[name], time.monotonic()
    _say(f"{name}: begins")
    try:
        on = f"{datetime.now(UTC):%Y-%m-%d}{commit()}, {', '.join(machine().values())}"
        rows = [*(section.quick if quick else section.full)()]
        if name == "matching":
            page.with_suffix(".svg").write_text(matches_plot(rows), encoding="utf-8")
        before = page.read_text(encoding="utf-8") if page.exists() else ""
        page.write_text(document({**parts(before), name: part(name, rows, on=on)}), encoding="utf-8")
    except Exception:  # noqa: BLE001 - whatever a part fails of, the others are measured
        traceback.print_exc()
        _say(f"{name}: failed after {time.monotonic() - began:.0f} s")
        return False
    _say(f"{name}: {time.monotonic() - began:.0f} s")
    return True


def _say(line: str) -> None:
    print(f"{datetime.now(UTC):%H:%M:%S} {line}", file=sys.stderr, flush=True)


def document(measured: Mapping[str, str]) -> str:
    """The page of all existing parts, by name, in order. Pure."""
    return "\n\n".join([TOP, *(measured[name] for name in SECTIONS if name in measured)]) + "\n"


def parts(page: str) -> dict[str, str]:
    """The parts of a page by name. Pure."""
    names = {section.words.splitlines()[0]: name for name, section in SECTIONS.items()}
    found = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    return {names[head]: text.strip() for text in found if (head := text.split("\n", 1)[0]) in names}


def part(name: str, rows: Sequence[Row], *, on: str) -> str:
    """One part: description, goals, all figures. Pure.

    `on` names the day, the commit and the machine.
    """
    section, reached = SECTIONS[name], goals(**{name: rows}) if name != "growth" else []
    texts = [
        section.words,
        f"Measured on {on}.",
        markdown(reached) if reached else "",
        section.picture,
        markdown(rows),
    ]
    return "\n\n".join(text for text in texts if text)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=COMMAND, description="Run benchmarks and write the page.")
    parser.add_argument("--quick", action="store_true", help="small, to see that it works")
    parser.add_argument("--folder", type=Path, default=ROOT / "docs", help="where the page goes (docs)")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, help="the parts to measure (all)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    print("this takes three quarters of an hour; leave the machine alone", file=sys.stderr)
    sys.exit(main())

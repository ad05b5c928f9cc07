"""`python -m bench.report`: runs every benchmark and writes docs/benchmarks.md with its plot.

It takes about three quarters of an hour on a quiet machine; figures of a busy one mean little. `--only`
measures some parts again and leaves the others on the page; `--quick` runs all of it small, as a check.
"""

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.centre.engine import ROOT
from bench.figures import Row, markdown
from bench.goals import goals
from bench.report.machine import machine
from bench.report.plot import matches_plot
from bench.report.sections import SECTIONS

COMMAND = "python -m bench.report"
TOP = f"""# Benchmarks

Written by `{COMMAND}`; each part names its date and machine. Figures
are comparable within a part only."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the selected parts, writes each once it is measured, and prints the page."""
    options = _options(arguments)
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "benchmarks.md"
    on = f"{datetime.now(UTC):%Y-%m-%d}, {', '.join(machine().values())}"
    for name in options.only or SECTIONS:
        section = SECTIONS[name]
        rows = [*(section.quick if options.quick else section.full)()]
        if name == "matching":
            (folder / "benchmarks.svg").write_text(matches_plot(rows), encoding="utf-8")
        before = page.read_text(encoding="utf-8") if page.exists() else ""
        page.write_text(document({**parts(before), name: part(name, rows, on=on)}), encoding="utf-8")
    print(page.read_text(encoding="utf-8"))


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

    `on` names the day and the machine.
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
    main()

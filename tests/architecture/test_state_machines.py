"""The pictures in docs/state-machines.md show the transitions of the code, all of them and no others."""

import re
from enum import StrEnum

import pytest

from routing import agents, calls
from tests.architecture.sources import ROOT

ARROW = re.compile(r"^\s+(\w+) --> (\w+)", re.MULTILINE)


def pictured(heading: str) -> set[tuple[str, str]]:
    """The arrows of the picture under a heading, without those from or to the outside."""
    text = (ROOT / "docs" / "state-machines.md").read_text(encoding="utf-8")
    section = text.split(f"## {heading}\n")[1].split("\n## ")[0]
    return set(ARROW.findall(section))


@pytest.mark.parametrize(
    ("heading", "transitions"), [("Agent", agents.TRANSITIONS), ("Call", calls.TRANSITIONS)]
)
def test_the_picture_shows_what_the_code_allows(
    heading: str, transitions: dict[StrEnum, frozenset[StrEnum]]
) -> None:
    allowed = {(str(before), str(after)) for before, afters in transitions.items() for after in afters}

    assert pictured(heading) == allowed

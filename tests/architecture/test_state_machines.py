"""State machines: docs/state-machines.md shows exactly the transitions of the code."""

import re
from enum import StrEnum

import pytest

from routing.model import agents, calls
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from tests.architecture.sources import ROOT

OUTSIDE = "[*]"
ARROW = re.compile(r"^\s+(\w+|\[\*\]) --> (\w+|\[\*\])", re.MULTILINE)
# Initial statuses in the table.
BORN: dict[str, set[AgentStatus] | set[CallStatus]] = {
    "Agent": {AgentStatus.AVAILABLE, AgentStatus.OFFLINE},
    "Chat row": {AgentStatus.OFFLINE},
    "Call": {
        CallStatus.CREATED,
        CallStatus.QUEUED,
        CallStatus.REJECTED,
        CallStatus.DEAD_LETTERED,
        CallStatus.IN_PROGRESS,
    },
}


def pictured(heading: str) -> set[tuple[str, str]]:
    """The arrows of the picture under a heading."""
    text = (ROOT / "docs" / "state-machines.md").read_text(encoding="utf-8")
    section = text.split(f"## {heading}\n")[1].split("\n## ")[0]
    return set(ARROW.findall(section))


@pytest.mark.parametrize(
    ("heading", "transitions"),
    [("Agent", agents.TRANSITIONS), ("Chat row", agents.CHAT_TRANSITIONS), ("Call", calls.TRANSITIONS)],
)
def test_the_picture_shows_what_the_code_allows(
    heading: str, transitions: dict[StrEnum, frozenset[StrEnum]]
) -> None:
    allowed = {(str(before), str(after)) for before, afters in transitions.items() for after in afters}
    births = {(OUTSIDE, str(status)) for status in BORN[heading]}
    ends = {(str(before), OUTSIDE) for before, afters in transitions.items() if not afters}

    assert pictured(heading) == allowed | births | ends

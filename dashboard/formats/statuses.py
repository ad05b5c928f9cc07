"""Statuses as pages and scripts show them: word, icon and tone, always together. Pure.

`python -m dashboard.formats.statuses` writes the agents' part as the module that the scripts import.
"""

import json
import sys
from collections.abc import Mapping
from typing import NamedTuple

from operations.agents import CHOSEN
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import CallStatus
from routing.model.words import RESTING, short_word
from routing.services.call_changes import ROUTING
from routing.services.offers import NO_ANSWER


class Look(NamedTuple):
    """Looks of a status; colour never stands alone."""

    word: str
    icon: str
    tone: str


AGENT_LOOKS = {
    status: Look(short_word(status), icon, tone)
    for status, icon, tone in (
        (AgentStatus.QUEUED, "check", "green"),
        (AgentStatus.AVAILABLE, "dot", "green"),
        (AgentStatus.OFFERED, "bell", "sky"),
        (AgentStatus.ATTENDING_CALL, "phone", "blue"),
        (AgentStatus.WRAP_UP, "pen", "purple"),
        (AgentStatus.PAUSED, "pause", "orange"),
        (AgentStatus.OFFLINE, "off", "grey"),
    )
}
FULL_LOOK = Look("Full", "stop", "blue")
OPEN_LOOK, CLOSED_LOOK = Look("Open", "check", "green"), Look("Closed", "off", "grey")
RESTING_LOOK = Look(RESTING.capitalize(), "clock", "grey")
# The agent figures, in the order of an agent's day, each with the statuses it counts.
AGENT_GROUPS = {
    "available": (AgentStatus.QUEUED, AgentStatus.AVAILABLE),
    "ringing": (AgentStatus.OFFERED,),
    "on-call": (AgentStatus.ATTENDING_CALL,),
    "wrap-up": (AgentStatus.WRAP_UP,),
    "paused": (AgentStatus.PAUSED,),
    "offline": (AgentStatus.OFFLINE,),
}
CALL_LOOKS = {
    status: Look(short_word(status), icon, tone)
    for status, icon, tone in (
        (CallStatus.CREATED, "dot", "grey"),
        (CallStatus.QUEUED, "clock", "plain"),
        (CallStatus.OFFERED, "bell", "sky"),
        (CallStatus.IN_PROGRESS, "phone", "blue"),
        (CallStatus.COMPLETED, "check", "grey"),
        (CallStatus.ABANDONED, "off", "grey"),
        (CallStatus.REMOVED, "close", "grey"),
        (CallStatus.REJECTED, "off", "grey"),
        (CallStatus.DEAD_LETTERED, "warn", "orange"),
    )
}


def agent_look(agent: Agent) -> Look:
    if agent.rests:
        return RESTING_LOOK
    is_full = agent.channel and agent.status is AgentStatus.ATTENDING_CALL
    return FULL_LOOK if is_full else AGENT_LOOKS[agent.status]


def as_script() -> str:
    """The scripts' part, as a JavaScript module."""
    tables: dict[str, Mapping[str, object]] = {
        "AGENT_STATUSES": {status: look._asdict() for status, look in AGENT_LOOKS.items()},
        "RESTING": RESTING_LOOK._asdict(),
        "GROUPS": AGENT_GROUPS,
        "CHOSEN": {str(choice): word for choice, word in CHOSEN.items()},
        "NO_ANSWER": {"reason": NO_ANSWER, "changed_by": ROUTING},
    }
    return "// Written by `make format` from dashboard/formats/statuses.py.\n" + "".join(
        f"export const {name} = {{\n{_lines(table)}}};\n" for name, table in tables.items()
    )


def _lines(table: Mapping[str, object]) -> str:
    return "".join(f"  {json.dumps(name)}: {json.dumps(value)},\n" for name, value in table.items())


if __name__ == "__main__":
    sys.stdout.write(as_script())

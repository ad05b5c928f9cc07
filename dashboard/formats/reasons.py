"""Reasons of changes as people read them: queues, scenes and agents by name. The table keeps keys and ids."""

from collections.abc import Collection, Mapping

from dashboard.formats.scene_names import scene_title
from dashboard.formats.skill_names import in_words
from routing.model.events import EventKind
from routing.model.hours.opening import CLOSED

SENT = frozenset({EventKind.CALL_TRANSFERRED, EventKind.CALL_ASSIGNED})
TO, WHY = "to ", ": "


def agent_meant(kinds: Collection[str], reason: str) -> str:
    """The id of the agent to whom these events say that a call was sent; empty without one."""
    if not SENT & {*kinds} or not reason.startswith(TO):
        return ""
    return reason.removeprefix(TO).partition(WHY)[0]


def reason_words(kinds: Collection[str], reason: str, agents: Mapping[str, str]) -> str:
    """The reason of these events; `agents` are names by id."""
    meant = agent_meant(kinds, reason)
    if meant in agents:
        return f"{TO}{agents[meant]}{reason.removeprefix(TO + meant)}"
    closed, is_closed, said = reason.partition(f" {CLOSED}")
    if is_closed and EventKind.CALL_REJECTED in kinds:  # a queue, or a scene
        reason = f"{scene_title(closed)}{is_closed}{said}"
    return in_words(reason)

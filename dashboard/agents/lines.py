"""Agent on plain-form pages: its status in words, and the choices its form offers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from dashboard.access.own_agent import acts_for_all
from dashboard.access.permissions import CHOOSE, SUPERVISE
from dashboard.access.seats import seat_of
from dashboard.forms import END_WRAP_UP_REASONS, MORE_WRAP_UP_SECONDS, PAUSE_REASONS, RELEASE_REASONS
from operations.agents import CHOSEN, RELEASE
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.words import agent_word


@dataclass(frozen=True)
class AgentLine:
    """An agent with plain forms. `until` is the end of its status, `is_late` that it is over already."""

    agent: Agent
    status: str
    until: datetime | None
    is_late: bool
    can_be_released: bool
    can_be_chosen_for: bool


def acting_context(request: HttpRequest) -> dict[str, Any]:
    """Context of `dashboard/agents/actions.html` beside the line."""
    return {
        "can_choose": request.user.has_perm(CHOOSE),
        "can_supervise": request.user.has_perm(SUPERVISE),
        "reasons": PAUSE_REASONS,
        "release_reasons": RELEASE_REASONS,
        "end_reasons": END_WRAP_UP_REASONS,
        "more_seconds": MORE_WRAP_UP_SECONDS,
    }


def _status(agent: Agent) -> str:
    """The agent's status, and the one after its call: "on a call, then paused (Lunch)"."""
    word = agent_word(agent)
    if not agent.is_free and agent.choice is not Choice.READY:
        word += f", then {CHOSEN[agent.choice]}"
    return f"{word} ({agent.pause_reason})" if agent.pause_reason else word


def agents_chosen_for(request: HttpRequest, known: Iterable[Agent]) -> set[str]:
    """Those of these agents that the reader may choose for."""
    if not request.user.has_perm(CHOOSE):
        return set()
    return {one.agent_id for one in known} if acts_for_all(request.user) else {seat_of(request.user)}


def agent_line(agent: Agent, at: datetime, *, can_be_chosen_for: bool) -> AgentLine:
    """The line of an agent at a moment."""
    is_late = agent.until is not None and agent.until < at
    # A talk has no planned end; its limit is shown only once it is passed.
    known = is_late or agent.status is not AgentStatus.ATTENDING_CALL
    rests = agent.status is AgentStatus.AVAILABLE and agent.until is not None
    return AgentLine(
        agent,
        _status(agent),
        until=agent.until if known else None,
        is_late=is_late,
        can_be_released=rests or agent.status in RELEASE.applies,
        can_be_chosen_for=can_be_chosen_for,
    )

"""Agent on plain-form pages: what follows its status, and the forms that act for it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.http import HttpRequest

from accounts.seats import seat_of
from dashboard.access.permissions import CHOOSE, SUPERVISE, permissions_of
from dashboard.access.seats import acts_for_all
from dashboard.operations.operation_forms import Form, Seen, forms_for
from operations.agents import CHOSEN
from operations.operation import Subject
from operations.reach import reach_of
from routing.model.agents import Agent, AgentStatus, Choice
from routing.runtime import router


@dataclass(frozen=True)
class AgentLine:
    """An agent with plain forms, and what stands after its status: ", then paused (Lunch)".

    `until` is the end of its status, `is_late` that it is over already. `barred` says why a supervisor of
    other teams has no forms.
    """

    agent: Agent
    after: str
    until: datetime | None
    is_late: bool
    forms: list[Form]
    barred: str = ""

    @property
    def late_word(self) -> str:
        return "over limit" if self.agent.status is AgentStatus.PAUSED else "stuck"


def agent_lines(request: HttpRequest, known: Iterable[Agent], at: datetime, *, back: str) -> list[AgentLine]:
    """The lines of agents at a moment; their forms lead back to an address."""
    permitted = permissions_of(request.user)
    only = None if acts_for_all(request.user) else seat_of(request.user)
    reach, teams = reach_of(request.user), router().teams
    return [
        replace(_line(one, at, permitted - {CHOOSE, SUPERVISE}, back), barred=barred)
        if (barred := reach.refusal(one, teams))
        else _line(one, at, permitted if only in (None, one.agent_id) else permitted - {CHOOSE}, back)
        for one in known
    ]


def _after(agent: Agent) -> str:
    waits = not agent.is_free and agent.choice is not Choice.READY
    chosen = f", then {CHOSEN[agent.choice]}" if waits else ""
    return f"{chosen} ({agent.pause_reason})" if agent.pause_reason else chosen


def _line(agent: Agent, at: datetime, permitted: set[str], back: str) -> AgentLine:
    is_late = agent.until is not None and agent.until < at
    # A talk has no planned end; its limit is shown only once it is passed.
    known = is_late or agent.status is not AgentStatus.ATTENDING_CALL
    values = {
        "expected_version": agent.version,
        "choice": agent.choice,
        "reason": agent.pause_reason,
        "call": agent.call_id or "",
        "back": back,
    }
    seen = Seen(agent.agent_id, agent.name, agent.status, rests=agent.rests, values=values)
    return AgentLine(
        agent,
        _after(agent),
        until=agent.until if known else None,
        is_late=is_late,
        forms=forms_for(Subject.AGENT, seen, permitted),
    )

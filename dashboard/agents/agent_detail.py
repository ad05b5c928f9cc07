"""Page of one agent: facts, calls of the day, changes made by users."""

from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError

from dashboard.formats.skill_names import queue_name
from dashboard.pages.call_row import Row, row_of_call, row_of_record
from dashboard.pages.callers import named
from dashboard.trail.entries import MOST_ENTRIES, Deed, deeds
from reporting.history.search import Question, calls_search
from routing import selectors
from routing.model.agents import Agent, row_id
from routing.model.calls import Call
from routing.model.people.pause_totals import used_seconds
from routing.router import Router

MOST_CALLS = 50
SECONDS_PER_MINUTE = 60
# Latest ended calls of all agents that are searched for those of one agent.
LOOKED_AT = 500


@dataclass(frozen=True)
class PausedToday:
    """Minutes of ended pauses today for a reason with a daily limit, and that limit."""

    reason: str
    minutes: float
    limit: float


@dataclass(frozen=True)
class AgentPage:
    """`call` is its call, ringing, in progress or in wrap-up; `calls` ended today, the newest first.

    `chats` is the chat row of an agent of calls; of a chat row, `held` are its chats in progress.
    """

    agent: Agent
    queues: list[tuple[str, str]]
    call: Call | None
    chats: Agent | None
    held: list[Call]
    calls: list[Row]
    pauses: list[PausedToday]
    deeds: list[Deed]


def agent_page(router: Router, agent: Agent, since: datetime, *, with_history: bool) -> AgentPage:
    """Content of the page for the day that began at `since`. Raises DynamoError.

    Without the history only the latest ended calls are listed, and no changes made by users.
    """
    found = {row.call_id: row for row in _recorded(agent, since)} if with_history else {}
    found |= {row.call_id: row for row in _recent(router, agent, since)}
    call = selectors.call(router, agent.call_id) if agent.call_id else None
    rows = sorted(found.values(), key=lambda row: (row.since, row.call_id), reverse=True)[:MOST_CALLS]
    return AgentPage(
        agent=agent,
        queues=[(str(key), queue_name(key)) for key in agent.queues],
        call=next(iter(named([call])), None) if call else None,
        chats=None if agent.channel else selectors.agent(router, row_id(agent.agent_id)),
        held=named(selectors.calls(router, agent.held)) if agent.held else [],
        calls=named(rows),
        pauses=_paused(router, agent),
        deeds=_deeds(router, agent, since) if with_history else [],
    )


def _paused(router: Router, agent: Agent) -> list[PausedToday]:
    today, daily = router.day_of(router.clock()), router.pauses.daily
    used = {reason: used_seconds(agent, reason, today) for reason, limit in daily.items() if limit}
    return [
        PausedToday(reason, round(seconds / SECONDS_PER_MINUTE, 1), daily[reason] / SECONDS_PER_MINUTE)
        for reason, seconds in used.items()
        if seconds
    ]


def _recorded(agent: Agent, since: datetime) -> list[Row]:
    try:
        found = calls_search(Question(agent_id=agent.agent_id, since=since), most=MOST_CALLS)
    except DatabaseError:
        return []
    return [row_of_record(record) for record in found.calls]


def _recent(router: Router, agent: Agent, since: datetime) -> list[Row]:
    names = {agent.agent_id: agent.name}
    return [
        row_of_call(call, queue=str(router.queue_of(call)), names=names)
        for call in selectors.ended_calls(router, hours=1, limit=LOOKED_AT)
        if call.agent_id == agent.agent_id and call.ended_at and call.ended_at >= since
    ]


def _deeds(router: Router, agent: Agent, since: datetime) -> list[Deed]:
    entries = selectors.audit_trail_between(router, since, router.clock(), limit=MOST_ENTRIES)
    return deeds(router, [entry for entry in entries if entry.agent_id == agent.agent_id][:MOST_CALLS])

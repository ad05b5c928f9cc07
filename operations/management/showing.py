"""Agents and calls in a terminal: one line after an operation, or all facts."""

from datetime import datetime

from routing.model.agents import Agent, Choice
from routing.model.calls import Call, CallStatus, Note
from routing.model.queues import CallEntry
from routing.model.words import CALL_WORDS, agent_word, event_word
from routing.router import Router

Facts = list[tuple[str, str]]


def moment(at: datetime | None) -> str:
    """A moment for people, in UTC; nothing for none."""
    return f"{at:%Y-%m-%d %H:%M:%S} UTC" if at else ""


def call_line(router: Router, call: Call) -> str:
    where = {
        CallStatus.QUEUED: f" in {router.queue_of(call)}, band {call.band}, ticket {call.ticket}",
        CallStatus.OFFERED: f" at {call.agent_id} until {moment(call.until)}",
        CallStatus.IN_PROGRESS: f" with {call.agent_id}",
        CallStatus.DEAD_LETTERED: f": {call.error}",
    }.get(call.status, "")
    return f"Call {call.call_id} is {CALL_WORDS[call.status]}{where}; version {call.version}."


def entry_line(entry: CallEntry) -> str:
    return (
        f"Call {entry.call_id} waits in {entry.queue}, band {entry.priority}, ticket {entry.ticket}, "
        f"since {moment(entry.waiting_since)}."
    )


def agent_line(agent: Agent) -> str:
    until = f" until {moment(agent.until)}" if agent.until else ""
    reason = f" ({agent.pause_reason})" if agent.pause_reason else ""
    later = "" if agent.is_free or agent.choice is Choice.READY else f", then {agent.choice}"
    status = f"{agent_word(agent)}{until}{later}{reason}"
    return f"{agent.name} ({agent.agent_id}) is {status}; version {agent.version}."


def call_facts(router: Router, call: Call) -> Facts:
    """Every fact of a call except its history; absent ones are left out."""
    band = f", band {call.band} now" if call.band != call.priority else ""
    steps = f", step {call.step + 1} of {len(call.steps)}" if len(call.steps) > 1 else ""
    topic = f", topic {call.topic}" if call.topic else ""
    waits = call.status is CallStatus.QUEUED
    facts = [
        ("Call", call.call_id),
        ("Status", f"{CALL_WORDS[call.status]} since {moment(call.status_since)}"),
        ("Until", moment(call.until)),
        ("Caller", call.caller),
        ("Source", call.source),
        ("Queue", f"{router.queue_of(call)}{topic}{steps}"),
        ("Channel", call.channel),
        ("Conversation", call.chat_id),
        ("Scene", call.scene),
        ("Asks for", call.preferred_agent if waits else ""),
        ("Priority", f"{call.priority}{band}"),
        ("Ticket", str(call.ticket or "")),
        ("Agent", call.agent_id or ""),
        ("Queued", moment(call.queued_at)),
        ("Queued again", moment(call.rejoined_at)),
        ("Answered", moment(call.answered_at)),
        ("First response", moment(call.responded_at)),
        ("Ended", moment(call.ended_at)),
        ("Rating", str(call.rating or "")),
        ("Promotion due", moment(call.promote_at if waits else None)),
        ("Next step due", moment(call.relax_at if waits else None)),
        ("Overflow due", moment(call.overflow_at if waits else None)),
        ("Offers", str(call.attempts)),
        ("Unanswered", str(call.failures or "")),
        ("Error", call.error),
        ("Outcome", router.outcomes.label(call.outcome)),
        ("Note", call.outcome_note),
        ("Version", str(call.version)),
    ]
    return [(name, value) for name, value in facts if value]


def agent_facts(agent: Agent) -> Facts:
    """Every fact of an agent; absent ones are left out."""
    facts = [
        ("Agent", agent.agent_id),
        ("Name", agent.name),
        ("Gender", agent.gender),
        ("Languages", ", ".join(sorted(agent.languages))),
        ("Topics", ", ".join(sorted(agent.topics))),
        ("Status", f"{agent_word(agent)} since {moment(agent.status_since)}"),
        ("Until", moment(agent.until)),
        ("Choice", f"{agent.choice} ({agent.pause_reason})" if agent.pause_reason else str(agent.choice)),
        ("Channel", agent.channel),
        ("Slots", f"{len(agent.held)} of {agent.slots} in use" if agent.channel else ""),
        ("Chats", ", ".join(agent.held)),
        ("Call", agent.call_id or ""),
        ("Ticket", str(agent.ticket or "")),
        ("Queued", moment(agent.queued_at)),
        ("Missed", f"{agent.missed_offers} offers in a row" if agent.missed_offers else ""),
        ("Auto-answer", "yes" if agent.auto_answer else ""),
        ("Changed by", agent.changed_by),
        ("Reason", agent.change_reason),
        ("Version", str(agent.version)),
    ]
    return [(name, value) for name, value in facts if value]


def history_row(note: Note) -> list[object]:
    """One line of a call's history: time, event, agent, author and reason."""
    return [moment(note.at), event_word(note.kind), note.agent_id, note.by, note.reason]

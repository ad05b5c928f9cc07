"""Facts and timeline of a call, with the names of agents and users."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from dashboard.formats.numbers import written_duration
from dashboard.formats.reasons import agent_meant, reason_words
from dashboard.formats.scene_names import scene_title
from dashboard.formats.skill_names import in_words, queue_name, skill_name
from messaging.model.parties import contact_of
from routing import selectors, services
from routing.model.calls import HIGHEST_RATING, Call, CallStatus
from routing.model.skills import TOPICS
from routing.model.words import CALL_WORDS, event_word
from routing.router import Router

# Statuses in which the error of a call still says something.
FAILING = frozenset({CallStatus.QUEUED, CallStatus.OFFERED, CallStatus.DEAD_LETTERED})


@dataclass(frozen=True)
class Line:
    """One line of a call's timeline; `after` is the time since the first."""

    at: datetime
    after: str
    what: str
    agent: str
    by: str
    reason: str


@dataclass(frozen=True)
class Fact:
    """One fact about a call: a name with a text, a moment, or both; `due` for a moment to come."""

    name: str
    text: str = ""
    at: datetime | None = None
    due: datetime | None = None


def agent_names(router: Router, calls: Iterable[Call]) -> dict[str, str]:
    """The names of the agents in these calls, by id. Raises DynamoError."""
    notes = [note for call in calls for note in call.notes]
    ids = {note.agent_id for note in notes} | {agent_meant([note.kind], note.reason) for note in notes}
    ids |= {call.agent_id or "" for call in calls} | {call.preferred_agent for call in calls}
    names = {agent.agent_id: agent.name for agent in selectors.agents_by_id(router, ids - {""})}
    return names | services.former_names(router, ids - {"", *names})


def story(call: Call, names: dict[str, str]) -> list[Line]:
    """The timeline of a call, the oldest first; a missing agent is named by its id."""
    return [
        Line(
            at=note.at,
            after=written_duration((note.at - call.notes[0].at).total_seconds()),
            what=event_word(note.kind),
            agent=names.get(note.agent_id, note.agent_id),
            by=note.by,
            reason=reason_words([note.kind], note.reason, names),
        )
        for note in call.notes
    ]


def waited(call: Call) -> str:
    """The wait of a failed call until it failed: "2:31", "1:02:11"; empty if it never waited."""
    return "" if call.waited is None else written_duration(call.waited.total_seconds())


def error_words(call: Call) -> str:
    """Why it failed or, while it waits, why its last offer did; empty once it was answered, or is over."""
    return in_words(call.error) if call.status in FAILING else ""


def _outcome(router: Router, call: Call) -> str:
    if call.outcome or call.status is not CallStatus.COMPLETED or not call.agent_id:
        return router.outcomes.label(call.outcome)
    return "none chosen" if router.policy_of(call).outcome_required else ""


def call_facts(router: Router, call: Call, names: dict[str, str]) -> list[Fact]:
    """Facts of a call beside its timeline; absent ones are left out."""
    band = f", {call.band} now" if call.band != call.priority else ""
    step = f", step {call.step + 1} of {len(call.steps)}" if len(call.steps) > 1 else ""
    waits = call.status is CallStatus.QUEUED
    asked = call.preferred_agent if waits else ""
    offers = f"{call.attempts}, {call.failures} unanswered" if call.failures else str(call.attempts)
    facts = [
        Fact("Status", f"{CALL_WORDS[call.status]} since", call.status_since),
        Fact("Error", error_words(call)),
        Fact("Due", due=call.until),
        Fact("Queue", f"{queue_name(router.queue_of(call))}{step}"),
        Fact("Channel", call.channel),
        Fact("Customer ID", contact_of(call.caller)),
        Fact("Conversation", call.chat_id),
        Fact("Scene", scene_title(call.scene)),
        Fact("Topic", skill_name(call.topic, TOPICS)),
        Fact("Asks for", names.get(asked, asked)),
        Fact("Priority", f"{call.priority}{band}"),
        Fact("Agent", names.get(call.agent_id or "", call.agent_id or "")),
        Fact("Offers", offers if call.attempts else ""),
        Fact("Queued", at=call.queued_at),
        Fact("Queued again", at=call.rejoined_at),
        Fact("Answered", at=call.answered_at),
        Fact("First response", at=call.responded_at),
        Fact("Finished", at=call.ended_at),
        Fact("Rating", f"{call.rating} of {HIGHEST_RATING}" if call.rating else ""),
        Fact("Priority rises", due=call.promote_at if waits else None),
        Fact("Next step", due=call.relax_at if waits else None),
        Fact("Overflow", due=call.overflow_at if waits else None),
        Fact("Outcome", _outcome(router, call)),
        Fact("Note", call.outcome_note),
        Fact("Source", call.source),
        Fact("Call ID", call.call_id),
    ]
    return [fact for fact in facts if fact.text or fact.at or fact.due]

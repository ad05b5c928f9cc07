"""Waiting call on its page: place in line, who is ahead, why it waits, its routing steps."""

from dataclasses import dataclass

from dashboard.formats.skill_names import skill_name
from routing import selectors
from routing.model.calls import Call, CallStatus
from routing.model.queues import ANY, CallEntry
from routing.model.skills import GENDERS, LANGUAGES, TOPICS
from routing.model.steps import Step
from routing.model.why import why_waiting
from routing.router import Router

# Places further behind in a longer queue are not read.
LOOKED_AT = 200


@dataclass(frozen=True)
class Waiting:
    """`place` counts from 1, 0 if it is not among the first; `before` counts all calls ahead of it."""

    queue: str
    place: int
    depth: int
    before: int
    why: str


@dataclass(frozen=True)
class Wish:
    """One step: preferences and seconds; the last step lasts as long as the call waits."""

    number: int
    words: str
    seconds: float
    is_present: bool
    is_past: bool


def waiting(router: Router, call: Call) -> Waiting | None:
    """State of a call's wait; None unless it waits. Raises DynamoError."""
    if call.status is not CallStatus.QUEUED:
        return None
    queue = router.queue_of(call)
    entries = [
        entry
        for entry in selectors.queue_entries(router, queue, limit=LOOKED_AT)
        if isinstance(entry, CallEntry)
    ]
    place = next((place for place, one in enumerate(entries, start=1) if one.call_id == call.call_id), 0)
    before = selectors.calls_ahead(router, entries)[place - 1] if place else LOOKED_AT
    depth = next(info.depth for info in selectors.call_queue_infos(router) if info.key == queue)
    why = why_waiting(
        call, selectors.agents(router), router.skills, before=before, names=router.names
    ).sentence
    return Waiting(str(queue), place, depth, before, why)


def wishes(call: Call, names: dict[str, str]) -> list[Wish]:
    """The steps of a call that has several, in order."""
    if len(call.steps) < 2:  # noqa: PLR2004 - one step is no way
        return []
    return [
        Wish(place + 1, _words(call, step, names), step.seconds, place == call.step, place < call.step)
        for place, step in enumerate(call.steps)
    ]


def _words(call: Call, step: Step, names: dict[str, str]) -> str:
    if step.agent_id:
        return f"only {names.get(step.agent_id, step.agent_id)}"
    gender = "any gender" if step.gender == ANY else skill_name(step.gender, GENDERS)
    language, topic = skill_name(call.language, LANGUAGES), skill_name(step.topic, TOPICS)
    return " · ".join(filter(None, (language, gender, topic)))

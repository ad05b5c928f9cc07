"""Moves after a change of skills: contacts to other queues, agents to the skills that they have in use.

Each contact and each agent is one guarded transaction, so a killed process leaves the rest for the next one.
"""

import logging
from collections.abc import Callable
from dataclasses import replace

from routing.exceptions import RoutingError
from routing.model.agents import Agent, person_id
from routing.model.calls import Call, CallStatus
from routing.model.deadlines import moved_to
from routing.model.events import EventKind
from routing.model.queues import ANY, QueueKey
from routing.model.skills import Skills
from routing.model.steps import Step, in_use
from routing.router import Router
from routing.services.call_changes import ROUTING, Decision, Happened, change_call, written
from routing.services.operation import Nothing
from routing.services.setup.staff import Facts, agent_edit
from routing.storage import store
from routing.storage.change_set import ChangeSet

GONE = "its skills are no longer in use"
Saved = Callable[[], Skills]
log = logging.getLogger(__name__)


def skills_move_on(router: Router, saved: Saved) -> None:
    """Moves contacts and agents after a change of skills; the background tasks move what is left."""
    centre = replace(router, skills=saved())
    contacts_move_on(centre, saved)
    agents_move_on(centre, saved)


def contacts_move_on(router: Router, saved: Saved) -> int:
    """Moves contacts that wait in queues no longer in use, each at its place in line; answers how many.

    `saved` reads the skills of the table: after the queues, so that a queue of a skill that was just added is
    not taken for one of a former skill. Safe to run several at once. Raises DynamoError.
    """
    infos = store.read_call_queue_infos(router.table, consistent=False)
    waiting = {key for key, info in infos.items() if info.depth}
    if waiting <= router.skills.fitting.keys():
        return 0
    now = replace(router, skills=saved())
    entries = [
        entry
        for queue in waiting - now.skills.fitting.keys()
        for entry in store.read_call_entries(router.table, queue)
    ]
    return sum(_moved_on(now, entry.call_id) for entry in entries)


def agents_move_on(router: Router, saved: Saved) -> int:
    """Takes former skills from agents who have others, and gives back those in use again.

    An agent whose chat row alone is behind, because a process died between the two, is due as well. Answers
    how many agents changed. As `contacts_move_on`.
    """
    rows = store.read_agents(router.table, consistent=False)
    if not any(_is_due(one, router.skills) for one in rows):
        return 0
    now = replace(router, skills=saved())
    due = {person_id(one.agent_id) for one in rows if _is_due(one, now.skills)}
    return sum(_in_step(now, one) for one in rows if one.agent_id in due)


def _moved_on(router: Router, call_id: str) -> bool:
    def decide(changes: ChangeSet, call: Call, _agent: Agent | None) -> Decision:
        if call.status is not CallStatus.QUEUED or router.queue_of(call) in router.skills.fitting:
            return Nothing(call)
        queue = _instead_of(router.queue_of(call), router.skills)
        steps = tuple(_known(in_use(one, router.skills), router.skills) for one in call.steps)
        topic = queue.topic or call.topic
        moved = replace(call, language=queue.language, gender=queue.gender, topic=topic, steps=steps)
        moved = moved_to(moved, router.policy_of(moved), router.clock())
        happened = Happened(EventKind.CALL_OVERFLOWED, by=ROUTING, reason=f"to {queue}: {GONE}")
        return written(router, changes, call, moved, happened)

    outcome = change_call(router, call_id, decide)
    return isinstance(outcome, Call) and router.queue_of(outcome) in router.skills.fitting


def _instead_of(queue: QueueKey, skills: Skills) -> QueueKey:
    """The queue in place of one no longer in use: the replacement, else the widest."""
    other = skills.in_place_of(queue)
    wide = _known(Step(other.gender, other.topic), skills)
    language = other.language if other.language in skills.languages else skills.languages[0]
    return replace(other, language=language, gender=wide.gender, topic=wide.topic)


def _known(step: Step, skills: Skills) -> Step:
    gender = step.gender if step.gender in skills.genders else ANY
    topic = step.topic if step.topic in skills.topics or not skills.topics else ANY
    return replace(step, gender=gender, topic=topic)


def _is_due(agent: Agent, skills: Skills) -> bool:
    languages, topics = {*skills.languages}, {*skills.topics}
    has_former = not (agent.languages <= languages and agent.topics <= topics)
    return has_former or bool(agent.former_languages & languages or agent.former_topics & topics)


def _in_step(router: Router, agent: Agent) -> bool:
    skills = router.skills
    languages = (agent.languages | agent.former_languages) & {*skills.languages}
    topics = (agent.topics | agent.former_topics) & {*skills.topics}
    if not languages or agent.gender not in skills.genders or (skills.topics and not topics):
        return False  # without any skill left: its page says so
    facts = Facts(
        name=agent.name,
        gender=agent.gender,
        languages=languages,
        topics=topics,
        auto_answer=agent.auto_answer,
        is_active=not agent.is_deactivated,
    )
    try:
        edited = agent_edit(
            router, agent_id=agent.agent_id, facts=facts, by=ROUTING, expected_version=agent.version
        )
    except RoutingError as error:  # as with too many queues for one transaction: tried again each minute
        log.warning("agent %s keeps its skills for now: %s", agent.agent_id, error)
        return False
    return isinstance(edited, Agent)

"""Services of intake: create and enqueue calls. Nothing else queues a new call."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from routing.model.agents import Agent, AgentStatus, row_id
from routing.model.calls import DEFAULT_PRIORITY, Call, CallStatus, check_call_fields
from routing.model.copies import replace
from routing.model.deadlines import after, waiting_from
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.queues import ANY, CALLS, QueueKey
from routing.model.skills import LANGUAGES
from routing.model.steps import Step, check_steps, in_use
from routing.model.waiting_rules import place_from
from routing.router import Router
from routing.services.call_changes import Decision, Happened, written
from routing.services.operation import Nothing, carry_out
from routing.services.overflow import CallQueue, placed, refused
from routing.services.places import call_ticket
from routing.storage import store
from routing.storage.change_set import ChangeSet


def call_create(
    router: Router,
    *,
    language: str,
    gender: str = ANY,
    topic: str = "",
    priority: int = DEFAULT_PRIORITY,
    caller: str = "",
    source: str = "",
    call_id: str | None = None,
    channel: str = CALLS,
    chat_id: str = "",
    scene: str = "",
    robot: str = "",
) -> Call | Conflict:
    """Creates a call that does not wait yet, while the caller's wish is found out.

    `call_enqueue` with its id queues it; one that is not queued within the time of its policy counts as
    abandoned. A chat is with its `robot` until then, and is queued when that has left it. With a `call_id` it
    may be sent again. Raises UnknownSkillError, InvalidFieldError.
    """
    language, wish = router.skills.in_use(LANGUAGES, language), in_use(Step(gender, topic), router.skills)
    queue = router.skills.call_queue_for(language, wish.gender, wish.topic or ANY, channel)
    check_call_fields(priority=priority, chat_id=chat_id, scene=scene, robot=robot)
    wish = replace(wish, topic=wish.topic or queue.topic)
    call = _new_call(router, call_id, language, wish, priority=priority, caller=caller, source=source)
    call = replace(call, channel=channel, chat_id=chat_id, scene=scene, robot=robot)
    call = replace(call, until=after(call.created_at, router.policy_of(call).collect_seconds))

    def decide(changes: ChangeSet) -> Decision:
        present = store.read_call(router.table, call.call_id) if call_id else None
        if present is not None:
            return Nothing(present)
        return written(router, changes, None, call, Happened(EventKind.CALL_CREATED))

    return carry_out(router, decide)


def call_enqueue(
    router: Router,
    *,
    language: str,
    gender: str = ANY,
    topic: str = "",
    priority: int = DEFAULT_PRIORITY,
    caller: str = "",
    source: str = "",
    call_id: str | None = None,
    steps: Sequence[Step] = (),
    preferred_agent: str = "",
    channel: str = CALLS,
    chat_id: str = "",
    scene: str = "",
) -> Call | Conflict:
    """Queues a new or created call at the end of its priority in its call queue.

    With `steps`, gender and topic are those of the first. A preferred agent who is signed in and fits the
    first step is the only one for the time of the queue's policy. If the queue is full, the call overflows by
    its policy; if it is closed, it overflows or is rejected, as the opening hours say. With a `call_id` it
    may be sent again: the answer is the current call with that id. A chat names its conversation and scene.
    Raises UnknownSkillError, InvalidFieldError, OutOfReachError.
    """
    language = router.skills.in_use(LANGUAGES, language)
    wished = tuple(in_use(one, router.skills) for one in steps or (Step(gender, topic),))
    first = wished[0]
    queue = router.skills.call_queue_for(language, first.gender, first.topic, channel)
    check_steps(wished, language=language, skills=router.skills, policies=router.policies, channel=channel)
    check_call_fields(priority=priority, chat_id=chat_id, scene=scene)
    call = _new_call(router, call_id, language, first, priority=priority, caller=caller, source=source)
    call = replace(call, steps=wished, channel=channel, chat_id=chat_id, scene=scene)
    preferred = row_id(preferred_agent, channel) if preferred_agent else ""
    arrival = _Arrival(router, call, queue, preferred, call_ticket(router), is_named=bool(call_id))
    return carry_out(router, arrival.decide)


def arrived(router: Router, changes: ChangeSet, call: Call, ticket: Callable[[], int]) -> Decision:
    """The decision to queue a created call now, with the wishes it has."""
    now = replace(call, created_at=router.clock(), steps=call.steps or (Step(call.gender, call.topic),))
    return _Arrival(router, now, router.queue_of(call), "", ticket, is_named=True).decide(changes)


def _new_call(
    router: Router,
    call_id: str | None,
    language: str,
    wish: Step,
    *,
    priority: int = DEFAULT_PRIORITY,
    caller: str,
    source: str,
) -> Call:
    """A call that has just been created. Raises InvalidFieldError."""
    check_call_fields(
        priority=priority, topic=wish.topic, caller=caller, source=source, call_id=call_id or ""
    )
    at = router.clock()
    return Call(
        call_id=call_id or router.new_id(),
        language=language,
        gender=wish.gender,
        topic=wish.topic,
        priority=priority,
        band=priority,
        caller=caller,
        source=source,
        status=CallStatus.CREATED,
        status_since=at,
        created_at=at,
    )


@dataclass(frozen=True)
class _Arrival:
    """A call that comes to its queue; `is_named`: the sender gave its id, so it may be there already."""

    router: Router
    call: Call
    queue: QueueKey
    preferred_agent: str
    ticket: Callable[[], int]
    is_named: bool

    def decide(self, changes: ChangeSet) -> Decision:
        """Its place in the queue, or overflow; nothing if it has left the status created."""
        router, at = self.router, self.call.created_at
        came_to = CallQueue(self.queue, router, at=at)
        present, preferred, depths = store.read_arrival(
            router.table,
            call_id=_unless_absent(router, self.call.call_id) if self.is_named else None,
            agent_id=self.preferred_agent,
            queues=came_to.limited_from_here(),
        )
        if present is not None and present.status is not CallStatus.CREATED:
            return Nothing(present)
        _check_reach(router, preferred, self.call.steps)
        wanted = _as_wanted(present, self.call) if present else self.call
        wanted = replace(wanted, steps=_led_by(router, preferred, wanted.steps, self.queue))
        closed = router.scene_hours(wanted.scene, router.hours) if wanted.scene else None
        if closed and closed.turns_away(at):
            return written(router, changes, present, *refused(wanted, closed, of=wanted.scene, at=at))
        waiting = waiting_from(wanted.queued(ticket=self.ticket(), at=at), router.policy_of(wanted), at)
        place = place_from(replace(came_to, depths=depths))
        after_all, happened = placed(place, changes, waiting, before=wanted)
        return written(router, changes, present, after_all, happened)


def _check_reach(router: Router, preferred: Agent | None, steps: tuple[Step, ...]) -> None:
    """Raises OutOfReachError if an agent who is to get the call first is not within reach."""
    if not router.reach.is_limited:
        return
    if preferred is not None:
        router.reach.check(preferred, router.teams)
    asked = store.read_agent(router.table, steps[0].agent_id) if steps[0].agent_id else None
    if asked is not None:
        router.reach.check(asked, router.teams)


def _unless_absent(router: Router, call_id: str) -> str | None:
    """The id of a call to read, None if it was seen to be absent."""
    return None if router.seen and router.seen.take_absence(call_id) else call_id


def _as_wanted(created: Call, wanted: Call) -> Call:
    """A created call, with the preferences known by now."""
    return replace(
        wanted,
        caller=wanted.caller or created.caller,
        source=wanted.source or created.source,
        created_at=created.created_at,
        outcome=created.outcome,
        outcome_note=created.outcome_note,
        notes=created.notes,
        operations=created.operations,
    )


def _led_by(
    router: Router, agent: Agent | None, steps: tuple[Step, ...], queue: QueueKey
) -> tuple[Step, ...]:
    """The steps, after one for this agent alone if it is signed in and fits the first of them."""
    if agent is None or agent.status is AgentStatus.OFFLINE:
        return steps
    if not set(agent.queues) & set(router.skills.fitting.get(queue, ())):
        return steps
    seconds = router.policies.of(queue).preferred_agent_seconds
    return (replace(steps[0], agent_id=agent.agent_id, seconds=seconds), *steps)

"""Operations of a call's life as measured: the subject of each and the service call."""

from collections.abc import Callable
from dataclasses import dataclass

from bench.call_life.life_centre import LANGUAGE, LifeCentre
from routing import services
from routing.model.agents import Choice
from routing.model.queues import call_queue
from routing.model.steps import Step
from routing.router import Router

Subject = tuple[str, str]
WHY = "benchmark"
ANYBODY = call_queue(LANGUAGE, "Any")


@dataclass(frozen=True)
class Operation:
    """One operation, run with the ids of a call and an agent; `is_due` ones when its time is over."""

    name: str
    prepare: Callable[[LifeCentre], Subject]
    run: Callable[[Router, str, str], object]
    is_due: bool = False


def _nobody(_: LifeCentre) -> Subject:
    return "", ""


def _enqueue_with(**wishes: object) -> Callable[[Router, str, str], object]:
    def enqueue(router: Router, call_id: str, agent_id: str) -> object:
        return services.call_enqueue(
            router,
            call_id=call_id or router.new_id(),
            language=LANGUAGE,
            priority=9,
            preferred_agent=agent_id,
            **wishes,  # type: ignore[arg-type]  # what a call may wish
        )

    return enqueue


def _complete(router: Router, call_id: str, _: str) -> object:
    return services.call_complete(router, call_id=call_id)


def _when_due(router: Router, call_id: str, _: str) -> object:
    return services.call_when_due(router, call_id=call_id)


def _agent_when_due(router: Router, _: str, agent_id: str) -> object:
    return services.agent_when_due(router, agent_id=agent_id)


def _remove(router: Router, call_id: str, _: str) -> object:
    return services.call_remove(router, call_id=call_id, reason=WHY)


def _release(router: Router, _: str, agent_id: str) -> object:
    return services.agent_release(router, agent_id=agent_id, reason=WHY)


OPERATIONS = (
    Operation("create", _nobody, lambda router, *_: services.call_create(router, language=LANGUAGE)),
    Operation("enqueue", _nobody, _enqueue_with()),
    Operation("enqueue, created", LifeCentre.created, _enqueue_with()),
    Operation("enqueue, preferring", LifeCentre.queued_agent, _enqueue_with(steps=(Step("Any"),))),
    Operation(
        "peek",
        LifeCentre.queued_speaker,
        lambda router, _, one: services.call_peek(router, agent_id=one, queue=ANYBODY),
    ),
    Operation(
        "offer",
        LifeCentre.queued_speaker,
        lambda router, _, one: services.call_offer(router, agent_id=one, queue=ANYBODY),
    ),
    Operation(
        "peek, all queues",
        LifeCentre.queued_agent,
        lambda router, _, one: services.call_peek(router, agent_id=one),
    ),
    Operation(
        "offer, all queues",
        LifeCentre.queued_agent,
        lambda router, _, one: services.call_offer(router, agent_id=one),
    ),
    Operation(
        "accept",
        LifeCentre.ringing,
        lambda router, call_id, one: services.call_accept(router, call_id=call_id, agent_id=one),
    ),
    Operation(
        "decline",
        LifeCentre.ringing,
        lambda router, call_id, one: services.call_decline(router, call_id=call_id, agent_id=one),
    ),
    Operation(
        "abandon, waiting",
        LifeCentre.waiting,
        lambda router, call_id, _: services.call_abandon(router, call_id=call_id),
    ),
    Operation("complete", LifeCentre.talking, _complete),
    Operation(
        "hand back",
        LifeCentre.talking,
        lambda router, call_id, _: services.call_hand_back(router, call_id=call_id, reason=WHY),
    ),
    Operation(
        "touch", LifeCentre.waiting, lambda router, call_id, _: services.call_touch(router, call_id=call_id)
    ),
    Operation(
        "change priority",
        LifeCentre.waiting,
        lambda router, call_id, _: services.call_change_priority(router, call_id=call_id, priority=7),
    ),
    Operation("remove, waiting", LifeCentre.waiting, _remove),
    Operation("remove, ringing", LifeCentre.ringing, _remove),
    Operation(
        "dequeue",
        _nobody,
        lambda router, *_: services.call_dequeue(router, queue=call_queue(LANGUAGE, "F")),
    ),
    Operation(
        "dead-letter",
        LifeCentre.waiting,
        lambda router, call_id, _: services.call_dead_letter(router, call_id=call_id, reason=WHY),
    ),
    Operation(
        "restore, ringing",
        LifeCentre.ringing,
        lambda router, call_id, _: services.call_restore(router, call_id=call_id),
    ),
    Operation(
        "restore, dead letter",
        LifeCentre.dead,
        lambda router, call_id, _: services.call_restore(router, call_id=call_id),
    ),
    Operation("release, ringing", LifeCentre.ringing, _release),
    Operation("release, talking", LifeCentre.talking, _release),
    Operation(
        "choose a pause",
        LifeCentre.queued_agent,
        lambda router, _, one: services.agent_choose(router, agent_id=one, choice=Choice.PAUSED),
    ),
    Operation(
        "extend wrap-up",
        LifeCentre.writing,
        lambda router, _, one: services.agent_extend_wrap_up(router, agent_id=one, seconds=60),
    ),
    Operation(
        "end wrap-up",
        LifeCentre.writing,
        lambda router, _, one: services.agent_end_wrap_up(router, agent_id=one),
    ),
    Operation("due: no answer", LifeCentre.ringing, _when_due, is_due=True),
    Operation("due: promotion", LifeCentre.rising, _when_due, is_due=True),
    Operation("due: next step", LifeCentre.stepping, _when_due, is_due=True),
    Operation("due: waited too long", LifeCentre.overflowing, _when_due, is_due=True),
    Operation("due: never queued", LifeCentre.created, _when_due, is_due=True),
    Operation("due: end of rest", LifeCentre.resting, _agent_when_due, is_due=True),
    Operation("due: end of wrap-up", LifeCentre.writing, _agent_when_due, is_due=True),
)

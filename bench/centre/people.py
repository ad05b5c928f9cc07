"""People of a live centre: agents who become available and callers who call at given moments."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bench.centre.contact_centre import router_on
from bench.centre.ear import ear
from bench.centre.live_centre import CHANNEL, LiveCentre
from routing import services
from routing.model.agents import Choice
from routing.model.events import Event
from routing.notices.over_redis import Publisher
from routing.router import Router

LISTEN_SECONDS = 0.02


@dataclass(frozen=True)
class Arrivals:
    """Work of one process: its agents and calls, with their times in seconds from the start.

    Calls are given by language and gender. `answers_seconds`: the process answers and ends every offered call
    for that time. `shift`: it queues all available agents at once.
    """

    centre: LiveCentre
    agents: tuple[tuple[float, str], ...] = ()
    calls: tuple[tuple[float, str, str], ...] = ()
    answers_seconds: float = 0.0
    shift: bool = False


@dataclass
class Came:
    """Commit times of each agent's availability, by the machine's monotonic clock."""

    available: dict[str, float] = field(default_factory=dict)


def ready_to_come(arrivals: Arrivals) -> Callable[[], Came]:
    """People with open connections; call it to start arrivals."""
    came = Came()
    publish = Publisher(arrivals.centre.redis_url, CHANNEL).publish

    def told(events: Sequence[Event]) -> None:
        committed_at = time.monotonic()
        if arrivals.agents or arrivals.shift:
            came.available.update({one.agent_id: committed_at for one in events if one.agent_id})
        publish(events)

    router = router_on(arrivals.centre.endpoint, emit=told)
    router.table.exists()

    def come() -> Came:
        if arrivals.answers_seconds:
            _answer(router, arrivals)
        elif arrivals.shift:
            services.agents_enqueue(router)
        else:
            _come(router, arrivals)
        return came

    return come


def _come(router: Router, arrivals: Arrivals) -> None:
    """Performs due changes; on a slow machine late but in order."""
    actions: list[tuple[float, Callable[[], object]]] = [
        (at, _agent(router, agent_id)) for at, agent_id in arrivals.agents
    ]
    actions += [(at, _call(router, language, gender)) for at, language, gender in arrivals.calls]
    started_at = time.monotonic()
    for at, act in sorted(actions, key=lambda action: action[0]):
        time.sleep(max(0.0, started_at + at - time.monotonic()))
        act()


def _agent(router: Router, agent_id: str) -> Callable[[], object]:
    return lambda: services.agent_choose(router, agent_id=agent_id, choice=Choice.READY)


def _call(router: Router, language: str, gender: str) -> Callable[[], object]:
    return lambda: services.call_enqueue(router, language=language, gender=gender)


def _answer(router: Router, arrivals: Arrivals) -> None:
    """Every agent answers as soon as its offer is heard, ends the call, and takes no other."""
    until = time.monotonic() + arrivals.answers_seconds
    with ear(arrivals.centre.redis_url) as listening:
        while time.monotonic() < until:
            for agent_id, call_id in listening.hear(LISTEN_SECONDS):
                services.call_accept(router, call_id=call_id, agent_id=agent_id)
                services.agent_choose(router, agent_id=agent_id, choice=Choice.PAUSED)
                services.call_complete(router, call_id=call_id)

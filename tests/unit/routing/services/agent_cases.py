"""Cases of agents: every situation, every operation in it, and the result."""

from collections.abc import Callable
from functools import partial
from itertools import product

from routing import services
from routing.model.agents import AgentStatus, Choice
from routing.model.queues import agent_queue
from routing.repair.repairing import repair
from routing.router import Router
from tests.builders import a_waiting_call
from tests.centres import an_agent_in, an_agent_resting
from tests.unit.routing.services.outcomes import CONFLICT, MINUTE, NOTED, SAME, UNKNOWN, Operation

OFFLINE, AVAILABLE, QUEUED, OFFERED = (
    AgentStatus.OFFLINE,
    AgentStatus.AVAILABLE,
    AgentStatus.QUEUED,
    AgentStatus.OFFERED,
)
ATTENDING, WRAP_UP, PAUSED = AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP, AgentStatus.PAUSED
RESTING = "resting"
BUSY = (OFFERED, ATTENDING, WRAP_UP)
AGENT, CALL = "ana", "ana-call"


def _busy(router: Router, *, status: AgentStatus, choice: Choice) -> None:
    an_agent_in(router, status)
    services.agent_choose(router, agent_id=AGENT, choice=choice)


SITUATIONS: dict[str, Callable[[Router], object]] = {
    **{str(status): partial(an_agent_in, status=status) for status in AgentStatus},
    RESTING: an_agent_resting,
    **{
        f"{status}, chose {choice}": partial(_busy, status=status, choice=choice)
        for status, choice in product(BUSY, (Choice.PAUSED, Choice.OFFLINE))
    },
}


def prepare(router: Router, situation: str) -> None:
    """Brings the agent into a situation; a call that fits it waits besides."""
    SITUATIONS[situation](router)
    a_waiting_call(router, "next")


def choosing(choice: Choice) -> Operation:
    return lambda r, v: services.agent_choose(r, agent_id=AGENT, choice=choice, expected_version=v)


def _repaired(router: Router, _version: int | None) -> object:
    return list(repair(router))


# Expected versions are those of the agent, or of the call for operations on its call.
OF_AGENT: dict[str, Operation] = {
    "choose ready": choosing(Choice.READY),
    "choose paused": choosing(Choice.PAUSED),
    "choose offline": choosing(Choice.OFFLINE),
    "extend wrap-up": lambda r, v: services.agent_extend_wrap_up(
        r, agent_id=AGENT, seconds=60, expected_version=v
    ),
    "end wrap-up": lambda r, v: services.agent_end_wrap_up(r, agent_id=AGENT, expected_version=v),
    "release": lambda r, v: services.agent_release(r, agent_id=AGENT, reason="stuck", expected_version=v),
}
OF_CALL: dict[str, Operation] = {
    "accept": lambda r, v: services.call_accept(r, call_id=CALL, agent_id=AGENT, expected_version=v),
    "decline": lambda r, v: services.call_decline(r, call_id=CALL, agent_id=AGENT, expected_version=v),
    "remove": lambda r, v: services.call_remove(r, call_id=CALL, reason="called back", expected_version=v),
    "restore": lambda r, v: services.call_restore(r, call_id=CALL, expected_version=v),
    "dead-letter": lambda r, v: services.call_dead_letter(r, call_id=CALL, reason="no", expected_version=v),
    "hand back": lambda r, v: services.call_hand_back(r, call_id=CALL, reason="fire", expected_version=v),
}
UNVERSIONED: dict[str, Operation] = {
    "create again": lambda r, _: services.agent_create(
        r, agent_id=AGENT, name="Ana", gender="F", languages=("Spanish",)
    ),
    "enqueue": lambda r, _: services.agent_enqueue(r, agent_id=AGENT),
    "enqueue all": lambda r, _: services.agents_enqueue(r),
    "end wrap-up of the call": lambda r, _: services.agent_end_wrap_up(r, agent_id=AGENT, call_id=CALL),
    "end wrap-up of another": lambda r, _: services.agent_end_wrap_up(r, agent_id=AGENT, call_id="other"),
    "reset": lambda r, _: services.agents_reset(r),
    "repair": _repaired,
    "too early": lambda r, _: services.agent_when_due(r, agent_id=AGENT),
    "when due": lambda r, _: services.agent_when_due(r, agent_id=AGENT),
    "sweep too early": lambda r, _: services.sweep(r),
    "sweep when due": lambda r, _: services.sweep(r),
    "ring out": lambda r, _: services.call_when_due(r, call_id=CALL),
    "complete": lambda r, _: services.call_complete(r, call_id=CALL),
    "complete without wrap-up": lambda r, _: services.call_complete(r, call_id=CALL, wrap_up_seconds=0),
    "caller hangs up": lambda r, _: services.call_abandon(r, call_id=CALL),
    "peek": lambda r, _: services.call_peek(r, agent_id=AGENT),
    "offer": lambda r, _: services.call_offer(r, agent_id=AGENT),
    "match": lambda r, _: services.match_once(r),
    "assign": lambda r, _: services.queue_assign(r, queue=agent_queue("Spanish", "F")),
}
OPERATIONS = {**OF_AGENT, **OF_CALL, **UNVERSIONED}
LATE = dict.fromkeys(("when due", "sweep when due", "ring out"), MINUTE)
# Where its choice puts an agent whom nothing holds; the same, but a ready one rests first, or is paused.
CHOSEN, RESTS, PAUSES = "as chosen", "rests first", "is paused"
HOMES = {Choice.READY: QUEUED, Choice.PAUSED: PAUSED, Choice.OFFLINE: OFFLINE}
LETTING_GO = {CHOSEN: QUEUED, RESTS: AVAILABLE, PAUSES: PAUSED}

Ends = dict[str, AgentStatus | str]
_NO_CALL: Ends = dict.fromkeys((OFFLINE, AVAILABLE, QUEUED, PAUSED), UNKNOWN)
_CALL_IS_ELSEWHERE: Ends = {**_NO_CALL, OFFERED: CONFLICT, ATTENDING: CONFLICT, WRAP_UP: CONFLICT}
_NOTHING_TO_DO: Ends = dict.fromkeys((*AgentStatus, RESTING), SAME)
_REFUSED: Ends = dict.fromkeys((*AgentStatus, RESTING), CONFLICT)
_STOPS_RINGING: Ends = {**_CALL_IS_ELSEWHERE, RESTING: SAME, OFFERED: CHOSEN}
_ENDS_WRAP_UP: Ends = {**_NOTHING_TO_DO, OFFERED: CONFLICT, ATTENDING: CONFLICT, WRAP_UP: CHOSEN}
_GETS_A_CALL: Ends = {**_NOTHING_TO_DO, QUEUED: OFFERED}
_TIME_IS_UP: Ends = {**_NOTHING_TO_DO, RESTING: QUEUED, WRAP_UP: CHOSEN}

# Where each operation leads from each status; a situation in which the agent chose something else is the
# same as its status unless it says otherwise.
_ENDS: dict[str, Ends] = {
    "choose ready": {
        **dict.fromkeys((OFFLINE, AVAILABLE, RESTING, PAUSED), QUEUED),
        **dict.fromkeys(map(str, BUSY), SAME),
        **{f"{status}, chose {choice}": NOTED for status in BUSY for choice in ("paused", "offline")},
        QUEUED: SAME,
    },
    "choose paused": {
        **dict.fromkeys((OFFLINE, AVAILABLE, RESTING, QUEUED), PAUSED),
        **dict.fromkeys(map(str, BUSY), NOTED),
        **{f"{status}, chose paused": SAME for status in BUSY},
        PAUSED: SAME,
    },
    "choose offline": {
        **dict.fromkeys((AVAILABLE, RESTING, QUEUED, PAUSED), OFFLINE),
        **dict.fromkeys(map(str, BUSY), NOTED),
        **{f"{status}, chose offline": SAME for status in BUSY},
        OFFLINE: SAME,
    },
    "extend wrap-up": {**_REFUSED, WRAP_UP: NOTED},
    "release": {
        **_NOTHING_TO_DO,
        **dict.fromkeys((AVAILABLE, RESTING), QUEUED),
        **dict.fromkeys(map(str, BUSY), CHOSEN),
    },
    "accept": {**_CALL_IS_ELSEWHERE, RESTING: CONFLICT, OFFERED: ATTENDING, ATTENDING: SAME},
    "decline": {**_CALL_IS_ELSEWHERE, RESTING: CONFLICT, OFFERED: RESTS},
    "remove": _STOPS_RINGING,
    "restore": _STOPS_RINGING,
    "dead-letter": _STOPS_RINGING,
    "hand back": {**_CALL_IS_ELSEWHERE, RESTING: SAME, ATTENDING: PAUSES},
    "create again": _NOTHING_TO_DO,
    "enqueue": {**_REFUSED, AVAILABLE: QUEUED, RESTING: QUEUED, QUEUED: SAME},
    "enqueue all": {**_NOTHING_TO_DO, AVAILABLE: QUEUED, RESTING: QUEUED},
    "end wrap-up": _ENDS_WRAP_UP,
    "end wrap-up of the call": _ENDS_WRAP_UP,
    "end wrap-up of another": {**_ENDS_WRAP_UP, WRAP_UP: CONFLICT},
    "reset": {**dict.fromkeys(AgentStatus, AVAILABLE), AVAILABLE: SAME, RESTING: NOTED},
    "repair": _NOTHING_TO_DO,
    "too early": _NOTHING_TO_DO,
    "when due": _TIME_IS_UP,
    "sweep too early": _NOTHING_TO_DO,
    "sweep when due": {**_TIME_IS_UP, OFFERED: RESTS},
    "ring out": {**_NOTHING_TO_DO, **_NO_CALL, OFFERED: RESTS},
    "complete": {**_CALL_IS_ELSEWHERE, RESTING: CONFLICT, ATTENDING: WRAP_UP, WRAP_UP: SAME},
    "complete without wrap-up": {
        **_CALL_IS_ELSEWHERE,
        RESTING: CONFLICT,
        ATTENDING: CHOSEN,
        WRAP_UP: SAME,
    },
    "caller hangs up": _STOPS_RINGING,
    "peek": _NOTHING_TO_DO,
    "offer": {**_REFUSED, QUEUED: OFFERED},
    "match": _GETS_A_CALL,
    "assign": {**_NOTHING_TO_DO, QUEUED: ATTENDING},
}
CHOICES = {
    "choose ready": Choice.READY,
    "choose paused": Choice.PAUSED,
    "choose offline": Choice.OFFLINE,
    "reset": Choice.READY,
}
CASES = list(product(OPERATIONS, SITUATIONS))
# Each time it gets longer, so that only a version makes it safe to repeat.
NOT_REPEATABLE = {("extend wrap-up", situation) for situation in SITUATIONS if situation.startswith(WRAP_UP)}


def status_in(situation: str) -> AgentStatus:
    """The agent's status in a situation."""
    return AVAILABLE if situation == RESTING else AgentStatus(situation.split(",", maxsplit=1)[0])


def chosen_in(situation: str) -> Choice:
    """The choice of an agent in this situation."""
    if situation in (OFFLINE, PAUSED):
        return Choice(situation)
    return Choice(situation.split("chose ")[1]) if "chose" in situation else Choice.READY


def end_of(name: str, situation: str) -> AgentStatus | str:
    """Result of an operation in a situation: a new status, or a word for none."""
    ends = _ENDS[name]
    end = ends[situation] if situation in ends else ends[status_in(situation)]
    if end not in LETTING_GO:
        return end
    choice = chosen_in(situation)
    return LETTING_GO[end] if choice is Choice.READY else HOMES[choice]


def choice_after(name: str, situation: str) -> Choice:
    """The agent's choice after an operation that changed it."""
    chosen = chosen_in(situation)
    return Choice.PAUSED if name == "hand back" and chosen is Choice.READY else CHOICES.get(name, chosen)

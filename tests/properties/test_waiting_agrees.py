"""Waiting calls without agents: services on a table and virtual time move them alike, under any policies."""

from datetime import timedelta
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from routing.model.calls import Call, CallStatus
from routing.model.policies import DEAD_LETTER, REJECT, Policies, QueuePolicy
from routing.model.queues import CallEntry, QueueKey, call_queue
from routing.model.steps import Step
from routing.router import Router
from routing.services import call_enqueue, table_create
from routing.services.sweeping import call_when_due
from simulation.forward.due import Due
from simulation.forward.played_agents import SOME_DAY, PlayedCall, Stands
from simulation.forward.stage import stage_for
from simulation.forward.waiting import Waiting
from simulation.luck import luck_of
from simulation.scenarios import Preference, Relaxed, Scenario
from tests.memory.table import MemoryTable
from tests.unit.simulation.days import a_group, a_scenario
from tests.unit.simulation.worlds import NINE, Clock

QUEUES = (call_queue("English", "F"), call_queue("English", "Any"), call_queue("Spanish", "Any"))
MIX = (Preference("English", "F", then=(Relaxed(25),)), Preference("English"), Preference("Spanish"))
END = 240.0
NEVER = NINE + timedelta(days=1)
GONE = None

a_policy = st.builds(
    QueuePolicy,
    ring_seconds=st.sampled_from([3, 8]),
    promote_after_seconds=st.sampled_from([0, 11, 50]),
    highest_band=st.sampled_from([0, 4]),
    max_wait_seconds=st.sampled_from([0, 0, 13, 60]),
    max_length=st.sampled_from([0, 1, 1, 2]),
    overflow=st.sampled_from([REJECT, DEAD_LETTER, *map(str, QUEUES * 2)]),
)
some_policies = st.fixed_dictionaries(dict.fromkeys(QUEUES, a_policy))
some_calls = st.lists(
    st.tuples(st.integers(0, len(MIX) - 1), st.integers(3, 6), st.integers(0, 20)), min_size=3, max_size=8
)

# Queue and band, and when the call is due for promotion, the next step and overflow; None once turned away.
Place = tuple[QueueKey, int, tuple[float, ...]] | None
Arriving = tuple[int, int, float]


@settings(max_examples=80, deadline=None)
@given(queues=some_policies, wanted=some_calls)
def test_a_waiting_call_moves_alike_on_the_table_and_in_virtual_time(
    queues: dict[QueueKey, QueuePolicy], wanted: list[tuple[int, int, int]]
) -> None:
    scenario = a_scenario(
        mix=MIX,
        groups=(a_group(), a_group("Spanish", languages=("Spanish",))),
        priorities=tuple((band, 1) for band in (3, 4, 5, 6)),
        policies=Policies(queues=queues),
    )
    # No two calls are ever due at one moment: their milliseconds differ, and every time is whole seconds.
    gaps = [gap for *_, gap in wanted]
    arriving = [
        (wish, band, sum(gaps[: number + 1]) + 2**number / 1_000)
        for number, (wish, band, _) in enumerate(wanted)
    ]

    assert _in_virtual_time(scenario, arriving) == _on_the_table(scenario, arriving)


def _in_virtual_time(scenario: Scenario, arriving: list[Arriving]) -> list[Place]:
    stage = stage_for(scenario, seed=1)
    waiting = Waiting(stage)
    due = Due(stage, waiting, lambda _: False)
    wide = stage.centre.by_key[QUEUES[1]]

    def arrives(call: PlayedCall) -> None:
        stage.calls[call.entry.call_id] = call
        if due.place(call):
            waiting.begin(call)
            due.expect(call)

    calls = []
    for number, (wish, band, at) in enumerate(arriving):
        queue = stage.centre.by_key[QUEUES[wish]]
        entry = CallEntry(queue.key, band, number, str(number), SOME_DAY)
        then = ((25.0, wide),) if MIX[wish].then else ()
        calls.append(PlayedCall(number, at, luck_of(1, number), queue, entry, None, then=then))
        stage.clock.at(at, arrives, calls[-1])
    stage.clock.at(END, lambda _: stage.clock.stop(), None)
    stage.clock.run()
    return [
        GONE
        if call.stands is Stands.GONE
        else (
            call.queue.key,
            call.entry.priority,
            _rounded(call.promote_at, call.relax_at, call.overflow_at),
        )
        for call in calls
    ]


def _on_the_table(scenario: Scenario, arriving: list[Arriving]) -> list[Place]:
    clock, ids = Clock(), count()
    router = Router(
        MemoryTable(), scenario.skills, clock, lambda: f"id-{next(ids)}", policies=scenario.policies
    )
    table_create(router)
    coming, calls = list(arriving), dict[str, Call]()
    while True:
        due = min(((call.due_at or NEVER, call.call_id) for call in calls.values()), default=(NEVER, ""))
        arrives = NINE + timedelta(seconds=coming[0][2]) if coming else NEVER
        at = min(due[0], arrives)
        if at >= NINE + timedelta(seconds=END):
            break
        clock.now = at
        changed = _arrives(router, len(calls), coming.pop(0)) if at == arrives else _is_due(router, due[1])
        calls[changed.call_id] = changed
    return [_place(router, calls[str(number)]) for number in range(len(arriving))]


def _arrives(router: Router, number: int, arriving: Arriving) -> Call:
    wish, band, _ = arriving
    wanted = MIX[wish]
    steps = (Step("F", seconds=25), Step("Any")) if wanted.then else ()
    call = call_enqueue(router, language=wanted.language, steps=steps, priority=band, call_id=str(number))
    assert isinstance(call, Call)
    return call


def _is_due(router: Router, call_id: str) -> Call:
    changed = call_when_due(router, call_id=call_id)
    assert isinstance(changed, Call)
    return changed


def _place(router: Router, call: Call) -> Place:
    if call.status is not CallStatus.QUEUED:
        return GONE
    moments = (call.promote_at, call.relax_at, call.overflow_at)
    times = [(at - NINE).total_seconds() if at else 0 for at in moments]
    return router.queue_of(call), call.band, _rounded(*times)


def _rounded(*times: float) -> tuple[float, ...]:
    return tuple(round(at, 3) for at in times)

"""Order of a call queue: band, then ticket; promotion against starvation; moves by hand."""

import pytest

from dynamo.table import Table
from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.repair.audit import audit
from routing.services.sweeping import Swept
from tests.builders import NOON, a_waiting_agent, a_waiting_call, as_call, as_conflict
from tests.centres import call_now, in_line, infos_now, match_all, queues_moved
from tests.contracts.call_life import ANYBODY, Life, a_life, seconds_of

each_strategy = pytest.mark.parametrize("strategy", ["batched", "published"])


@pytest.fixture
def life(either_table: Table) -> Life:
    return a_life(either_table, promote_after_seconds=60)


# --- order


@each_strategy
def test_calls_are_served_by_band_then_ticket(either_table: Table, strategy: str) -> None:
    router = a_life(either_table, strategy=strategy).router
    for name, priority in (("c1", 5), ("c2", 3), ("c3", 5), ("c4", 0)):
        a_waiting_call(router, name, priority=priority)
    assert in_line(router, ANYBODY) == ["c4", "c2", "c1", "c3"]

    served = [(a_waiting_agent(router, f"a{number}"), match_all(router))[1] for number in range(4)]

    assert [call_id for ((call_id, _),) in served] == ["c4", "c2", "c1", "c3"]


# --- promotion


def test_a_call_that_waits_is_promoted_one_band_at_a_time_to_the_highest(life: Life) -> None:
    a_waiting_call(life.router, "c1", priority=2)

    assert life.sweep(after=59.999) == Swept()
    assert call_now(life.router, "c1").band == 2
    assert life.sweep(after=0.001) == Swept(found=1, changed=1)
    promoted = call_now(life.router, "c1")
    assert (promoted.band, promoted.priority, promoted.queued_at) == (1, 2, NOON)
    assert seconds_of(life, promoted, "promote_at") == [60]
    assert life.last_told() == (EventKind.CALL_PROMOTED, "c1", None, "routing", "to band 1")

    assert life.sweep() == Swept()
    assert life.sweep(after=200) == Swept(found=1, changed=1)
    assert (call_now(life.router, "c1").band, call_now(life.router, "c1").promote_at) == (0, None)
    assert life.sweep(after=10_000) == Swept()
    assert life.history("c1") == ["callQueued", "callPromoted", "callPromoted"]
    assert audit(life.router) == []


def test_promotion_ends_at_the_highest_band_of_the_queue(either_table: Table) -> None:
    life = a_life(either_table, promote_after_seconds=60, highest_band=4)
    a_waiting_call(life.router, "c5", priority=5)
    a_waiting_call(life.router, "c4", priority=4)
    a_waiting_call(life.router, "c2", priority=2)

    assert [life.sweep(after=60).changed for _ in range(3)] == [1, 0, 0]

    assert [call_now(life.router, name).band for name in ("c5", "c4", "c2")] == [4, 4, 2]


def test_a_promoted_call_stands_where_its_ticket_says(life: Life) -> None:
    a_waiting_call(life.router, "old", priority=5)
    a_waiting_call(life.router, "new", priority=4)
    assert in_line(life.router, ANYBODY) == ["new", "old"]
    before, infos = call_now(life.router, "old"), infos_now(life.router)

    life.clock.advance(60)
    promoted = as_call(services.call_when_due(life.router, call_id="old"))

    assert in_line(life.router, ANYBODY) == ["old", "new"]
    assert (promoted.band, promoted.ticket, promoted.queued_at) == (4, before.ticket, before.queued_at)
    assert queues_moved(infos, life.router) == {"W#Spanish#Any": (1, 0)}


@each_strategy
@pytest.mark.parametrize(("promote_after", "served_in"), [(10, 10), (0, None)])
def test_nobody_starves_under_a_stream_of_urgent_calls(
    either_table: Table, strategy: str, promote_after: float, served_in: int | None
) -> None:
    life = a_life(either_table, strategy=strategy, promote_after_seconds=promote_after)
    a_waiting_call(life.router, "patient", priority=9)
    served: list[str] = []
    for number in range(12):
        a_waiting_call(life.router, f"urgent-{number}", priority=0)
        a_waiting_agent(life.router, f"agent-{number}", auto_answer=True)
        served += [call_id for call_id, _ in match_all(life.router)]
        life.sweep(after=10)

    if served_in is None:
        assert "patient" not in served
    else:
        assert served.index("patient") <= served_in


# --- touch


def test_a_touched_call_goes_to_the_end_of_its_priority_only(life: Life) -> None:
    for name, priority in (("c1", 5), ("c2", 5), ("c3", 6)):
        a_waiting_call(life.router, name, priority=priority)
    before, infos = call_now(life.router, "c1"), infos_now(life.router)

    touched = as_call(services.call_touch(life.router, call_id="c1", by="boss"))

    assert in_line(life.router, ANYBODY) == ["c2", "c1", "c3"]
    assert touched == call_now(life.router, "c1")
    assert (touched.queued_at, touched.promote_at, touched.version) == (
        before.queued_at,
        before.promote_at,
        2,
    )
    assert queues_moved(infos, life.router) == {"W#Spanish#Any": (1, 0)}
    assert life.last_told() == (EventKind.CALL_TOUCHED, "c1", None, "boss", "")
    assert life.history("c1") == ["callQueued", "callTouched"]
    assert audit(life.router) == []


def test_a_call_touched_again_goes_to_the_end_again_unless_a_version_is_expected(life: Life) -> None:
    for name in ("c1", "c2", "c3"):
        a_waiting_call(life.router, name)

    services.call_touch(life.router, call_id="c1", expected_version=1)
    as_conflict(services.call_touch(life.router, call_id="c1", expected_version=1))
    services.call_touch(life.router, call_id="c2")
    assert in_line(life.router, ANYBODY) == ["c3", "c1", "c2"]
    services.call_touch(life.router, call_id="c1", expected_version=2)
    assert in_line(life.router, ANYBODY) == ["c3", "c2", "c1"]


# --- another priority


def test_another_priority_moves_a_call_at_once_and_restarts_its_promotion(life: Life) -> None:
    for name, priority in (("c1", 3), ("c2", 5), ("c3", 3)):
        a_waiting_call(life.router, name, priority=priority)
    infos = infos_now(life.router)
    life.clock.advance(50)

    moved = as_call(services.call_change_priority(life.router, call_id="c2", priority=3, by="boss"))

    assert in_line(life.router, ANYBODY) == ["c1", "c2", "c3"]
    assert (moved.priority, moved.band, moved.queued_at) == (3, 3, NOON)
    assert seconds_of(life, moved, "promote_at") == [60]
    assert queues_moved(infos, life.router) == {"W#Spanish#Any": (1, 0)}
    assert life.last_told() == (EventKind.CALL_PRIORITY_CHANGED, "c2", None, "boss", "priority 5 → 3")
    assert audit(life.router) == []


def test_the_same_priority_changes_nothing_unless_the_call_was_promoted(life: Life) -> None:
    a_waiting_call(life.router, "c1", priority=5)
    same = as_call(services.call_change_priority(life.router, call_id="c1", priority=5))
    assert (same.version, life.told_of("c1")) == (1, ["callQueued"])

    life.sweep(after=60)
    back = as_call(services.call_change_priority(life.router, call_id="c1", priority=5))

    assert (back.band, back.version) == (5, 3)


def test_the_highest_priority_is_never_promoted(life: Life) -> None:
    a_waiting_call(life.router, "c1", priority=5)
    assert as_call(services.call_change_priority(life.router, call_id="c1", priority=0)).promote_at is None
    assert life.sweep(after=10_000) == Swept()


def test_priority_and_place_are_only_changed_while_the_call_is_visible(life: Life) -> None:
    a_waiting_call(life.router, "c1")
    a_waiting_agent(life.router, "ana")
    match_all(life.router)
    ringing = call_now(life.router, "c1")

    for refused in (
        services.call_change_priority(life.router, call_id="c1", priority=0),
        services.call_touch(life.router, call_id="c1"),
    ):
        assert as_conflict(refused).reason == "call is ringing, not waiting"
        assert as_conflict(refused).current == ringing
    assert call_now(life.router, "c1").status is CallStatus.OFFERED
    for wrong in (-1, 10):
        with pytest.raises(InvalidFieldError, match=r"priority: .* from 0 \(first\) to 9 \(last\)"):
            services.call_change_priority(life.router, call_id="c1", priority=wrong)

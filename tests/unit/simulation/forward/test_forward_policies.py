"""Policies in virtual time: routing steps, overflow, last in first out."""

from dataclasses import replace
from typing import Any

import pytest

from routing.model.policies import DEAD_LETTER, QueuePolicy
from routing.model.queues import agent_queue, call_queue
from simulation.durations import Constant
from simulation.forward import Counts, fast_forward
from simulation.scenarios import Preference, Relaxed, Scenario, Volume
from tests.unit.simulation.days import a_group, a_scenario, by, several, total

HOURS = 3_000
A_LONG_TALK = Constant(HOURS)
ENGLISH, SPANISH = call_queue("English", "Any"), call_queue("Spanish", "Any")


def crowded(**changes: Any) -> Scenario:
    """Sixty callers an hour for one agent, whose first talk lasts nearly as long as the hour."""
    facts = {
        "volume": Volume((30,)),
        "handle_time": A_LONG_TALK,
        "warm_up_seconds": 0,
        "groups": (a_group(agents=1),),
        "patience": Constant(HOURS),
    }
    return a_scenario(**{**facts, **changes})


def of_queue(counts: Counts, queue: Any) -> Any:
    return counts.cells[counts.queues.index(queue)]


def test_a_full_queue_turns_callers_away_who_count_as_set_aside() -> None:
    for overflow in ("reject", DEAD_LETTER):
        counts = fast_forward(crowded(**by(QueuePolicy(max_length=5, overflow=overflow))))
        found = total(counts)

        assert max(counts.depth.most) == 5
        assert found.set_aside > 20
        assert found.answered + found.abandoned + found.set_aside == found.offered


def test_who_has_waited_too_long_is_turned_away_at_that_moment() -> None:
    found = total(fast_forward(crowded(**by(QueuePolicy(max_wait_seconds=90)), patience=None)))

    assert found.answered + found.set_aside == found.offered
    assert found.set_aside > 20
    assert found.waits.longest < 90


def test_a_queue_overflows_into_another_and_the_outcome_counts_where_the_caller_came_in() -> None:
    two = crowded(
        groups=(a_group(agents=1), a_group("Spanish", 60, languages=("Spanish",))),
        **by(English=QueuePolicy(max_wait_seconds=40, overflow=str(SPANISH))),
    )
    counts = fast_forward(two)
    english = of_queue(counts, ENGLISH)[0]

    assert counts.queues == (ENGLISH, SPANISH)
    assert total(counts).answered == total(counts).offered
    assert english.waits.quantile(0.9) == pytest.approx(40, rel=0.02)
    assert sum(cell.offered for cell in of_queue(counts, SPANISH)) == 0
    assert counts.groups[1].busy > 20 * 600, "the Spanish agents talked"


def test_a_full_queue_overflows_at_once_and_a_round_of_full_queues_ends() -> None:
    limited = QueuePolicy(max_length=2, overflow=str(SPANISH))
    back = QueuePolicy(max_length=3, overflow=str(ENGLISH))
    both = crowded(
        groups=(a_group(agents=1), a_group("Spanish", 1, languages=("Spanish",))),
        **by(English=limited, Spanish=back),
    )
    counts = fast_forward(both)

    assert [max(depth.most) for depth in counts.depths] == [2, 3]
    assert total(counts).answered >= 2
    assert total(counts).set_aside == total(counts).offered - total(counts).answered - total(counts).abandoned
    assert total(counts).set_aside > 15


def test_an_overflow_into_its_own_queue_ends_the_wait() -> None:
    found = total(fast_forward(crowded(**by(QueuePolicy(max_wait_seconds=60, overflow=str(ENGLISH))))))

    assert found.set_aside > 20


def test_callers_let_go_of_a_preference_after_their_time_and_keep_their_place() -> None:
    wishes = (Preference("English", "F", then=(Relaxed(45),)),)
    two = crowded(mix=wishes, groups=(a_group(agents=1), a_group("M", 60, gender="M")))
    counts = fast_forward(two)
    found = total(counts)

    assert counts.queues == (call_queue("English", "F"), ENGLISH)
    assert found.answered == found.offered
    assert found.waits.longest == pytest.approx(45)
    assert found.waits.quantile(0.5) == pytest.approx(45, rel=0.02)


def test_a_step_into_a_full_queue_waits_until_there_is_room() -> None:
    wishes = (Preference("English", "F", then=(Relaxed(45),)),)
    full = {ENGLISH: QueuePolicy(max_length=1)}
    one = crowded(mix=wishes, groups=(a_group(agents=1), a_group("M", 1, gender="M")), **by())
    counts = fast_forward(replace(one, policies=replace(one.policies, queues=full)))

    assert max(counts.depths[1].most) == 1
    assert max(counts.depths[0].most) > 10


def test_a_queue_served_from_its_end_answers_the_newest_first() -> None:
    never = by(QueuePolicy(promote_after_seconds=0))
    busy = a_scenario(volume=Volume((200,)), warm_up_seconds=0, patience=Constant(300), **never)
    turned = replace(busy, newest_first=frozenset({ENGLISH}))
    oldest, newest = (total(fast_forward(one)).waits for one in (busy, turned))
    promoted = total(fast_forward(replace(turned, policies=by()["policies"]))).waits

    assert newest.quantile(0.5) < 0.3 * oldest.quantile(0.5)  # type: ignore[operator]  # not None
    assert promoted.quantile(0.5) > 2 * newest.quantile(0.5), "promotion brings the older ones forward"  # type: ignore[operator]


def test_agents_served_from_the_end_leave_the_others_idle() -> None:
    crew = (a_group("First", 1), a_group("Second", 9))
    day = a_scenario(volume=Volume((30,)), groups=crew, warm_up_seconds=0)
    fair, last = (
        fast_forward(replace(day, newest_first=queues))
        for queues in (frozenset(), frozenset({agent_queue("English", "F")}))
    )

    assert fair.groups[0].busy == pytest.approx(fair.groups[1].busy / 9, rel=0.7)
    assert last.groups[0].busy < 0.2 * last.groups[1].busy


def test_each_queue_has_its_own_ring_time() -> None:
    ringing = several(
        missed_share=0.0, answer_delay=Constant(12), patience=None, **by(Spanish=QueuePolicy(10))
    )
    counts = fast_forward(ringing)

    assert sum(cell.answered for cell in of_queue(counts, SPANISH)) == 0
    assert sum(cell.answered for cell in of_queue(counts, ENGLISH)) > 20

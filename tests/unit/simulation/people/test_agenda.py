"""Agenda: actions in the order they are due, one of a call at a time, put right by looks."""

from datetime import datetime, timedelta

from routing.model.queues import call_queue
from simulation.arrivals import START, arrivals_due
from simulation.people.agenda import Agenda
from simulation.people.behaviour import Abandon, Accept, Complete, Timer
from simulation.people.coming import Coming
from simulation.people.watched_calls import Waiting
from tests.unit.simulation.worlds import NINE, a_plan


def at(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


def hang_up(call_id: str, seconds: float) -> Timer:
    return at(seconds), Abandon(call_id)


def taken(agenda: Agenda) -> list[str]:
    found = []
    while agenda.next_at is not None:
        found.append(agenda.take()[1].call_id)
    return found


def test_the_first_due_comes_first_whenever_it_was_planned() -> None:
    agenda = Agenda()
    for name, seconds in (("late", 30), ("first", 10), ("second", 20)):
        agenda.plan(name, [hang_up(name, seconds)])

    assert agenda.next_at == at(10)
    assert taken(agenda) == ["first", "second", "late"]


def test_while_an_action_is_in_hand_nothing_else_of_that_call_is_due() -> None:
    agenda = Agenda()
    agenda.plan("ours", [(at(1), Accept("ours", "ana")), hang_up("ours", 2)])

    assert agenda.take()[1] == Accept("ours", "ana")
    assert agenda.next_at is None
    assert not agenda.is_empty

    agenda.plan("ours", [(at(9), Complete("ours"))])
    assert agenda.next_at == at(9)


def test_an_action_that_failed_is_due_again_and_one_that_is_over_is_not() -> None:
    agenda = Agenda()
    agenda.plan("ours", [(at(1), Accept("ours", "ana")), hang_up("ours", 2)])

    agenda.take()
    agenda.again("ours")
    assert agenda.next_at == at(1)
    agenda.take()
    agenda.again("ours", without=Accept("ours", "ana"))
    assert agenda.next_at == at(2)


def test_a_look_is_older_than_what_happened_while_it_was_made() -> None:
    agenda = Agenda()
    for name in ("in hand", "taken", "same"):
        agenda.plan(name, [hang_up(name, 1 if name != "same" else 9)])
    agenda.take()
    agenda.look_begins()
    agenda.take()
    agenda.plan("came", [hang_up("came", 8)])

    assert [name for name in ("in hand", "taken", "came", "same") if not agenda.has_moved(name)] == ["same"]
    agenda.tidy()
    assert set(agenda) == {"in hand", "taken", "came", "same"}
    assert taken(agenda) == ["came", "same"]


def test_the_mark_passes_arrivals_in_order_whichever_comes_first() -> None:
    plan = a_plan()
    coming, sent = Coming(), []
    while (sending := coming.next(plan, until_seconds=5.0)) is not None:
        coming.send(sending)
        sent.append(sending[1])
    assert len(sent) > 2
    assert sent == arrivals_due(
        seed=plan.seed, rate=plan.rate, after=START, until_seconds=5.0, limit=len(sent)
    )

    assert coming.came(sent[1])
    assert coming.mark == START
    assert coming.came(sent[0])
    assert coming.mark == sent[1].mark
    assert not coming.came(sent[0])
    assert coming.is_on_the_way


def test_the_heads_are_the_first_of_every_queue() -> None:
    many, few = call_queue("English", "Any"), call_queue("Spanish", "Any")
    waiting = Waiting(newest_first={few})
    for number in range(9):
        waiting.add(f"many-{number}", many, band=5, ticket=100 - number)
    for number in range(2):
        waiting.add(f"few-{number}", few, band=5, ticket=number)
    waiting.add("urgent", many, band=2, ticket=999)
    waiting.remove("many-8")

    assert waiting.heads(4) == ["urgent", "few-1", "many-7", "few-0"]
    assert len(waiting.heads(100)) == len(waiting) == 11
    assert "many-8" not in waiting

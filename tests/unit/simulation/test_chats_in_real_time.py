"""Chats of a scenario in real time: written, answered one by one, closed, left, and as in virtual time."""

from dataclasses import replace
from itertools import pairwise

import pytest

from messaging.chats.agreement import disagreements
from messaging.model.messages import COUNTED, Message
from messaging.model.parties import party_of
from messaging.services import messages_read
from routing import selectors
from routing.model.agents import AgentStatus
from routing.model.calls import Call, CallStatus
from routing.repair.audit import audit
from routing.services import call_complete
from simulation.chats.rating import SCORES, score_of
from simulation.chats.speaking import chats_of, customer_of
from simulation.durations import Constant, Exponential
from simulation.forward import Counts, fast_forward
from simulation.in_real_time import Ended, Play, Progress
from simulation.in_real_time.closing import Closing
from simulation.in_real_time.counting import empty_counts
from simulation.in_real_time.scenario_agents import member_ids
from simulation.people.pace import Pace
from simulation.scenarios import Messages, Preference
from tests.unit.simulation.days import a_group, total
from tests.unit.simulation.sittings import CHAT, WRITTEN, Sitting, chats

Usual = tuple[Sitting, Ended]


@pytest.fixture(scope="module")
def usual() -> Usual:
    """Two minutes of chats, played to the end; to be read only."""
    sitting = Sitting(chats())
    return sitting, sitting.played()


def words(sitting: Sitting, chat: Call) -> list[Message]:
    """What customer and agent wrote."""
    messenger, customer = chats_of(sitting.router).messenger, customer_of(chat.chat_id)
    found = messages_read(messenger, chat=chat.chat_id, party=customer, after=0, limit=200)
    return [one for one in found if one.kind in COUNTED and one.state.open]


def assert_nothing_is_left(sitting: Sitting) -> None:
    assert all(call.is_ended for call in sitting.calls())
    assert {agent.status for agent in selectors.agents(sitting.router)} == {AgentStatus.OFFLINE}
    assert audit(sitting.router) == []
    assert disagreements(sitting.router) == set()


def test_customer_and_agent_write_in_turn_and_nothing_is_left(usual: Usual) -> None:
    sitting, ended = usual

    assert (ended.was_stopped, ended.is_clean, ended.counts.left_over) == (False, True, 0)
    assert len(sitting.calls()) == total(ended.counts).offered > 40
    assert_nothing_is_left(sitting)
    for chat in sitting.calls():
        by_customer = [party_of(one.sender).is_customer for one in words(sitting, chat)]
        assert by_customer[0]
        assert all(one != after for one, after in pairwise(by_customer))
        assert chat.answered_at is not None or len(by_customer) == 1


def test_customers_rate_the_chats_that_were_answered(usual: Usual) -> None:
    sitting, _ = usual
    answered = [chat for chat in sitting.calls() if chat.answered_at is not None]

    assert {chat.rating for chat in answered} == set(SCORES)
    assert all(chat.rating == score_of(chat.chat_id) for chat in answered)
    assert not any(chat.rating for chat in sitting.calls() if chat.answered_at is None)


def test_figures_of_replies_are_those_of_the_conversations(usual: Usual) -> None:
    sitting, ended = usual
    found, replies, left, first = total(ended.counts), 0, 0, list[float]()
    for chat in sitting.calls():
        said = words(sitting, chat)
        by_agent = [one for one in said if not party_of(one.sender).is_customer]
        replies += len(by_agent)
        assert (chat.responded_at is not None) == bool(by_agent)
        first += [(one.at - chat.created_at).total_seconds() for one in by_agent[:1]]
        left += chat.status is CallStatus.COMPLETED and party_of(said[-1].sender).is_customer

    assert (found.replies.count, found.left) == (replies, left)
    assert left > 0
    assert found.first_replies.total == pytest.approx(sum(first))


SCENARIOS = {
    "usual": chats(),
    "little patience": chats(messages=replace(WRITTEN, patience=Exponential(6))),
    "one slot": chats(groups=(a_group("English", 6, chat_slots=1),)),
    "a time for each chat": chats(messages=None, chat_time=Exponential(20)),
    "beside calls": chats(
        mix=(Preference("English"), CHAT), handle_time=Exponential(6), wrap_up=Exponential(1)
    ),
    "four times as fast": chats(speed=4),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_real_and_virtual_time_agree(name: str, usual: Usual) -> None:
    counts = usual[1].counts if name == "usual" else Sitting(SCENARIOS[name]).played().counts
    expected = fast_forward(SCENARIOS[name])
    real, virtual = total(counts), total(expected)

    assert real.offered == virtual.offered
    for ours, theirs in (
        (real.answered, virtual.answered),
        (real.abandoned, virtual.abandoned),
        (real.left, virtual.left),
    ):
        assert ours == pytest.approx(theirs, abs=0.05 * virtual.offered)
    assert real.replies.count == pytest.approx(virtual.replies.count, rel=0.05)
    means = [
        [one.mean or 0 for one in (tally.waits, tally.first_replies, tally.replies)]
        for tally in (real, virtual)
    ]
    assert means[0] == pytest.approx(means[1], rel=0.1, abs=0.25)
    assert occupancies(counts) == pytest.approx(occupancies(expected), abs=0.03)


def occupancies(counts: Counts) -> list[float]:
    return [hours.busy / (hours.busy + hours.idle) for hours in counts.groups]


def test_rows_that_miss_offers_are_paused_and_come_back() -> None:
    sitting = Sitting(chats(missed_share=0.6, patience=None, speed=10, length_seconds=40))
    paused = set[str]()

    def watch(_: Progress) -> bool:
        rows = selectors.agents(sitting.router)
        paused.update(row.agent_id for row in rows if row.status is AgentStatus.PAUSED and not row.held)
        return True

    ended = sitting.play.run(watch=watch)

    assert paused
    assert (ended.is_clean, ended.counts.left_over) == (True, 0)
    assert_nothing_is_left(sitting)


def test_busy_agents_miss_no_offer() -> None:
    sitting = Sitting(
        chats(length_seconds=60, patience=None, messages=replace(WRITTEN, reply_time=Constant(15)))
    )

    sitting.played()

    assert max(call.failures for call in sitting.calls()) == 0


def test_a_stop_in_the_middle_closes_every_chat_and_counts_none_as_left() -> None:
    sitting = Sitting(chats(messages=replace(WRITTEN, patience=None, reply_time=Constant(30))))

    ended = sitting.played(stop_after_seconds=30)

    assert (ended.was_stopped, ended.is_clean, total(ended.counts).left) == (True, True, 0)
    assert_nothing_is_left(sitting)


class KilledError(BaseException):
    """The process is gone."""


def test_another_process_ends_the_chats_of_a_killed_one(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(chats())
    play = sitting.play

    def watch(progress: Progress) -> bool:
        if progress.elapsed_seconds >= 30:
            raise KilledError
        return True

    with monkeypatch.context() as dead:  # a dead process ends nothing
        dead.setattr(Play, "_close", lambda _: None)
        with pytest.raises(KilledError):
            play.run(watch=watch)
    assert any(call.status is CallStatus.IN_PROGRESS for call in sitting.calls())
    closed_at, pace = sitting.clock(), Pace(sitting.clock.monotonic, sitting.clock.sleep)
    closing = Closing(sitting.router, play.plan, member_ids(sitting.scenario), pace=pace)

    assert closing.end()

    counts = empty_counts(sitting.scenario)
    closing.count(counts, closed_at=closed_at)
    assert total(counts).replies.count > 10
    assert_nothing_is_left(sitting)


def test_a_chat_that_a_supervisor_ends_is_not_opened_again() -> None:
    written = Messages(per_chat=20, reply_time=Constant(1), think_time=Constant(2))
    sitting = Sitting(chats(patience=None, length_seconds=30, messages=written))
    ended = list[Call]()

    def watch(_: Progress) -> bool:
        """While the customer writes the next message."""
        thinking = (call for call in sitting.calls() if call.status is CallStatus.IN_PROGRESS)
        for call in (call for call in thinking if call.responded_at is not None):
            outcome = call_complete(sitting.router, call_id=call.call_id)
            assert isinstance(outcome, Call)
            ended.append(outcome)
        return True

    played = sitting.play.run(watch=watch)
    assert (played.is_clean, played.progress.conflicts > 0) == (True, True)
    assert len(ended) > 5
    assert {call.call_id.rpartition(".")[2] for call in sitting.calls()} == {"1"}
    assert_nothing_is_left(sitting)

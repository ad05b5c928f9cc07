"""Retry loop on a clock that only moves when it sleeps."""

from collections.abc import Callable

import pytest

from dynamo.exceptions import InvalidRequestError, TableMissingError
from dynamo.protocol.replies import Cause, GaveUpError, Reply, TransientError
from dynamo.retry import Retry


class Clock:
    """A clock that moves with each sleep, and by `step` seconds at each read."""

    def __init__(self, step: float = 0.0) -> None:
        self.now = 100.0
        self.step = step
        self.slept: list[float] = []

    def read(self) -> float:
        self.now += self.step
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept.append(seconds)


def a_retry(clock: Clock, *, share: float = 1.0, deadline_seconds: float = 5.0) -> Retry:
    return Retry(deadline_seconds=deadline_seconds, clock=clock.read, sleep=clock.sleep, random=lambda: share)


def answers(*outcomes: Reply | Exception) -> Callable[[], Reply]:
    left = iter(outcomes)

    def send() -> Reply:
        outcome = next(left)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return send


def test_a_first_answer_is_returned_at_once() -> None:
    clock = Clock()
    sent = a_retry(clock).run(answers(Reply({"A": 1})))
    assert (sent.reply.body, sent.sends, sent.uncertain) == ({"A": 1}, 1, False)
    assert clock.slept == []


def test_it_sends_again_after_pauses_that_double_up_to_the_cap() -> None:
    clock = Clock()
    conflicts = [TransientError(Cause.CONFLICT) for _ in range(8)]
    sent = a_retry(clock, share=1.0).run(answers(*conflicts, Reply()))
    assert sent.sends == 9
    assert clock.slept == [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.5, 0.5]


def test_each_pause_is_a_random_part_of_its_bound() -> None:
    clock = Clock()
    a_retry(clock, share=0.25).run(
        answers(TransientError(Cause.CONFLICT), TransientError(Cause.CONFLICT), Reply())
    )
    assert clock.slept == [0.0025, 0.005]


@pytest.mark.parametrize(
    ("cause", "uncertain"),
    [
        (Cause.CONFLICT, False),
        (Cause.THROTTLED, False),
        (Cause.UNREACHABLE, False),
        (Cause.IN_PROGRESS, True),
        (Cause.NO_REPLY, True),
    ],
)
def test_it_remembers_whether_a_send_may_have_been_applied(cause: Cause, *, uncertain: bool) -> None:
    sent = a_retry(Clock()).run(answers(TransientError(cause), TransientError(Cause.CONFLICT), Reply()))
    assert sent.uncertain is uncertain


def test_sends_by_the_client_itself_are_of_unknown_fate() -> None:
    sent = a_retry(Clock()).run(answers(TransientError(Cause.CONFLICT), Reply(sends=3)))
    assert (sent.sends, sent.uncertain) == (4, True)


def test_it_gives_up_rather_than_sleep_past_the_deadline() -> None:
    clock = Clock()
    last = TransientError(Cause.THROTTLED)
    send = answers(TransientError(Cause.CONFLICT), last)
    with pytest.raises(GaveUpError) as caught:
        a_retry(clock, deadline_seconds=0.03).run(send)
    assert caught.value.last is last
    assert (caught.value.sends, caught.value.uncertain) == (2, False)
    assert clock.now == pytest.approx(100.01)


def test_time_spent_sending_counts() -> None:
    clock = Clock(step=2.0)
    with pytest.raises(GaveUpError) as caught:
        a_retry(clock).run(answers(*[TransientError(Cause.NO_REPLY) for _ in range(9)]))
    assert (caught.value.sends, caught.value.uncertain) == (3, True)


def test_without_any_time_it_sends_once() -> None:
    with pytest.raises(GaveUpError) as caught:
        a_retry(Clock(), deadline_seconds=0).run(answers(TransientError(Cause.CONFLICT)))
    assert caught.value.sends == 1


def test_a_definite_error_passes_through() -> None:
    with pytest.raises(TableMissingError):
        a_retry(Clock()).run(answers(TransientError(Cause.CONFLICT), TableMissingError("t")))


def test_a_definite_error_does_not_settle_the_fate_of_an_earlier_send() -> None:
    error = InvalidRequestError("expired.")
    with pytest.raises(GaveUpError) as caught:
        a_retry(Clock()).run(answers(TransientError(Cause.NO_REPLY), error))
    assert caught.value.last is error
    assert (caught.value.sends, caught.value.uncertain) == (2, True)

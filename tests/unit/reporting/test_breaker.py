"""Circuit breaker: who may try when."""

from reporting.breaker import Breaker


def test_after_a_failure_nobody_tries_until_the_pause_is_over_which_doubles_up_to_a_limit() -> None:
    now = [100.0]
    breaker = Breaker(first_seconds=1, longest_seconds=3, clock=lambda: now[0])
    waits = []
    for _ in range(4):
        assert breaker.wait_seconds == 0
        breaker.failed()
        waits.append(breaker.wait_seconds)
        now[0] += breaker.wait_seconds

    assert waits == [1, 2, 3, 3]
    assert breaker.is_open
    assert breaker.opened == 1


def test_one_success_closes_it() -> None:
    breaker = Breaker(first_seconds=1, longest_seconds=3, clock=lambda: 0.0)
    breaker.failed()
    breaker.failed()
    breaker.succeeded()
    assert (breaker.is_open, breaker.wait_seconds) == (False, 0)

    breaker.failed()
    assert (breaker.wait_seconds, breaker.opened) == (1, 2)

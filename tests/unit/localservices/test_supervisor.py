"""Supervisor: the pause before a program is started again."""

from localservices.supervisor import restart_delay


def test_it_starts_again_at_once_the_first_time() -> None:
    assert restart_delay(lived_seconds=0.0, last_delay=0.0) == 0.1


def test_it_waits_twice_as_long_each_time_up_to_a_limit() -> None:
    delays = [0.0]
    for _ in range(8):
        delays.append(restart_delay(lived_seconds=0.5, last_delay=delays[-1]))

    assert delays[1:] == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


def test_it_forgets_former_endings_after_a_settled_life() -> None:
    assert restart_delay(lived_seconds=60.0, last_delay=5.0) == 0.1

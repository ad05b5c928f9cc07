"""Twenty writers at once in one conversation: dense, in order, each message once; and controls that fail."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from dynamo.table import Table
from tests.builders import FakeClock
from tests.concurrency.messaging.writers import EACH, WRITERS, a_crowd
from tests.memory.table import MemoryTable
from tests.messengers import a_messenger

SEEDS = [1, pytest.param(2, marks=pytest.mark.exhaustive), pytest.param(3, marks=pytest.mark.exhaustive)]


@pytest.fixture(params=["memory", pytest.param("engine", marks=pytest.mark.servers)])
def new_table(request: pytest.FixtureRequest) -> Callable[[], Table]:
    """Makes tables of each kind."""
    if request.param == "memory":
        return MemoryTable
    table: Table = request.getfixturevalue("table")
    return lambda: table


@pytest.mark.parametrize("seed", SEEDS)
def test_writers_at_once_leave_a_sound_log(new_table: Callable[[], Table], seed: int) -> None:
    messenger = a_messenger(new_table())
    crowd = a_crowd(messenger.table, FakeClock(), seed=seed)

    assert crowd.run() == []

    told = sorted(one.number or 0 for one in crowd.sent)
    assert told == list(range(1, WRITERS * EACH + 1))


def test_without_the_condition_messages_are_lost_and_it_shows() -> None:
    messenger = a_messenger(MemoryTable())
    found = a_crowd(messenger.table, FakeClock(), seed=1, guarded=False).run()
    assert [flaw for flaw in found if "was acknowledged as" in flaw]


def test_without_a_kept_client_id_messages_are_doubled_and_it_shows() -> None:
    messenger = a_messenger(MemoryTable())
    crowd = replace(a_crowd(messenger.table, FakeClock(), seed=1), names_kept=False)
    assert [flaw for flaw in crowd.run() if "times" in flaw]

"""Crew of the benchmark of the board: processes of people who change things, and of people who watch."""

from collections.abc import Callable

from bench.board.board_load import Changes, Done, ready_to_change
from bench.board.watch import Watch, Watched, ready_to_watch
from bench.centre.processes import Crew

BoardCrew = Crew[Watch | Changes, Watched | Done]


def ready(job: Watch | Changes) -> Callable[[], Watched | Done]:
    """Watchers or people with open connections; call it to start them.

    In a module of its own, since a process of the crew cannot import from the program that started it.
    """
    return ready_to_watch(job) if isinstance(job, Watch) else ready_to_change(job)

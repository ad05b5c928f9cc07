"""Memory of a worker for the load: its agenda, from one turn to its next.

It only saves looks at the table: a worker without it looks at everything first.
"""

from collections.abc import Callable
from dataclasses import dataclass

from simulation.people.runner import Runner


@dataclass
class Memory:
    """The runner of the last turn, if this process had it; `key` tells which turn that was."""

    runner: Runner | None = None
    key: object = None

    def runner_for(self, key: object, make: Callable[[], Runner]) -> Runner:
        """The runner of the last turn if nobody had a turn since, else a new one."""
        if self.runner is None or self.key != key:
            self.runner = make()
        return self.runner

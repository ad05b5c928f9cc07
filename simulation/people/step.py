"""Step of a run: what came of it. Pure."""

from dataclasses import dataclass
from datetime import timedelta

from routing.model.copies import replace
from simulation.arrivals import Mark

# An arrival or action that begins later than that after its time is late.
LATE = timedelta(milliseconds=250)


@dataclass(frozen=True)
class Step:
    """Result of a step: the next mark, arrivals left out, actions done, errors.

    `timed` are arrivals and actions that had an effect, `late` those of them that began too late.
    """

    mark: Mark
    missed: int = 0
    done: int = 0
    conflicts: int = 0
    error: str = ""
    is_over: bool = False
    timed: int = 0
    late: int = 0

    def then(self, following: "Step") -> "Step":
        """This step and the following one together."""
        return replace(
            following,
            missed=self.missed + following.missed,
            done=self.done + following.done,
            conflicts=self.conflicts + following.conflicts,
            timed=self.timed + following.timed,
            late=self.late + following.late,
        )

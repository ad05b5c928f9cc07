"""Bulk commands: one operation for each agent, at the version the user saw."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

from dynamo.exceptions import DynamoError
from routing.exceptions import RoutingError
from routing.model.agents import Agent
from routing.model.outcomes import Conflict

Outcome = Agent | Conflict | RoutingError | DynamoError | None
# By its id, at the version that was seen.
OnOne = Callable[[str, int], Agent | Conflict]

# Eight at a time take half as long as one after the other: each mostly waits for the table.
_workers = ThreadPoolExecutor(max_workers=8, thread_name_prefix="bulk")


@dataclass(frozen=True)
class Carried:
    """What came of each agent, by id; None where it was not begun because the table had failed before."""

    outcomes: dict[str, Outcome]

    @property
    def done(self) -> dict[str, Agent]:
        """The agents who are now as was asked for."""
        return {one: outcome for one, outcome in self.outcomes.items() if isinstance(outcome, Agent)}

    @property
    def refused(self) -> dict[str, Conflict | RoutingError]:
        """Those who changed meanwhile or are gone; with them nothing was done."""
        return {
            one: outcome
            for one, outcome in self.outcomes.items()
            if isinstance(outcome, Conflict | RoutingError)
        }

    @property
    def left(self) -> list[str]:
        """Those of whom nothing is known: to repeat the command is safe."""
        known = {*self.done, *self.refused}
        return [one for one in self.outcomes if one not in known]

    @property
    def troubles(self) -> list[DynamoError]:
        """Why it ended early, if it did."""
        return [outcome for outcome in self.outcomes.values() if isinstance(outcome, DynamoError)]


def carry_out_each(operate: OnOne, versions: Iterable[tuple[str, int]]) -> Carried:
    """Operates on each agent; once the table fails, nothing more is begun. Never raises for a single one."""
    failed = Event()

    def on_one(target: tuple[str, int]) -> Outcome:
        if failed.is_set():
            return None
        try:
            return operate(*target)
        except RoutingError as error:
            return error
        except DynamoError as error:
            failed.set()
            return error

    targets = list(versions)
    outcomes = _workers.map(on_one, targets)
    return Carried({agent_id: outcome for (agent_id, _), outcome in zip(targets, outcomes, strict=True)})

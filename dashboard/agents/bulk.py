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
# By id, at the version the user saw.
OnOne = Callable[[str, int], Agent | Conflict]

# Eight at a time take half as long as one by one: each mostly waits for the table.
_workers = ThreadPoolExecutor(max_workers=8, thread_name_prefix="bulk")


@dataclass(frozen=True)
class Carried:
    """Result for each agent, by id; None if it was not tried because the table had failed before."""

    outcomes: dict[str, Outcome]

    @property
    def done(self) -> dict[str, Agent]:
        """The agents in the requested state."""
        return {one: outcome for one, outcome in self.outcomes.items() if isinstance(outcome, Agent)}

    @property
    def refused(self) -> dict[str, Conflict | RoutingError]:
        """Agents that changed meanwhile or are gone; nothing was done to them."""
        return {
            one: outcome
            for one, outcome in self.outcomes.items()
            if isinstance(outcome, Conflict | RoutingError)
        }

    @property
    def left(self) -> list[str]:
        """Agents with an unknown result: it is safe to repeat the command."""
        known = {*self.done, *self.refused}
        return [one for one in self.outcomes if one not in known]

    @property
    def troubles(self) -> list[DynamoError]:
        """The error that ended it early, if any."""
        return [outcome for outcome in self.outcomes.values() if isinstance(outcome, DynamoError)]


def carry_out_each(operate: OnOne, versions: Iterable[tuple[str, int]]) -> Carried:
    """Operates on each agent; after a failure of the table, no more are started. Never raises for a single
    one.
    """
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

"""Shifts of a scenario on a table: agents come, go home, and return after a pause."""

from collections.abc import Iterable
from datetime import timedelta

from routing.model.agents import Agent, Choice
from routing.router import Router
from simulation.forward.floor import PAUSE_SECONDS
from simulation.in_real_time.scenario_agents import agents_choose, shift_changes
from simulation.load.staff import is_paused_by_routing
from simulation.people.hands import Each
from simulation.scenarios import Scenario


class Shifts:
    """The agents of one run on shift, as far as the scenario has gone."""

    def __init__(
        self, router: Router, scenario: Scenario, groups_of: dict[str, int], *, each: Each = map
    ) -> None:
        self._router = router
        self._speed = scenario.speed
        self._changes = shift_changes(scenario, groups_of)
        self._each = each
        self._on_shift: set[str] = set()

    def first(self) -> set[str]:
        return {agent_id for one in self._changes if not one.seconds for agent_id in one.agent_ids}

    def change(self, seconds: float) -> None:
        """Makes the changes due by a second; a failed one is repeated. Raises DynamoError, RoutingError."""
        while self._changes and self._changes[0].seconds <= seconds:
            change = self._changes[0]
            agents_choose(self._router, change.agent_ids, change.choice, each=self._each)
            move = (
                self._on_shift.update if change.choice is Choice.READY else self._on_shift.difference_update
            )
            move(change.agent_ids)
            del self._changes[0]

    def bring_back(self, agents: Iterable[Agent]) -> None:
        """Brings back agents paused after too many missed offers. Raises DynamoError, RoutingError."""
        latest = self._router.clock() - timedelta(seconds=PAUSE_SECONDS / self._speed)
        back = [
            agent.agent_id
            for agent in agents
            if is_paused_by_routing(agent)
            and agent.status_since <= latest
            and agent.agent_id in self._on_shift
        ]
        agents_choose(self._router, back, Choice.READY, each=self._each)

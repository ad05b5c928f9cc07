"""Scenarios: input of simulations, checked before the start, written and read as JSON. Pure."""

from simulation.scenarios.exceptions import ScenarioError, ScenarioRangeError
from simulation.scenarios.messages import Messages
from simulation.scenarios.policies import as_deployed
from simulation.scenarios.population import AgentGroup, Preference, Relaxed, Shift
from simulation.scenarios.reading import scenario_from, scenario_from_json
from simulation.scenarios.ready_made import READY_MADE
from simulation.scenarios.scenario import Scenario, Target
from simulation.scenarios.volume import Volume
from simulation.scenarios.volume_csv import calls_from_csv
from simulation.scenarios.writing import scenario_to, scenario_to_json

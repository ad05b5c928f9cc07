"""Owns scenarios in real time: the same callers and agents as in virtual time, on the router and a table."""

from simulation.in_real_time.play import Ended, Play
from simulation.in_real_time.progress import Progress
from simulation.in_real_time.services import (
    Onlooker,
    Played,
    deployment_check,
    scenario_play_apart,
    scenario_play_on_deployment,
)

__all__ = [
    "Ended",
    "Onlooker",
    "Play",
    "Played",
    "Progress",
    "deployment_check",
    "scenario_play_apart",
    "scenario_play_on_deployment",
]

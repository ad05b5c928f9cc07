"""Scenarios in real time: callers and agents as in virtual time, on the router and a table."""

from simulation.in_real_time.play import Ended, Play
from simulation.in_real_time.progress import Progress

__all__ = ["Ended", "Play", "Progress"]

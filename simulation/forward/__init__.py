"""Fast-forward: a scenario in virtual time, hours in seconds, matched by the router's own code. Pure."""

from simulation.forward.counts import Counts, Tally
from simulation.forward.run import Watch, fast_forward

__all__ = ["Counts", "Tally", "Watch", "fast_forward"]

"""Fair load: a demo load with agents enough for its callers. Pure."""

import math
from dataclasses import replace

from simulation.load.load_plan import LIMITS, LoadFigures

# Agents for each one that is busy on the average.
SPARE = 1.3


def fair_load(rate: float) -> LoadFigures:
    """The load at this rate; talks are shorter if it would need more agents than a load may have."""
    figures = LoadFigures(rate, agents=1)
    beside = figures.answer_seconds + figures.wrap_up_seconds
    longest = LIMITS["agents"].most / (rate * SPARE) - beside
    talk = min(figures.talk_seconds, math.floor(longest * 10) / 10)
    return replace(figures, talk_seconds=talk, agents=math.ceil(rate * (beside + talk) * SPARE))

"""Queueing theory: predictions for planning, and to compare runs with. Pure.

Words: *load* is the erlangs offered, calls per second · handle time. *Erlang B*: a call that finds no free
agent is lost. *Erlang C* (M/M/c): it waits as long as it takes. *Erlang A* (M/M/c+M): it waits until its
*patience* ends. *Occupancy*: busy ÷ (busy + idle). *ASA*: mean wait of the answered calls. *AHT*: mean handle
time. *Shrinkage*: the share of scheduled time in which an agent is not at work.

All three assume arrivals at random (Poisson), exponential handle times and patience, calls served in order,
and one group of agents who each serve every call. If that does not hold, simulate.
"""

from simulation.theory.demand import Demand, demand_of, relaxation_seconds
from simulation.theory.erlang import erlang_b, erlang_c
from simulation.theory.erlang_a import erlang_a
from simulation.theory.exceptions import GoalError, TheoryError, TheoryRangeError
from simulation.theory.figures import Figures, Model, predict
from simulation.theory.needed import (
    AgentsNeeded,
    Goals,
    WhatIf,
    agents_needed,
    agents_needed_by_interval,
    agents_scheduled,
    what_if,
)
from simulation.theory.question_limits import LIMITS

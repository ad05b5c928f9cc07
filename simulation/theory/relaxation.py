"""Relaxation time: how long a queue takes to forget its initial state. Pure."""

from math import inf, sqrt

from simulation.theory.demand import Demand


def relaxation_seconds(demand: Demand, agents: int) -> float:
    """The time in which the effect of the initial state falls to 1/e; infinite if it never does.

    Without hang-ups AHT / (c(1 - √r)²) with c agents busy a share r of their time, from the spectrum of M/M/c
    (P. M. Morse, "Queues, Inventories and Maintenance", 1958; S. Karlin and J. McGregor, "Many server
    queueing processes with Poisson input and exponential service times", 1958), and at least AHT, in which
    the present calls end. With hang-ups, each caller leaves at a rate of at least 1 / max(AHT, patience),
    which bounds it.
    """
    aht = demand.aht_seconds
    busy = demand.load / agents
    patient = max(aht, aht / (agents * (1 - sqrt(busy)) ** 2)) if busy < 1 else inf
    if demand.patience_seconds is None:
        return patient
    return min(patient, max(aht, demand.patience_seconds))

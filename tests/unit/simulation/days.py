"""Builders for scenario tests: small days with few agents, and their totals."""

from dataclasses import replace
from typing import Any

from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from routing.model.queues import ANY, call_queue
from simulation.durations import Constant, Exponential
from simulation.forward import Counts, Tally
from simulation.scenarios import AgentGroup, Preference, Scenario, Volume

HOUR = 3_600


def a_group(name: str = "Agents", agents: int = 5, **facts: Any) -> AgentGroup:
    """Agents for English calls, there all the time."""
    return AgentGroup(**{"name": name, "agents": agents, "languages": ("English",), "gender": "F", **facts})


def a_scenario(**changes: Any) -> Scenario:
    """An hour of one queue that satisfies every assumption of theory, with some fields changed."""
    day = Scenario(
        name="An hour",
        length_seconds=HOUR,
        volume=Volume((50,)),
        mix=(Preference("English"),),
        groups=(a_group(),),
        handle_time=Exponential(100),
        warm_up_seconds=600,
    )
    return replace(day, **changes)


def steady(rate: float, aht: float, patience: float | None, agents: int, **changes: Any) -> Scenario:
    """Calls of one kind at a rate, with a number of agents."""
    return a_scenario(
        volume=Volume((rate * 1_800,)),
        handle_time=Exponential(aht),
        patience=None if patience is None else Exponential(patience),
        groups=(a_group(agents=agents),),
        **changes,
    )


def several(**changes: Any) -> Scenario:
    """Three queues, agents who overlap, misses, priorities, shifts: everything at once."""
    facts = {
        "volume": Volume((90,), interval_minutes=15),
        "mix": (Preference("English", share=3), Preference("Spanish", "M"), Preference("Spanish", share=2)),
        "groups": (
            a_group("English", 4, gender="M"),
            a_group("Both", 4, languages=("English", "Spanish")),
            a_group("Spanish", 5, languages=("Spanish",), gender="M"),
        ),
        "patience": Exponential(120),
        "wrap_up": Constant(10),
        "answer_delay": Exponential(4),
        "missed_share": 0.1,
        "priorities": ((5, 3), (2, 1)),
        "warm_up_seconds": 0,
    }
    return a_scenario(**{**facts, **changes})


def total(counts: Counts) -> Tally:
    """Outcomes of all calls."""
    everything = Tally()
    for cells in counts.cells:
        for tally in cells:
            everything.merge(tally)
    return everything


def by(policy: QueuePolicy | None = None, agents: AgentPolicy | None = None, **queues: QueuePolicy) -> Any:
    """The fields of a scenario for a policy of all queues and of the agents, and those of languages."""
    named = {call_queue(language, ANY): one for language, one in queues.items()}
    return {"policies": Policies(agents or AgentPolicy(), policy or QueuePolicy(), named)}

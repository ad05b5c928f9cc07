"""Comparison of a report with theory: the prediction, or the assumption that fails. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from simulation.durations import Constant, Exponential
from simulation.reports.confidence import Interval
from simulation.reports.replicates import FIGURES
from simulation.reports.report import Report
from simulation.scenarios import Scenario
from simulation.scenarios.served import queue_of, queues_of
from simulation.theory import Demand, Figures, Model, TheoryError, predict, relaxation_seconds

NONE_AT_ALL = Constant(0.0)


@dataclass(frozen=True)
class Compared:
    """One figure as predicted and as measured; `agrees` is None with too few replications."""

    figure: str
    predicted: float
    measured: Interval
    agrees: bool | None


@dataclass(frozen=True)
class Comparison:
    """Either a model and its figures, or the assumptions of theory that the scenario fails."""

    model: Model | None
    failing: tuple[str, ...]
    figures: tuple[Compared, ...] = ()


def compared(scenario: Scenario, report: Report) -> Comparison:
    """The report of a scenario compared with Erlang C or A."""
    predicted, failing = prediction_for(scenario)
    if predicted is None:
        return Comparison(None, failing)
    lines = tuple(
        Compared(name, getattr(predicted, name), measured, measured.holds(getattr(predicted, name)))
        for name in FIGURES
        if (measured := report.spread.get(name)) is not None
    )
    return Comparison(predicted.model, (), lines)


def prediction_for(scenario: Scenario) -> tuple[Figures | None, tuple[str, ...]]:
    failing = (*_about_calls(scenario), *_about_queues(scenario), *_about_agents(scenario))
    if failing:
        return None, failing
    agents = sum(group.agents for group in scenario.groups)
    patience = scenario.patience.mean_seconds if isinstance(scenario.patience, Exponential) else None
    assert isinstance(scenario.handle_time, Exponential)
    rate = scenario.parts[0][1]
    try:
        demand = Demand(rate, scenario.handle_time.mean_seconds, patience)
        failing = tuple(_about_load(demand, agents, scenario.warm_up_seconds))
        if failing:
            return None, failing
        within = scenario.target.within_seconds
        return predict(demand, agents=agents, within_seconds=within, level=scenario.level), ()
    except TheoryError as error:
        return None, (f"the formulas reach that far ({error})",)


def _about_load(demand: Demand, agents: int, warm_up_seconds: float) -> Iterator[str]:
    settled = relaxation_seconds(demand, agents)
    if demand.patience_seconds is None and demand.load >= agents:
        yield f"agents ({agents}) exceed the load ({demand.load:.4g} erlangs) where nobody hangs up"
    elif warm_up_seconds < settled:
        yield (
            f"the queue has settled (a warm-up of {warm_up_seconds:,g} s is shorter than the relaxation time "
            f"of {ceil(settled):,} s)"
        )


def _about_calls(scenario: Scenario) -> Iterator[str]:
    if not scenario.volume.is_constant:
        yield "calls arrive at one rate"
    if not isinstance(scenario.handle_time, Exponential):
        yield "handle times are exponential"
    if scenario.wrap_up != NONE_AT_ALL:
        yield "there is no separate wrap-up"
    if scenario.patience is not None and not isinstance(scenario.patience, Exponential):
        yield "patience is exponential, or unlimited"
    if len([share for _, share in scenario.priorities if share]) > 1:
        yield "calls are served in order of arrival, without priorities"
    if not scenario.warm_up_seconds:
        yield "the queue has settled (warm_up_seconds is 0)"


def _about_queues(scenario: Scenario) -> Iterator[str]:
    if any(wanted.then for wanted in scenario.mix):
        yield "callers' preferences do not change while they wait"
    if scenario.newest_first:
        yield "queues are served oldest first"
    policies = [scenario.policies.of(queue) for queue in scenario.queues]
    if any(policy.max_length or policy.max_wait_seconds for policy in policies):
        yield "queues have no length limit and callers may wait without limit"


def _about_agents(scenario: Scenario) -> Iterator[str]:
    if scenario.has_chats:
        yield "an agent serves one customer at a time (Erlang has no capacity for several chats at once)"
        return
    if scenario.answer_delay != NONE_AT_ALL:
        yield "agents answer at once"
    if scenario.missed_share:
        yield "agents answer every offer"
    skills = scenario.skills
    wanted = [set(skills.fitting[queue_of(one, skills)]) for one in scenario.mix]
    offered = [set(queues_of(group, skills)) for group in scenario.groups]
    if not all(queues & fitting for queues in offered for fitting in wanted):
        yield "every agent serves every caller"
    if not all(group.is_there_throughout(scenario.length_seconds) for group in scenario.groups):
        yield "all agents are there all the time"

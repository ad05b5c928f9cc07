"""Words of the staffing page: goals, question, answer. Pure."""

from collections.abc import Iterable

from dashboard.formats.numbers import share
from dashboard.staffing.plan import Asked, Plan
from routing.model.shares import percent_as_set

GOALS = {
    "service_level": "service level",
    "max_asa_seconds": "ASA",
    "max_abandoned": "abandonment",
    "max_occupancy": "occupancy",
}


def goal_words(missed: Iterable[str]) -> str:
    """The goals in words: "service level, ASA"."""
    return ", ".join(GOALS[name] for name in missed)


def level_words(asked: Asked) -> str:
    """The formula of the service level, with the denominator of the deployment."""
    words = asked.goals.level.formula("T")
    formula = words[0].upper() + words[1:]
    if asked.demand.patience_seconds is None:
        return f"{formula} = 1 − P(wait) · e^(−(n − a) · T ÷ AHT)"  # noqa: RUF001  # as in the other formulas
    return f"{formula}: those who neither hung up nor still wait at T"


def asked_words(asked: Asked) -> list[str]:
    """The question for the printed page: one phrase each."""
    goals, demand = asked.goals, asked.demand
    patience = demand.patience_seconds
    found = [
        f"{asked.calls:,g} calls in {asked.interval_seconds / 60:g} minutes",
        f"AHT {demand.aht_seconds:g} s",
        "nobody hangs up" if patience is None else f"patience {patience:g} s",
    ]
    if goals.service_level is not None:
        found.append(f"{percent_as_set(goals.service_level)} answered within {goals.within_seconds:g} s")
    for value, word in ((goals.max_abandoned, "abandonment"), (goals.max_occupancy, "occupancy")):
        if value is not None:
            found.append(f"{word} at most {percent_as_set(value)}")
    if goals.max_asa_seconds is not None:
        found.append(f"ASA at most {goals.max_asa_seconds:g} s")
    return [*found, f"shrinkage {percent_as_set(asked.shrinkage)}"]


def spoken(plan: Plan) -> str:
    """One sentence for screen readers."""
    figures, agents = plan.answer.figures, plan.answer.agents
    people = "agent" if agents == 1 else "agents"
    reached = f"{share(figures.service_level)} within {figures.within_seconds:g} seconds"
    answer = f"{agents:,} {people} needed, {reached}"
    if plan.what_if is None:
        return f"{answer}."
    return f"{answer}. What if: {plan.what_if.changed.agents:,}, {difference(plan.what_if.more_agents)}."


def difference(more: int) -> str:
    """ "2 more", "1 fewer" or "as many"."""
    if not more:
        return "as many"
    return f"{abs(more):,} {'more' if more > 0 else 'fewer'}"

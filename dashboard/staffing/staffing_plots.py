"""Plots of the staffing page as data for its script; the tables beside them say the same. Pure."""

from dashboard.formats.plots import Line, Plot, in_percent
from dashboard.staffing.plan import Plan


def agents_plot(plan: Plan) -> Plot | None:
    """Results of the numbers of agents around the answer; None without calls."""
    rows = [row.figures for row in plan.rows]
    if not rows:
        return None
    within = f"Within {plan.asked.goals.within_seconds:g} s"
    lines = [
        Line(within, "green", (), [in_percent(row.service_level) for row in rows]),
        Line("Occupancy", "blue", (7, 3), [in_percent(row.occupancy) for row in rows]),
        Line("Have to wait", "orange", (2, 3), [in_percent(row.wait_probability) for row in rows]),
    ]
    if plan.asked.demand.patience_seconds is not None:
        lines.append(Line("Abandonment", "red", (9, 3, 2, 3), [in_percent(row.abandoned) for row in rows]))
    return Plot(
        labels=[f"{row.agents:,}" for row in rows],
        lines=lines,
        unit="%",
        mark=next(place for place, row in enumerate(plan.rows) if row.is_answer),
    )


def day_plot(plan: Plan) -> Plot | None:
    """Agents interval by interval; None without a list."""
    if not plan.day:
        return None
    lines = [Line("Agents", "blue", (), [row.needed.agents for row in plan.day])]
    if plan.asked.shrinkage:
        scheduled: list[float] = [row.needed.scheduled_agents for row in plan.day]
        lines.append(Line("Scheduled", "green", (7, 3), scheduled))
    if plan.asked.is_what_if:
        changed: list[float] = [row.changed.agents for row in plan.day if row.changed]
        lines.append(Line("What if", "orange", (2, 3), changed))
    lines.append(Line("Load in erlangs", "grey", (9, 3, 2, 3), [round(row.load, 2) for row in plan.day]))
    return Plot(labels=[row.interval.label for row in plan.day], lines=lines, unit="agents", is_stepped=True)

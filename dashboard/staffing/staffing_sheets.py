"""Staffing tables as CSV: shares from 0 to 1, seconds, an empty cell for an endless wait. Pure."""

from collections.abc import Sequence
from math import isfinite

from dashboard.staffing.plan import DayRow, Plan, Row
from routing.sheets import Cell, csv_text
from simulation.theory import Figures

DIGITS = 6
SECONDS_PER_HOUR = 3600
FIGURES = (
    "service_level",
    "within_seconds",
    "wait_probability",
    "asa_seconds",
    "occupancy",
    "abandoned",
    "queue_depth",
)
AGENTS = ("agents", "scheduled_agents", *FIGURES, "model", "stable", "least", "misses")
INTERVALS = (
    "interval",
    "calls",
    "load_erlangs",
    "agents",
    "scheduled_agents",
    "agent_hours",
    *FIGURES,
    "model",
)
CHANGED = ("what_if_agents", "what_if_scheduled_agents")
HANDLE_TIME = "aht_seconds"


def agents_csv(plan: Plan) -> str:
    """One line for each number of agents around the answer."""
    return csv_text(AGENTS, (_agents_line(row) for row in plan.rows))


def intervals_csv(plan: Plan) -> str:
    changed = CHANGED if plan.asked.is_what_if else ()
    header = (*INTERVALS, *changed, HANDLE_TIME)
    hours = plan.asked.interval_seconds / SECONDS_PER_HOUR
    usual = plan.asked.demand.aht_seconds
    lines = ([*_interval_line(row, hours), _number(row.interval.aht_seconds or usual)] for row in plan.day)
    return csv_text(header, lines)


def _agents_line(row: Row) -> list[Cell]:
    return [
        row.figures.agents,
        row.scheduled,
        *_figures(row.figures),
        "no" if row.is_unstable else "yes",
        "yes" if row.is_answer else "no",
        " ".join(row.missed),
    ]


def _interval_line(row: DayRow, hours: float) -> list[Cell]:
    changed: Sequence[Cell] = (row.changed.agents, row.changed.scheduled_agents) if row.changed else ()
    return [
        row.interval.label,
        _number(row.interval.calls),
        _number(row.load),
        row.needed.agents,
        row.needed.scheduled_agents,
        _number(hours * row.needed.agents),
        *_figures(row.needed.figures),
        *changed,
    ]


def _figures(figures: Figures) -> list[Cell]:
    return [*(_number(getattr(figures, name)) for name in FIGURES), str(figures.model)]


def _number(number: float) -> Cell:
    return f"{round(number, DIGITS):.15g}" if isfinite(number) else ""

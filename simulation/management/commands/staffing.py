"""`staffing`: the number of agents a volume of calls needs, by queueing theory."""

import json
import re
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from routing.model.shares import percent_in_column
from routing.runtime import service_level
from simulation.decimals import number_from, share_of
from simulation.theory import (
    AgentsNeeded,
    Demand,
    Figures,
    Goals,
    Model,
    TheoryError,
    agents_needed,
    demand_of,
)

SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}
NUMBER = r"[0-9]+(?:\.[0-9]+)?"
USUAL_TARGET = "80/20"
ROWS_AROUND = 2
DIGITS = 6
NONE = "-"


class Command(BaseCommand):
    """Prints the agents needed for a number of calls; reads and changes nothing."""

    help = "Calculate the agents needed for a number of calls, and their results."

    def add_arguments(self, parser: CommandParser) -> None:
        """Adds the demand, the goals and the form of the answer."""
        parser.add_argument("--calls", required=True, help="calls in the interval")
        parser.add_argument("--interval", default="30m", help="its length: 30m, 1h, 900s (30m)")
        parser.add_argument("--aht", required=True, help="mean handle time with wrap-up: 180, 3m")
        parser.add_argument(
            "--target", help=f"percent answered within seconds ({USUAL_TARGET}, if no other goal is given)"
        )
        parser.add_argument(
            "--patience", help="mean time until a caller hangs up: 180, 3m; never, if not given"
        )
        parser.add_argument("--max-asa", help="mean wait of the answered calls at most: 15")
        parser.add_argument("--max-abandoned", help="percent of calls abandoned at most")
        parser.add_argument("--max-occupancy", help="percent of their time agents are busy at most")
        parser.add_argument("--shrinkage", default="0", help="percent of scheduled time away from work (0)")
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def handle(self, *_args: object, **options: Any) -> None:
        """Answers; a figure that is not allowed is one line and exit code 1."""
        try:
            demand = demand_of(
                calls=_number("calls", options["calls"]),
                interval_seconds=_seconds("interval", options["interval"]),
                aht_seconds=_seconds("aht", options["aht"]),
                patience_seconds=_seconds_if_given("patience", options["patience"]),
            )
            goals = _goals(options)
            shrinkage = share_of(_number("shrinkage", options["shrinkage"]))
            needed = agents_needed(demand, goals, shrinkage=shrinkage)
        except TheoryError as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(demand, needed), indent=2))
            return
        for line in _lines(demand, goals, needed):
            self.stdout.write(line)


def _goals(options: dict[str, Any]) -> Goals:
    """The given goals only; the usual target without any."""
    level = service_level()
    asa = _seconds_if_given("max_asa", options["max_asa"])
    abandoned = _share_if_given("max_abandoned", options["max_abandoned"])
    occupancy = _share_if_given("max_occupancy", options["max_occupancy"])
    target = options["target"]
    if target is None and {asa, abandoned, occupancy} != {None}:
        return Goals(max_asa_seconds=asa, max_abandoned=abandoned, max_occupancy=occupancy, level=level)
    share, within_seconds = _target(USUAL_TARGET if target is None else target)
    return Goals(share, within_seconds, asa, abandoned, occupancy, level)


def _number(field: str, text: str) -> float:
    found = number_from(text)
    if found is None:
        raise CommandError(f"{field}: '{text}' is not a number")
    return found


def _seconds(field: str, text: str) -> float:
    found = re.fullmatch(rf"({NUMBER})([smh]?)", text)
    if not found:
        raise CommandError(
            f"{field}: '{text}' is not a time; write seconds, or a unit, such as 180, 3m or 1h"
        )
    return float(found[1]) * SECONDS[found[2]]


def _seconds_if_given(field: str, text: str | None) -> float | None:
    return None if text is None else _seconds(field, text)


def _share_if_given(field: str, percent: str | None) -> float | None:
    return None if percent is None else share_of(_number(field, percent))


def _target(text: str) -> tuple[float, float]:
    found = re.fullmatch(rf"({NUMBER})/({NUMBER})", text)
    if not found:
        raise CommandError(f"target: '{text}' is not a target; write percent/seconds, such as 80/20")
    return share_of(float(found[1])), float(found[2])


def _as_json(demand: Demand, needed: AgentsNeeded) -> dict[str, object]:
    """Shares from 0 to 1, times in seconds."""
    figures = needed.figures
    return {
        "agents": needed.agents,
        "scheduled_agents": needed.scheduled_agents,
        "service_level": round(figures.service_level, DIGITS),
        "within_seconds": figures.within_seconds,
        "asa_seconds": round(figures.asa_seconds, DIGITS),
        "occupancy": round(figures.occupancy, DIGITS),
        "abandoned": round(figures.abandoned, DIGITS),
        "wait_probability": round(figures.wait_probability, DIGITS),
        "queue_depth": round(figures.queue_depth, DIGITS),
        "load_erlangs": round(demand.load, DIGITS),
        "model": figures.model,
    }


def _lines(demand: Demand, goals: Goals, needed: AgentsNeeded) -> list[str]:
    figures, within = needed.figures, f"{goals.within_seconds:g} s"
    people = "agent" if needed.agents == 1 else "agents"
    hang_up = "nobody hangs up" if figures.model is Model.ERLANG_C else "callers hang up"
    scheduled = (
        f" at work, {needed.scheduled_agents} scheduled," if needed.scheduled_agents > needed.agents else ""
    )
    return [
        f"{needed.agents} {people}{scheduled} for {demand.load:.4g} erlangs ({figures.model}: {hang_up})",
        "",
        f"  agents  within {within}      ASA  occupancy  abandoned",
        *(_row(row, chosen=row.agents == needed.agents) for row in _rows(demand, goals, needed)),
        "",
        f"within {within}: {goals.level.formula(within)}",
    ]


def _rows(demand: Demand, goals: Goals, needed: AgentsNeeded) -> list[Figures]:
    if not needed.agents:
        return [needed.figures]
    around = range(max(1, needed.agents - ROWS_AROUND), needed.agents + ROWS_AROUND + 1)
    return [goals.expected(demand, agents) for agents in around]


def _row(figures: Figures, *, chosen: bool) -> str:
    """Infinite if the queue grows without limit; Erlang C has no abandonment."""
    abandoned = NONE if figures.model is Model.ERLANG_C else percent_in_column(figures.abandoned)
    within = len(f"within {figures.within_seconds:g} s")
    return (
        f"{'>' if chosen else ' '} {figures.agents:>6}  {percent_in_column(figures.service_level):>{within}}"
        f"  {figures.asa_seconds:>5.1f} s"
        f"  {percent_in_column(figures.occupancy):>9}  {abandoned:>9}"
    )

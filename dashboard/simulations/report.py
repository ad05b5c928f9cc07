"""Report of a simulation as its page shows it: words, rows and the plot. Pure.

A report is plain objects here, as `simulation.reports.report_to` writes them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dashboard.formats.numbers import Written, digits_apart, figure, grouped, seconds, share
from dashboard.formats.plots import Line, Plot
from routing.model.queues import CHAT, channel_of
from routing.model.words import queue_name

NOT_MEASURED = "\N{EN DASH}"
SAME_IN_ALL = "the same in all replications"
HOUR, MINUTE = 3_600, 60
Kept = Mapping[str, Any]

# Figures with bounds: word, format and formula.
FIGURES = {
    "service_level": ("Service level", share, ""),
    "asa_seconds": (
        "ASA",
        seconds,
        "Average speed of answer: mean wait until an answer, ringing included",
    ),
    "abandoned": ("Abandonment", share, "Abandoned ÷ offered"),
    "occupancy": (
        "Occupancy",
        share,
        "(Ring + talk + wrap-up) ÷ (ring + talk + wrap-up + idle), all agents; with chats only, their slots",
    ),
    "wait_probability": ("Have to wait", share, "Not answered at once ÷ offered"),
    "queue_depth": ("Waiting, mean", figure, "Mean number waiting, without those ringing"),
}
VERDICTS = {
    True: ("within", "check", "green"),
    False: ("outside", "warn", "orange"),
    None: ("not known", "info", "plain"),
}


@dataclass(frozen=True)
class Figure:
    """One figure as written: its bounds are empty for a single replication."""

    name: str
    word: str
    value: str
    bounds: str
    formula: str


@dataclass(frozen=True)
class Beside:
    """One figure of theory beside the measured one, with the verdict as word, icon and tone."""

    word: str
    predicted: str
    measured: str
    bounds: str
    verdict: str
    icon: str
    tone: str


@dataclass(frozen=True)
class Row:
    """One line of a table of outcomes; `cells` in the order of the columns."""

    name: str
    cells: tuple[str, ...]


WAITS = 5  # the first of the columns that is a quantile
QUANTILES = ("p50", "p90", "p99")
COLUMNS = ("Offered", "Answered", "Abandoned", "Service level", "ASA", *QUANTILES, "Longest", "Matches/s")
CONFLICTS = "Conflicts"


def contacts_in(*reports: Kept) -> str:
    """What arrives in them: calls, chats or both."""
    return contact_words({channel_of(key) for report in reports for key in report["queues"]})


def contact_words(channels: set[str]) -> str:
    if channels == {CHAT}:
        return "chats"
    return "calls and chats" if CHAT in channels else "calls"


def figures_of(report: Kept) -> list[Figure]:
    found = []
    for name, (word, written, formula) in FIGURES.items():
        one = report["spread"].get(name)
        if one:
            told = formula or report["service_level_formula"]
            found.append(Figure(name, word, written(one["mean"]), _bounds(name, one), told))
    return found


def waits_of(report: Kept) -> list[tuple[str, str]]:
    """Waits of answered calls, and the longest of all."""
    return list(zip(COLUMNS, _cells(report["total"]), strict=True))[WAITS:-1]


def columns_of(report: Kept) -> tuple[str, ...]:
    """The columns of its tables: conflicts only if there were any; in virtual time there are none."""
    return (*COLUMNS, CONFLICTS) if report["total"].get("conflicts") else COLUMNS


def rates_of(report: Kept) -> list[tuple[str, str, str]]:
    """Matches a second and conflicts: word, value and a note."""
    total = report["total"]
    made = f"{figure(round(report['matches'], 1))} matches in all"
    found = [("Matches a second", _rate(total.get("matches_per_second")), made)]
    conflicts = total.get("conflicts")
    if conflicts is not None:
        note = "matches lost to another matcher" if conflicts else "no match was lost"
        found.append((CONFLICTS, figure(round(conflicts, 1)), note))
    return found


def totals_of(report: Kept) -> list[tuple[str, str]]:
    """Every count and wait of all queues together."""
    total = report["total"]
    cells = (*_cells(total), _conflicts(total))
    return list(zip((*COLUMNS, CONFLICTS), cells, strict=True))


def theory_of(report: Kept) -> list[Beside]:
    """Theory beside the measured figures; empty if it does not apply."""
    rows = []
    for one in report["theory"]["figures"]:
        word, written, _ = FIGURES[one["figure"]]
        measured, predicted = one["measured"], one["predicted"]
        more = _digits_outside(written, predicted, measured) if one["agrees"] is False else 0
        bounds, verdict = _bounds(one["figure"], measured, more), VERDICTS[one["agrees"]]
        rows.append(Beside(word, written(predicted, more), written(measured["mean"], more), bounds, *verdict))
    return rows


def _digits_outside(written: Written, predicted: float, measured: Kept) -> int:
    """Extra digits that show that the prediction is outside the bounds."""
    nearest = measured["low"] if predicted < measured["low"] else measured["high"]
    return digits_apart(written, predicted, nearest)


def queue_rows(report: Kept) -> list[Row]:
    cells = _cells_for(report)
    rows = [Row(queue_name(key), cells(one)) for key, one in report["queues"].items()]
    # Calls and chats apart, where there are chats: together they say little.
    rows += [Row(f"All {channel}s", cells(one)) for channel, one in report.get("channels", {}).items()]
    return [*rows, Row("All queues", cells(report["total"]))] if len(rows) > 1 else rows


def interval_tables(report: Kept) -> list[tuple[str, list[Row]]]:
    """A table of intervals over all call queues, then one for each if there are several."""
    tables = [("All queues", report["intervals"])]
    if len(report["cells"]) > 1:
        tables += [(queue_name(key), outcomes) for key, outcomes in report["cells"].items()]
    step, cells = report["interval_seconds"], _cells_for(report)
    return [
        (name, [Row(f"{clock(at * step)}", cells(one)) for at, one in enumerate(outcomes)])
        for name, outcomes in tables
    ]


def group_rows(report: Kept) -> list[Row]:
    return [
        Row(one["name"], (grouped(one["agents"]), _or_none(one["occupancy"], share)))
        for one in report["groups"]
    ]


def depth_plot(report: Kept) -> Plot:
    """Queue depth over the time of the scenario."""
    depth = report["depth"]
    step = depth["step_seconds"]
    return Plot(
        labels=[clock(at * step) for at in range(len(depth["mean"]))],
        lines=[
            Line("Waiting, mean", "blue", (), [round(one, 2) for one in depth["mean"]]),
            Line("Peak, in any replication", "orange", (7, 3), list(map(float, depth["most"]))),
        ],
        unit=contacts_in(report),
    )


def clock(at_seconds: float) -> str:
    """Seconds from the start as "1:30"; with seconds if not a whole minute."""
    whole = round(at_seconds)
    hours, rest = divmod(whole, HOUR)
    minutes, left = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{left:02}" if left else f"{hours}:{minutes:02}"


def _cells(outcome: Kept) -> tuple[str, ...]:
    counts = (figure(round(outcome[name], 1)) for name in ("offered", "answered", "abandoned"))
    waits = ("asa_seconds", "wait_p50_seconds", "wait_p90_seconds", "wait_p99_seconds")
    return (
        *counts,
        _or_none(outcome["service_level"], share),
        *(_or_none(outcome[name], seconds) for name in waits),
        seconds(outcome["longest_wait_seconds"]) if outcome["offered"] else NOT_MEASURED,
        _rate(outcome.get("matches_per_second")),
    )


def _cells_for(report: Kept) -> Callable[[Kept], tuple[str, ...]]:
    """Formats of the cells of an outcome, in the order of the report's columns."""
    if CONFLICTS not in columns_of(report):
        return _cells
    return lambda outcome: (*_cells(outcome), _conflicts(outcome))


def _conflicts(outcome: Kept) -> str:
    """Unknown for single queues: a refused transaction may hold calls of several."""
    return _or_none(outcome.get("conflicts"), lambda number: figure(round(number, 1)))


def _rate(a_second: float | None) -> str:
    return NOT_MEASURED if a_second is None else f"{a_second:.3g}"


def _or_none(value: float | None, written: Any) -> str:
    return NOT_MEASURED if value is None else str(written(value))


def _bounds(name: str, interval: Kept, more: int = 0) -> str:
    """The bounds within the range of the figure, with enough digits to tell them apart; empty without any."""
    written, low, high = FIGURES[name][1], interval["low"], interval["high"]
    if low is None or high is None:
        return ""
    if low == high:
        return SAME_IN_ALL
    low, high = max(0.0, low), min(high, 1.0) if written is share else high
    more = max(more, digits_apart(written, low, high))
    return f"{written(low, more)} to {written(high, more)}"

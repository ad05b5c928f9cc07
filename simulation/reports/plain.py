"""Report as plain values: JSON objects, CSV rows, lines of text. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from routing.model.shares import percent_in_column
from routing.sheets import Cell, csv_text
from simulation.reports.comparison import Comparison
from simulation.reports.outcome import Outcome
from simulation.reports.replied import Replied
from simulation.reports.report import Report
from simulation.reports.slots import MOST_REPEATED, WithSlots

ALL_QUEUES = "all"
DIGITS = 6
NOT_MEASURED = "-"


def report_to(report: Report, comparison: Comparison, slots: Sequence[WithSlots] = ()) -> dict[str, Any]:
    """Report and comparison as plain objects; shares from 0 to 1, times in seconds."""
    found: dict[str, Any] = _rounded({**asdict(report), "theory": asdict(comparison)})
    for name in ("channels", "replied"):
        if not found[name]:
            del found[name]
    return {**found, "by_slots": _rounded([asdict(one) for one in slots])} if slots else found


def report_csv(report: Report) -> str:
    """A line for each call queue and interval, each interval over all queues, each call queue, and all."""
    columns = list(asdict(report.total))
    return csv_text(["queue", "from_seconds", "to_seconds", *columns], map(_csv_line, _csv_rows(report)))


def report_lines(
    report: Report, comparison: Comparison, slots: Sequence[WithSlots] = (), *, played: str = ""
) -> Iterator[str]:
    """The report for a terminal; `played` names the clock, if not virtual time."""
    total = report.total
    times = f"{report.replications} replication{'s' * (report.replications > 1)}"
    yield f"{report.scenario}: {played or f'{times} in virtual time'}, seed {report.seed}"
    yield (
        f"offered {total.offered:,.0f}, answered {total.answered:,.0f}, abandoned {total.abandoned:,.0f}, "
        f"removed or failed {total.set_aside:,.0f}, left over {report.left_over:,.0f}"
    )
    yield f"service level {_share(total.service_level)} ({report.service_level_formula})"
    yield f"longest wait {_seconds(total.longest_wait_seconds)}"
    if total.matches_per_second is not None:
        yield f"{total.matches_per_second:,.2f} matches/s, {total.conflicts or 0:,.0f} conflicts"
    yield ""
    channels = [(f"all {channel}s", outcome) for channel, outcome in report.channels.items()]
    rows = [("all queues", total), *channels, *report.queues.items()]
    width = max(len(name) for name, _ in rows)
    yield f"{'':{width}}  offered    level     ASA     p50     p90     p99  abandoned"
    for name, outcome in rows:
        yield f"{name:{width}}  {_row(outcome)}"
    yield ""
    for group in report.groups:
        yield f"{group.name}: {group.agents} agents, occupancy {_share(group.occupancy)}"
    yield ""
    if report.replied:
        clock = " (virtual time)" if played else ""
        yield from _replied_lines(report.replied, slots, clock=clock, replications=report.replications)
    yield from _theory_lines(comparison)


def _replied_lines(
    replied: Replied, slots: Sequence[WithSlots], *, clock: str, replications: int
) -> Iterator[str]:
    yield (
        f"chats: first response {_seconds(replied.first_response_seconds)} "
        f"(90 % within {_seconds(replied.first_response_p90_seconds)}), "
        f"reply {_seconds(replied.reply_seconds)} (90 % within {_seconds(replied.reply_p90_seconds)}), "
        f"left without reply {_share(replied.left_share).strip()}"
    )
    if slots:
        if replications > MOST_REPEATED:
            yield f"each number of slots over the first {MOST_REPEATED} replications:"
        yield f"slots per agent    level     ASA  first response  reply p90  abandoned    left{clock}"
    for one in slots:
        yield (
            f"{one.slots:15}  {_share(one.service_level):>7}{_seconds(one.asa_seconds):>8}"
            f"{_seconds(one.first_response_seconds):>16}{_seconds(one.reply_p90_seconds):>11}"
            f"  {_share(one.abandoned_share):>9}  {_share(one.left_share):>6}"
        )
    yield ""


def _theory_lines(comparison: Comparison) -> Iterator[str]:
    if comparison.model is None:
        yield "Theory does not apply here. Its assumptions that do not hold:"
        yield from (f"  - {assumption}" for assumption in comparison.failing)
        return
    verdicts = {True: "yes", False: "NO", None: "not known"}
    yield f"{comparison.model}           predicted  measured  99 % interval      within"
    for one in comparison.figures:
        low, high = one.measured.low, one.measured.high
        bounds = NOT_MEASURED if low is None or high is None else f"{low:.4f} to {high:.4f}"
        yield (
            f"{one.figure:17}  {one.predicted:9.4f}  {one.measured.mean:8.4f}  {bounds:17}  "
            f"{verdicts[one.agrees]}"
        )


def _csv_line(row: tuple[str, float, float, Outcome]) -> list[Cell]:
    *place, outcome = row
    return [*place, *(_rounded(value) for value in asdict(outcome).values())]


def _csv_rows(report: Report) -> Iterator[tuple[str, float, float, Outcome]]:
    step, end = report.interval_seconds, report.interval_seconds * len(report.intervals)
    for queue, cells in report.cells.items():
        for number, outcome in enumerate(cells):
            yield queue, number * step, (number + 1) * step, outcome
    for number, outcome in enumerate(report.intervals):
        yield ALL_QUEUES, number * step, (number + 1) * step, outcome
    for queue, outcome in report.queues.items():
        yield queue, 0, end, outcome
    for channel, outcome in report.channels.items():
        yield f"all {channel}s", 0, end, outcome
    yield ALL_QUEUES, 0, end, report.total


def _row(outcome: Outcome) -> str:
    waits = (
        outcome.asa_seconds,
        outcome.wait_p50_seconds,
        outcome.wait_p90_seconds,
        outcome.wait_p99_seconds,
    )
    return (
        f"{outcome.offered:7,.0f}  {_share(outcome.service_level):>7}"
        f"{''.join(f'{_seconds(wait):>8}' for wait in waits)}  {_share(outcome.abandoned_share):>9}"
    )


def _share(value: float | None) -> str:
    return NOT_MEASURED if value is None else percent_in_column(value)


def _seconds(value: float | None) -> str:
    return NOT_MEASURED if value is None else f"{value:.1f} s"


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {name: _rounded(one) for name, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list | tuple) else value

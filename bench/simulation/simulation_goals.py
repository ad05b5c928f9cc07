"""Goals of simulations, in virtual time and in real time. Pure."""

from collections.abc import Iterator, Sequence

from bench.bounds import Goal, at_most
from bench.figures import Row

# Growth of memory that still counts as flat.
FLAT = 0.1
LIVE_CALLS_PER_SECOND, LIVE_OFF_PERCENT = 50, 2
# Figures in real time, each with that of the same callers in virtual time, and how far apart they may be.
BESIDE_VIRTUAL = {
    "answered_share": "answered_share_virtual",
    "asa_s": "asa_virtual_s",
    "occupancy": "occupancy_virtual",
}
BESIDE_VIRTUAL_PERCENT = 3


def simulation_goals(rows: Sequence[Row]) -> Iterator[Goal]:
    """Each goal with what was measured; in virtual time the first row is of one skill, others of several."""
    for row in (row for row in rows if row.get("measured") == "live"):
        yield from _live(row)
    virtual = [row for row in rows if "scenario" in row]
    for row, wanted in zip(virtual, (20_000, 5_000), strict=False):
        rate, name = float(row["calls_per_s"]), f"in virtual time, {row['scenario']}"
        yield f"calls/s of one core {name}", f"≥ {wanted:,}", f"{rate:,.0f}", rate >= wanted
        yield at_most(row, "mb_at_most", 300, f"memory of {row['calls']:,} calls {name}, MB")
        grew = float(row["mb_at_most"]) / max(1.0, float(row["mb_at_a_tenth"])) - 1
        yield f"memory grew after a tenth {name}, %", "≤ 10", f"{grew * 100:.1f}", grew <= FLAT


def _live(row: Row) -> Iterator[Goal]:
    name, planned, came = "in real time", float(row["target_calls_per_s"]), float(row["calls_per_s"])
    yield f"calls/s {name} for {row['seconds']} s", "≥ 50", f"{came:g}", came >= LIVE_CALLS_PER_SECOND
    off = abs(planned - came) / planned * 100
    yield f"off the target {name}, %", "≤ 2", f"{off:.2f}", off <= LIVE_OFF_PERCENT
    for figure, virtual in BESIDE_VIRTUAL.items():
        wanted = float(row[virtual])
        apart = round(abs(float(row[figure]) - wanted) / max(wanted, 0.01) * 100, 2)
        reached = apart <= BESIDE_VIRTUAL_PERCENT
        yield (
            f"{figure.replace('_', ' ')} {name}, % from virtual time",
            f"≤ {BESIDE_VIRTUAL_PERCENT}",
            f"{apart:.2f}",
            reached,
        )
    yield at_most(row, "audit", 0, f"findings of the audit {name}")

"""Scenario in real time with every process of the Procfile, measured while somebody watches the board."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import psutil

from bench.board.site import BoardSite, board_site
from bench.board.visitor import asked, somebody_looks
from bench.centre.contact_centre import fill, router_on
from bench.centre.engine import filled_by
from bench.figures import Row, quantile
from bench.simulation.beside_virtual import beside_virtual
from bench.simulation.stages import stages
from routing import selectors
from routing.repair.audit import audit
from simulation.durations import Exponential, Uniform
from simulation.in_real_time.scenario_plan import plan_for
from simulation.people.run_plan import Named
from simulation.scenarios import AgentGroup, Preference, Scenario, Volume, scenario_to_json
from simulation.scenarios.volume import scenario_arrivals

CALLS_PER_SECOND = 51.0
SECONDS = 300
TABLE = "bench"
# After its length a run ends its last calls and makes its report.
LONGEST_END_SECONDS = 180.0
# Progress stays a little below 1 until the last call has ended.
LAST_SHARE = 0.99
LIVE = Scenario(
    name="six queues in real time",
    length_seconds=SECONDS,
    volume=Volume((CALLS_PER_SECOND * 60,), interval_minutes=1),
    mix=tuple(
        Preference(language, gender, share=share)
        for language, share in (("English", 5), ("French", 2), ("Spanish", 3))
        for gender in ("Any", "F")
    ),
    groups=(
        AgentGroup("English", 90, ("English",), "F"),
        AgentGroup("English and French", 90, ("English", "French"), "M"),
        AgentGroup("English and Spanish", 90, ("English", "Spanish"), "F"),
        AgentGroup("All three", 90, ("English", "French", "Spanish"), "F"),
    ),
    handle_time=Exponential(3.5),
    wrap_up=Exponential(1),
    patience=Exponential(60),
    answer_delay=Uniform(0.5, 1.5),
)


def run_live(scenario: Scenario = LIVE, *, keep_log: Path | None = None) -> Row:
    """Plays a scenario on the deployment's table, started by the form's address, and measures it.

    Raises RuntimeError if it did not end normally.
    """
    with (
        filled_by(lambda endpoint: fill(endpoint, agents=0, calls=0, seed=1)) as filled,
        board_site(filled, sessions=2) as site,
        ExitStack() as stack,
    ):
        processes = {name: stack.enter_context(site.process(name)) for name in ("worker", "beat")}
        stack.enter_context(somebody_looks(site))
        address = _started(site, scenario)
        usage = Usage(processes["worker"].pid)
        state = _ended(site, address, usage, patience_seconds=scenario.length_seconds + LONGEST_END_SECONDS)
        if keep_log is not None:
            keep_log.write_bytes((Path(site.environ["DATA_DIR"]) / "worker.log").read_bytes())
        if state["state"] != "done":
            standing = asked(site, f"/api{address}")["standing"]
            raise RuntimeError(f"the simulation ended as {state['state']}: {standing}")
        return _row(site, scenario, asked(site, f"{address}report.json"), usage)


def _row(site: BoardSite, scenario: Scenario, report: dict[str, Any], usage: "Usage") -> Row:
    """Achieved are the calls within the length of the scenario, by the times in the table."""
    facts, router = report["in_real_time"], router_on(site.centre.endpoint)
    calls = list(selectors.all_calls(router))
    late = late_by(scenario, facts["run"], {call.call_id: call.created_at for call in calls})
    plan = plan_for(scenario, run_id=facts["run"], started_at=router.clock())
    seconds = scenario.length_seconds
    planned = facts["planned"]
    on_time = sum(1 for arrival, by in late if arrival + by <= seconds)
    lateness = sorted(by for _, by in late)
    return {
        "measured": "live",
        "seconds": round(seconds),
        "calls": planned,
        "target_calls_per_s": round(planned / seconds, 2),
        "calls_per_s": round(on_time / seconds, 2),
        "off_percent": round(abs(planned - on_time) / planned * 100, 2),
        "late_p50_ms": round(quantile(lateness, 0.5) * 1_000),
        "late_p99_ms": round(quantile(lateness, 0.99) * 1_000),
        "answered": round(report["total"]["answered"]),
        "asa_s": round(report["total"]["asa_seconds"] or 0.0, 4),
        "matches_per_s": round(report["total"]["matches_per_second"] or 0.0, 2),
        "errors": facts["errors"],
        "conflicts": facts["conflicts"],
        **beside_virtual(scenario, report),
        **stages(plan, calls),
        "worker_core_percent": round(usage.core_percent),
        "audit": len(audit(router)),
    }


def late_by(scenario: Scenario, run_id: str, created: dict[str, datetime]) -> list[tuple[float, float]]:
    """For each call: its planned time and its delay, in seconds.

    Second 0 is known only from the calls: it is chosen so that no call came too early. Pure.
    """
    named = Named(run_id)
    found = [
        (one.seconds, created[call_id])
        for one in scenario_arrivals(scenario.parts, seed=scenario.seed)
        if (call_id := named.call_id(one.number)) in created
    ]
    zero = min(at.timestamp() - seconds for seconds, at in found)
    return [(seconds, at.timestamp() - seconds - zero) for seconds, at in found]


def _started(site: BoardSite, scenario: Scenario) -> str:
    form = {
        "json": scenario_to_json(scenario),
        "clock": "live",
        "on_the_deployment": "1",
        "confirm": TABLE,
    }
    return str(asked(site, "/simulations/start/", form)["url"])


class Usage:
    """Share of a core that a process and its children take while calls arrive."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._first: tuple[float, float] | None = None
        self._last = (0.0, 0.0)

    def look(self, share: float) -> None:
        """Samples it while calls arrive; `share` of them from 0 to 1."""
        if 0 < share < LAST_SHARE:
            self._last = (time.monotonic(), _cpu_seconds(self._pid))
            self._first = self._first or self._last

    @property
    def core_percent(self) -> float:
        """Between the first sample and the last."""
        (began, before), (ended, after) = self._first or self._last, self._last
        return (after - before) / max(ended - began, 1e-9) * 100


def _ended(site: BoardSite, address: str, usage: Usage, *, patience_seconds: float) -> dict[str, Any]:
    until = time.monotonic() + patience_seconds
    while (state := asked(site, f"{address}state.json"))["again_seconds"]:
        usage.look(state["share"])
        if time.monotonic() > until:
            raise RuntimeError(f"the simulation does not end; it is {state['state']}")
        time.sleep(1)
    return state


def _cpu_seconds(pid: int) -> float:
    """CPU seconds of a process and all its children."""
    process = psutil.Process(pid)
    together: Sequence[psutil.Process] = [process, *process.children(recursive=True)]
    return sum(sum(one.cpu_times()[:2]) for one in together)

"""`python -m bench.cost`: what a call costs at several rates, and a minute without calls.

The demo load on a site of its own for each rate: every process of the Procfile, engine, Redis, an open board.
Requests and units are counted on the way to the engine; callers and agents are people of the worker. CPU is
of all processes, engine and Redis included. Dollars are AWS's list prices on demand.

Each load has agents enough to answer its callers. At 50 calls/s that would be more than a load may have, so
talks are shorter there, which changes no operation of a call. A caller who hangs up costs less than one who
is answered: `answered_share` shows whether the machine kept up.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial

from bench.board.site import BoardSite, board_site
from bench.board.visitor import asked, somebody_looks
from bench.centre.contact_centre import fill, router_on
from bench.centre.engine import ROOT, filled_by
from bench.cost.cost_figures import PRICES_OF, Sample, answered_share, cost_row, idle_row, tables
from bench.cost.fair_load import fair_load
from bench.cost.proxy import CountingProxy, counting_proxy
from bench.cost.usage import cpu_seconds
from bench.figures import Row, printed
from bench.goals import goals
from bench.options import positive
from routing import selectors
from routing.repair.audit import audit

RATES = (1.0, 5.0, 20.0, 50.0)
SECONDS, WARM_UP_SECONDS, IDLE_SECONDS = 40, 15.0, 60
COUNTED = ("dispatcher", "feed", "web", "report", "worker", "beat")
LONGEST_END_SECONDS = 120.0


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, and prints a table of totals, or one JSON object with all figures."""
    options = _options(arguments)
    rows = run(options.rates, seconds=options.seconds, idle_seconds=options.idle_seconds)
    if options.json:
        print(printed(rows, as_json=True))
    else:
        print(printed(tables(rows), as_json=False))
        print("\n" + printed(goals(cost=rows), as_json=False))
        print(f"\ndollars: list prices of us-east-1 on demand, of {PRICES_OF}")


def run(
    rates: Sequence[float] = RATES, *, seconds: float = SECONDS, idle_seconds: float = IDLE_SECONDS
) -> list[Row]:
    """A row for each rate, and one for the time without calls after the first."""
    rows: list[Row] = []
    for number, rate in enumerate(rates):
        print(f"the load at {rate:g} calls/s for {seconds:g} s", file=sys.stderr)
        with _site() as (site, proxy):
            rows.append(_busy(site, proxy, rate, seconds))
            if number == 0:
                idle = _idle(site, proxy, idle_seconds)
            _check(site)
    return [*rows, idle]


@contextmanager
def _site() -> Iterator[tuple[BoardSite, CountingProxy]]:
    """All processes, each with its own way to the engine, and somebody at the board."""
    proxies: list[CountingProxy] = []
    with ExitStack() as stack:

        @contextmanager
        def through(endpoint: str) -> Iterator[dict[str, str]]:
            with counting_proxy(endpoint, COUNTED) as proxy:
                proxies.append(proxy)
                yield proxy.endpoints

        filled = stack.enter_context(filled_by(partial(fill, agents=0, calls=0, seed=1)))
        site = stack.enter_context(board_site(filled, sessions=2, through=through))
        for name in ("worker", "beat", "report"):
            stack.enter_context(site.process(name))
        stack.enter_context(somebody_looks(site))
        yield site, proxies[0]


def _busy(site: BoardSite, proxy: CountingProxy, rate: float, seconds: float) -> Row:
    _start(site, rate)
    time.sleep(WARM_UP_SECONDS)
    first = _sample(site, proxy)
    time.sleep(seconds)
    row = cost_row(rate, first, _sample(site, proxy))
    asked(site, "/load/stop/", {})
    until = time.monotonic() + LONGEST_END_SECONDS
    while asked(site, "/load/")["state"] != "idle":
        if time.monotonic() > until:
            raise RuntimeError(f"the load at {rate:g} calls/s does not end")
        time.sleep(0.5)
    return {**row, "answered_share": answered_share(selectors.all_calls(router_on(site.centre.endpoint)))}


def _start(site: BoardSite, rate: float) -> None:
    """Starts the load by its command, since the page has no field for the talk. Raises RuntimeError."""
    load = fair_load(rate)
    options = (
        "--rate",
        f"{rate:g}",
        "--agents",
        f"{load.agents}",
        "--talk-seconds",
        f"{load.talk_seconds:g}",
    )
    done = subprocess.run(  # noqa: S603 - a command of this project
        [sys.executable, "manage.py", "load", "start", *options],
        env=dict(site.environ),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"the load at {rate:g} calls/s does not start: {done.stderr.strip()}")


def _idle(site: BoardSite, proxy: CountingProxy, seconds: float) -> Row:
    time.sleep(WARM_UP_SECONDS)
    first = _sample(site, proxy)
    time.sleep(seconds)
    return idle_row(first, _sample(site, proxy))


def _sample(site: BoardSite, proxy: CountingProxy) -> Sample:
    return Sample(time.monotonic(), asked(site, "/load/")["arrived"], proxy.totals(), cpu_seconds())


def _check(site: BoardSite) -> None:
    findings = audit(router_on(site.centre.endpoint))
    if findings:
        raise RuntimeError(f"the load left a broken table: {findings[0]}")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.cost", description="Measure what a call costs, and a minute without calls."
    )
    add = parser.add_argument
    add("--rates", type=float, nargs="+", default=RATES, help="calls per second (1 5 20 50)")
    add("--seconds", type=positive, default=SECONDS, help=f"of each rate ({SECONDS})")
    add("--idle-seconds", type=positive, default=IDLE_SECONDS, help=f"without calls ({IDLE_SECONDS})")
    add("--json", action="store_true", help="print one JSON object and nothing else")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()

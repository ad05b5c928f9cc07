"""`python -m bench.board`: what the board costs and how quickly it shows, with everything real.

Engine, Redis, dispatcher, feed and one web process, people who change something and people who watch, each
in processes of their own, all signed in; one run, one table with 2,000 agents.

at once: so many clients connect in the same moment; until the last one had its snapshot.
fan-out: from the commit of a change to the frame that shows it, for each change and each client;
`web_core_percent` is everything the web process did meanwhile.
never read: the same beside clients that never read a byte; megabytes the web process grew by for each.
first load, page: Chromium opens a page of the board and stays while changes come; bytes as compressed, work
of the page's main thread, and its heap after its garbage is collected.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from bench.board_figures import at_once_row, fan_out_row, first_load_row, never_read_row, page_row
from bench.board_page import OpenPage, a_browser
from bench.board_people import Changes, Done, jobs, ready_to_change
from bench.board_site import BoardSite, board_site
from bench.board_watch import Watch, Watched, ready_to_watch
from bench.contact_centre import fill
from bench.crew import Crew
from bench.engine import filled_by
from bench.figures import Row, printed
from bench.options import positive

AGENTS, CLIENTS, AT_ONCE, NEVER_READING = 2_000, 500, 300, 50
CHANGES, PAGE_CHANGES = 50.0, 20.0
SECONDS, PAGE_SECONDS, PAGE_PARTS = 30.0, 600.0, 10
QUICK_SECONDS, QUICK_PAGE_SECONDS = 8.0, 20.0
PATHS = ("/",)
WARM_UP_SECONDS = 5.0

BoardCrew = Crew[Watch | Changes, Watched | Done]


@dataclass(frozen=True)
class Size:
    """How much of everything."""

    agents: int = AGENTS
    clients: int = CLIENTS
    at_once: int = AT_ONCE
    never_reading: int = NEVER_READING
    seconds: float = SECONDS
    page_seconds: float = PAGE_SECONDS
    paths: tuple[str, ...] = PATHS

    @property
    def sessions(self) -> int:
        """How many sessions must be there."""
        return max(self.clients, self.at_once, self.never_reading)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs everything and prints a table, or one JSON object."""
    options = _options(arguments)
    print(printed(run(_size(options)), as_json=options.json))


def run(size: Size) -> list[Row]:
    """A row for each measurement, told on standard error as soon as it is there."""
    filling = partial(fill, agents=size.agents, calls=0, seed=3)
    with (
        filled_by(filling) as filled,
        board_site(filled, sessions=size.sessions) as site,
        BoardCrew(4, _ready, patience_seconds=size.page_seconds + 120) as crew,
    ):
        rows = []
        for row in _measured(crew, site, size):
            print(row, file=sys.stderr)
            rows.append(row)
    return rows


def _measured(crew: BoardCrew, site: BoardSite, size: Size) -> Iterator[Row]:
    came, _ = _together(crew, [Watch(site, size.at_once, at_once=True)])
    yield at_once_row(came)
    changes = jobs(site.centre, per_second=CHANGES, seconds=size.seconds, agents=size.agents)
    watched, people = _together(crew, [Watch(site, size.clients, size.seconds), *changes])
    yield fan_out_row(watched, people, seconds=size.seconds)
    beside = Watch(site, size.clients, size.seconds, never_reading=size.never_reading)
    watched, people = _together(crew, [beside, *changes])
    yield never_read_row(watched, people, deaf=size.never_reading)
    with a_browser() as browser, ThreadPoolExecutor(1) as beside_us:
        for path in size.paths:
            page = OpenPage(browser, site, path)
            yield first_load_row(path, page.load)
            warm_up = min(WARM_UP_SECONDS, size.page_seconds)
            busy = warm_up + size.page_seconds
            changes = jobs(site.centre, per_second=PAGE_CHANGES, seconds=busy, agents=size.agents)
            working = beside_us.submit(_together, crew, changes)
            page.use(seconds=warm_up, parts=1)
            usage = page.use(seconds=size.page_seconds, parts=PAGE_PARTS)
            _, people = working.result()
            yield page_row(path, usage, people, agents=size.agents, busy_seconds=busy)
            page.close()


def _ready(job: Watch | Changes) -> "Callable[[], Watched | Done]":
    return ready_to_watch(job) if isinstance(job, Watch) else ready_to_change(job)


def _together(crew: BoardCrew, work: Sequence[Watch | Changes]) -> tuple[Watched, list[Done]]:
    """What those who watched saw, and what the others did."""
    answers = crew.work(work)
    watched = [one for one in answers if isinstance(one, Watched)]
    return (watched or [Watched()])[0], [one for one in answers if isinstance(one, Done)]


def _size(options: argparse.Namespace) -> Size:
    quick = options.quick
    return Size(
        agents=options.agents,
        clients=options.clients,
        at_once=options.at_once,
        never_reading=options.never_reading,
        seconds=options.seconds or (QUICK_SECONDS if quick else SECONDS),
        page_seconds=options.page_seconds or (QUICK_PAGE_SECONDS if quick else PAGE_SECONDS),
    )


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.board", description="Measure the board, with clients and a browser."
    )
    add = parser.add_argument
    add("--agents", type=positive, default=AGENTS, help=f"in the table ({AGENTS})")
    add("--clients", type=positive, default=CLIENTS, help=f"that watch ({CLIENTS})")
    add("--at-once", type=positive, default=AT_ONCE, help=f"that come in one moment ({AT_ONCE})")
    add("--never-reading", type=positive, default=NEVER_READING, help=f"beside them ({NEVER_READING})")
    add("--seconds", type=positive, help=f"of each load on the clients ({SECONDS:g})")
    add("--page-seconds", type=positive, help=f"of a page in the browser ({PAGE_SECONDS:g})")
    add("--quick", action="store_true", help=f"{QUICK_SECONDS:g} s and {QUICK_PAGE_SECONDS:g} s of these")
    add("--json", action="store_true", help="print one JSON object and nothing else")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()

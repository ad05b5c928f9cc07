"""`python -m bench.board`: cost and latency of the board, with every process real.

Engine, Redis, dispatcher, feed, one web process, people who make changes and people who watch, all in
separate processes and signed in; one run, one table with 2,000 agents.

at once: clients connect at the same moment; the time until the last one has its snapshot.
fan-out: from the commit of a change to the frame that shows it, for each change and client;
`web_core_percent` is the CPU of the web process in that time.
never read: the same beside clients that never read a byte; megabytes of growth of the web process for each.
first load, page: Chromium opens pages of the board and stays during changes; compressed bytes, busy time of
a page's main thread, and its heap after garbage collection.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from bench.board.board_crew import BoardCrew, ready
from bench.board.board_load import Changes, Done, jobs
from bench.board.board_rows import at_once_row, fan_out_row, first_load_row, never_read_row, page_row
from bench.board.page import OpenPage, a_browser, use
from bench.board.site import BoardSite, board_site
from bench.board.watch import Watch, Watched
from bench.centre.contact_centre import fill
from bench.centre.engine import filled_by
from bench.figures import Row, printed
from bench.options import positive

AGENTS, CLIENTS, AT_ONCE, NEVER_READING = 2_000, 500, 300, 50
CHANGES, PAGE_CHANGES = 50.0, 20.0
SECONDS, PAGE_SECONDS, PAGE_PARTS = 30.0, 300.0, 10
PATHS = ("/", "/agents/")
WARM_UP_SECONDS = 3.0


@dataclass(frozen=True)
class Size:
    """Numbers of clients, changes and seconds."""

    agents: int = AGENTS
    clients: int = CLIENTS
    at_once: int = AT_ONCE
    never_reading: int = NEVER_READING
    seconds: float = SECONDS
    page_seconds: float = PAGE_SECONDS
    paths: tuple[str, ...] = PATHS

    @property
    def sessions(self) -> int:
        """The number of sessions needed."""
        return max(self.clients, self.at_once, self.never_reading)


FULL = Size()
QUICK = Size(seconds=8.0, page_seconds=20.0)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs everything and prints a table, or one JSON object."""
    options = _options(arguments)
    print(printed(run(_size(options)), as_json=options.json))


def run(size: Size) -> list[Row]:
    """A row for each measurement, with progress on standard error."""
    filling = partial(fill, agents=size.agents, calls=0, seed=3)
    with (
        filled_by(filling) as filled,
        board_site(filled, sessions=size.sessions) as site,
        BoardCrew(4, ready, patience_seconds=size.page_seconds + 120) as crew,
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
    yield from _pages(crew, site, size)


def _pages(crew: BoardCrew, site: BoardSite, size: Size) -> Iterator[Row]:
    """All pages side by side, in one browser, with a pause before the measurement."""
    everybody = partial(jobs, site.centre, per_second=PAGE_CHANGES, agents=size.agents)
    with a_browser() as browser, ThreadPoolExecutor(1) as meanwhile:
        pages = [OpenPage(browser, site, path) for path in size.paths]
        for page in pages:
            yield first_load_row(page.path, page.load)
        warming = meanwhile.submit(_together, crew, everybody(seconds=WARM_UP_SECONDS))
        pages[0].wait(WARM_UP_SECONDS)
        warming.result()
        working = meanwhile.submit(_together, crew, everybody(seconds=size.page_seconds))
        use(pages, seconds=size.page_seconds, parts=PAGE_PARTS)
        _, people = working.result()
        for page in pages:
            yield page_row(page.path, page.usage, people, agents=size.agents, seconds=size.page_seconds)


def _together(crew: BoardCrew, work: Sequence[Watch | Changes]) -> tuple[Watched, list[Done]]:
    """Results of the watchers, and of the people who made changes."""
    answers = crew.work(work)
    watched = [one for one in answers if isinstance(one, Watched)]
    return (watched or [Watched()])[0], [one for one in answers if isinstance(one, Done)]


def _size(options: argparse.Namespace) -> Size:
    usual = QUICK if options.quick else FULL
    return Size(
        agents=options.agents,
        clients=options.clients,
        at_once=options.at_once,
        never_reading=options.never_reading,
        seconds=options.seconds or usual.seconds,
        page_seconds=options.page_seconds or usual.page_seconds,
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
    add("--quick", action="store_true", help=f"{QUICK.seconds:g} s and {QUICK.page_seconds:g} s of these")
    add("--json", action="store_true", help="print one JSON object and nothing else")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()

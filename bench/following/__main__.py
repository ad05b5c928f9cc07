"""`python -m bench.following`: from the commit of changed settings to the first act of each process by them.

One commit changes skills, policies, outcomes and webhooks together, and all processes are watched at once.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

from bench.board.site import board_site
from bench.centre.contact_centre import fill
from bench.centre.engine import filled_by
from bench.chosen_parts import Part, parts_command, run_parts
from bench.figures import Row, median
from bench.following.probes import LONGEST_SECONDS, LOOK_SECONDS, PROBES, Centre

# A process looks at most once a second: by then all follow the earlier settings again.
REST_SECONDS = 2.5


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, and prints a table or one JSON object."""
    parts_command(
        PARTS, arguments, name="bench.following", about="Measure how soon a settings change is used."
    )


def run(*, quick: bool = False) -> list[Row]:
    """A row for each process."""
    return run_parts(PARTS, quick=quick)


def _rows(rounds: int) -> list[Row]:
    with ExitStack() as stack:
        filled = stack.enter_context(filled_by(partial(fill, agents=0, calls=0, seed=1)))
        site = stack.enter_context(board_site(filled, sessions=1))
        for name in ("worker", "report"):
            stack.enter_context(site.process(name))
        centre = Centre(site)
        pool = stack.enter_context(ThreadPoolExecutor(len(PROBES)))
        taken: dict[str, list[float]] = {name: [] for name in PROBES}
        for number in range(rounds + 1):
            centre.rest()
            time.sleep(REST_SECONDS)
            centre.change()
            began = time.monotonic()
            waits = {name: pool.submit(_waited, name, centre, began) for name in PROBES}
            for name, wait in waits.items():
                if number:  # the first round warms all of them up
                    taken[name].append(wait.result())
                else:
                    wait.result()
    return [
        {
            "measured": "followed",
            "case": name,
            "changes": len(seconds),
            "p50_s": median(seconds, 2),
            "most_s": round(max(seconds), 2),
        }
        for name, seconds in taken.items()
    ]


def _waited(name: str, centre: Centre, began: float) -> float:
    """Seconds until the process acts by the change. Raises TimeoutError."""
    while not PROBES[name](centre):
        if time.monotonic() > began + LONGEST_SECONDS:
            raise TimeoutError(f"the {name} process does not follow within {LONGEST_SECONDS:g} s")
        time.sleep(LOOK_SECONDS)
    return time.monotonic() - began


PARTS = {"followed": Part(lambda: _rows(10), lambda: _rows(1))}


if __name__ == "__main__":
    main()

"""Calls sent by a switch: at a rate, and as many as go."""

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import Coroutine
from functools import partial
from http import HTTPStatus
from itertools import count
from typing import Any

import uvloop

from bench.board.site import BoardSite, web_alone
from bench.centre.contact_centre import SKILLS, fill
from bench.centre.engine import ROOT, filled_by
from bench.figures import Row, quantile
from bench.messaging.cores import Cores
from bench.messaging.lines import Lines

# The load is the question here, not the limit.
FREELY = {"API_PROGRAM_PER_MINUTE": "10000000"}
LINES, AT_ONCE = 64, 16
WARM_UP_SECONDS = 2.0


def call_rows(*, rate: float, seconds: float) -> list[Row]:
    """The figures of calls at a rate, and of as many as go."""
    gc.freeze()
    filling = partial(fill, agents=1, calls=0, seed=1)
    with (
        filled_by(filling) as filled,
        web_alone(filled, more=FREELY) as site,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        return runner.run(_measured(Switch(site), rate=rate, seconds=seconds))


async def _measured(switch: "Switch", *, rate: float, seconds: float) -> list[Row]:
    await switch.steady(rate=rate / 4, seconds=WARM_UP_SECONDS)
    steady = await switch.figures(switch.steady(rate=rate, seconds=seconds))
    most = await switch.figures(switch.flat_out(seconds=seconds))
    await switch.lines.close()
    return [{"measured": "calls, steady", **steady}, {"measured": "calls, most", **most}]


class Switch:
    """A program with a token that sends calls to a site; `taken` has the seconds of each answer."""

    def __init__(self, site: BoardSite) -> None:
        self.lines = Lines(site.port, LINES)
        self.taken: list[float] = []
        self.refused = 0
        self._headers = {"Authorization": f"Bearer {_token(site)}"}
        self._cores = Cores(site.web_pid)
        self._number = count()

    async def send(self) -> None:
        """One call, under an id of its own."""
        number, began = next(self._number), time.monotonic()
        language = SKILLS.languages[number % len(SKILLS.languages)]
        body = {"call": f"switch-{number}", "language": language, "caller": f"+44 20 7946 {number:04d}"}
        status, _ = await self.lines.ask("POST", "/api/v1/calls", self._headers, body)
        self.taken.append(time.monotonic() - began)
        self.refused += status != HTTPStatus.CREATED

    async def steady(self, *, rate: float, seconds: float) -> None:
        """Calls at a rate, whether the ones before are answered or not."""
        began, tasks = time.monotonic(), list[asyncio.Task[None]]()
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
            tasks.append(asyncio.create_task(self.send()))
        await asyncio.gather(*tasks)

    async def flat_out(self, *, seconds: float) -> None:
        """Several senders, each of which sends its next call as soon as the one before is answered."""
        until = time.monotonic() + seconds

        async def go_on() -> None:
            while time.monotonic() < until:
                await self.send()

        await asyncio.gather(*(go_on() for _ in range(AT_ONCE)))

    async def figures(self, act: Coroutine[Any, Any, None]) -> Row:
        """The figures of what is sent meanwhile."""
        self.taken.clear()
        self.refused = 0
        before, began = self._cores.spent(), time.monotonic()
        await act
        took = time.monotonic() - began
        spent = self._cores.since(before, seconds=took, messages=len(self.taken))
        ascending = sorted(self.taken)
        return {
            "calls_per_s": round((len(ascending) - self.refused) / took, 1),
            "refused": self.refused,
            **{f"p{share}_ms": round(quantile(ascending, share / 100) * 1000, 1) for share in (50, 99)},
            **{name.replace("message", "call"): value for name, value in spent.items()},
        }


def _token(site: BoardSite) -> str:
    command = [sys.executable, "manage.py", "api_token", "switch", "--scopes", "operate"]
    run = partial(subprocess.run, cwd=ROOT, capture_output=True, text=True, check=False)
    done = run(command, env=site.environ)
    if done.returncode:
        raise RuntimeError(f"no token: {done.stderr.strip()[-500:]}")
    return str(done.stdout).strip()

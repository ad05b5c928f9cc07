"""Site of the benchmark of messages: everything real, with agents and customers who may write."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from bench.board.site import BoardSite, board_site
from bench.centre.contact_centre import fill
from bench.centre.engine import ROOT, filled_by

# The load is the question here, not the limits.
FREELY = {
    "API_USER_PER_MINUTE": "10000000",
    "API_CUSTOMER_PER_MINUTE": "10000000",
    "MESSAGES_PER_SECOND": "100000",
    "MESSAGES_PER_MINUTE": "100000",
}
CSRF = "b" * 32


@dataclass(frozen=True)
class MessageSite:
    """The site, and what its agents and customers show: headers of requests, the hello of a socket."""

    board: BoardSite
    agents: tuple[str, ...]
    customers: tuple[str, ...]

    def headers(self, number: int, *, of_agent: bool) -> dict[str, str]:
        """Of the agent or the customer of this number."""
        if of_agent:
            cookies = f"sessionid={self.agents[number]}; csrftoken={CSRF}"
            return {"Cookie": cookies, "X-CSRFToken": CSRF}
        return {"Authorization": f"Bearer {self.customers[number]}"}

    def hello(self, number: int, *, of_agent: bool) -> str:
        """The first words on a socket."""
        token = {} if of_agent else {"token": self.customers[number]}
        return json.dumps({"type": "hello", **token})


@contextmanager
def message_site(
    fill_messages: Callable[[str], None],
    *,
    pairs: int,
    agents: int = 1,
    more: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[MessageSite]:
    """A site with `pairs` of agents and customers, and what `fill_messages` wrote; it ends with the block.

    `agents` are in the table of the router; `more` is set in the environment of its processes.
    """

    def filling(endpoint: str) -> None:
        fill(endpoint, agents=agents, calls=0, seed=1)
        fill_messages(endpoint)

    with filled_by(filling) as filled, board_site(filled, sessions=1, more={**FREELY, **more}) as site:
        found = _admitted(site, pairs)
        yield MessageSite(site, tuple(found["agents"]), tuple(found["customers"]))


def _admitted(site: BoardSite, pairs: int) -> dict[str, list[str]]:
    command = [sys.executable, "-m", "bench.messaging.admitted", str(pairs)]
    run = partial(subprocess.run, cwd=ROOT, capture_output=True, text=True, check=False)
    done = run(command, env=site.environ)
    if done.returncode:
        raise RuntimeError(f"nobody could be admitted: {done.stderr.strip()[-500:]}")
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found

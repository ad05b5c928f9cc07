"""Expected waits by call queue: from the board's estimates, in Redis, for readers that have no board.

The feed writes while somebody waits, every two seconds, and what it wrote expires: without a feed nothing is
expected.
"""

import asyncio
import json
import logging
from functools import lru_cache
from typing import NoReturn

from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from live.board.frames import State, section_of
from live.feed.work import Work
from routing.model.queues import CALLS, CHAT
from sockets.calm import Calm
from sockets.redis_clients import connect_blocking

logger = logging.getLogger(__name__)

KEY = "callcenter:expected-waits"
SECTIONS = tuple(section_of("call_queues", channel) for channel in (CALLS, CHAT))
WRITE_SECONDS = 2.0
KEPT_SECONDS = 30

_client = lru_cache(maxsize=4)(connect_blocking)


class ExpectedWaits:
    """The feed's end: takes the estimates of each reading, and writes the newest in a separate task."""

    def __init__(self, redis: "Redis") -> None:
        self._redis = redis
        self._newest: dict[str, float] = {}
        self._calm = Calm(logger)

    def observe(self, state: State, _work: Work, _at: str) -> None:
        """Takes the result of a reading. Never waits and never fails."""
        self._newest = seconds_each(state)

    async def keep(self) -> NoReturn:
        """Write until cancelled."""
        while True:
            await asyncio.sleep(WRITE_SECONDS)
            if not self._newest:
                continue
            try:
                await self._redis.set(KEY, json.dumps(self._newest), ex=KEPT_SECONDS)
            except (RedisError, OSError) as error:
                self._calm.trouble(f"expected waits are not recorded ({type(error).__name__})")
            else:
                self._calm.well("expected waits are recorded again")


def seconds_each(state: State) -> dict[str, float]:
    """The seconds for each call ahead, by queue: the wait of a new call, shared among those waiting."""
    found = {}
    rows = (row for section in SECTIONS for row in state.get(section, {}).items())
    for queue, row in rows:
        estimate, depth = row.get("estimate"), row.get("depth")
        if isinstance(estimate, float | int) and isinstance(depth, int) and depth:
            found[str(queue)] = estimate / depth
    return found


def seconds_each_ahead() -> dict[str, float]:
    """The seconds for each call ahead, by queue; none that is unknown, none while Redis is away."""
    try:
        text = _client(settings.REDIS_URL).get(KEY)
    except (RedisError, OSError):
        return {}
    found: dict[str, float] = json.loads(str(text)) if text else {}
    return found


def expected_wait(queue: str, *, ahead: int) -> float | None:
    """The likely wait in seconds with this many calls ahead; None if unknown, or while Redis is away."""
    each = seconds_each_ahead().get(queue)
    return None if each is None else float(round(each * ahead))

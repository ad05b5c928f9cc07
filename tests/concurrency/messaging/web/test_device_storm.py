"""Storm of devices: engine, Redis, web and feed are killed, lines cut, replies lost; all end equal.

Users with two devices each write, read and recall over HTTP and WebSocket. Whatever happens, every device
ends with what the store has.
"""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import redis

from messaging import services
from messaging.model.conversations import direct_id
from messaging.model.parties import Party, PartyKind
from tests.concurrency.messaging.storm.happened import Happened, Told
from tests.concurrency.messaging.storm.rules import check
from tests.concurrency.messaging.storm.storm import ending, shown
from tests.concurrency.messaging.web.lines import Line
from tests.concurrency.messaging.web.webs import Centre, a_centre, token_of
from tests.concurrency.test_storm import SECONDS, SEED
from tests.devices.device import Device
from tests.waiting import wait_until, wait_until_async

GROUP, USERS, DEVICES = "group", 3, 2
BETWEEN = 5  # sends between two disasters
EACH_SECONDS, SETTLE_SECONDS, LONGEST_SECONDS = 3.0, 90.0, 3600.0
# A short storm has one web process, which takes long to start, no feed, and each disaster once.
LONG = 30
WEBS = 2 if SECONDS >= LONG else 1


@dataclass
class Crowd:
    """All devices, in a thread with a loop of its own."""

    centre: Centre
    lines: list[Line]
    seen: Happened
    calm: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live()))
        self._gone = threading.Event()
        for line in self.lines:
            line.calm = self.calm.is_set

    async def _live(self) -> None:
        living = [asyncio.create_task(line.live()) for line in self.lines]
        await wait_until_async(self._gone.is_set, "the storm is over", seconds=LONGEST_SECONDS)
        for one in living:
            one.cancel()
        for end in await asyncio.gather(*living, return_exceptions=True):
            if not isinstance(end, asyncio.CancelledError):
                self.lines[0].failures.append(repr(end))

    def start(self) -> None:
        """They begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """They are gone."""
        self._gone.set()
        self._thread.join()

    @property
    def acknowledged(self) -> int:
        """The sends that were acknowledged."""
        return sum(one.told is Told.DONE for one in list(self.seen.attempts))

    def has_sent(self, many: int) -> bool:
        """Whether so many were."""
        return self.acknowledged >= many

    def is_equal(self) -> bool:
        """Whether nobody has anything to do, and all devices show what the store has."""
        return not self.differing()

    def differing(self) -> list[str]:
        """Devices that differ from the store, in words."""
        chats = {chat for line in self.lines for chat in line.chats}
        logs = {chat: _log(self.centre, chat) for chat in chats}
        found = []
        for line in self.lines:
            if line.device.waiting or line.device.ask() is not None:
                found.append(f"{line.name} waits: {line.device.ask()}")
            for chat in line.chats:
                known, log = line.device.chats.get(chat), logs[chat]
                if (known.bodies if known else []) != log:
                    found.append(f"{line.name} has {known and known.bodies[-3:]} of {chat}, not {log[-3:]}")
        return found


def _log(centre: Centre, chat: str) -> list[tuple[int, str]]:
    found = ending(centre.messenger, chat).log
    return [(one.number, one.body) for one in found]


def a_crowd(centre: Centre, seed: str) -> Crowd:
    """Users in pairs and one group, each with two devices."""
    users = [Party(PartyKind.CONTACT, f"u{number}") for number in range(USERS)]
    chats: dict[Party, list[str]] = {user: [GROUP] for user in users}
    for one, other in pairwise(users):
        services.direct_create(centre.messenger, by=one, other=other)
        for user in (one, other):
            chats[user].append(direct_id(one, other))
    services.group_create(centre.messenger, by=users[0], members=users[1:], chat=GROUP)
    seen, never = Happened(), _never
    lines = [
        Line(
            f"{user.name}-{number}",
            Device(str(user)),
            token_of(user),
            chats[user],
            centre.ports,
            Random(f"{seed}/{user.name}-{number}"),  # noqa: S311 - a workload, no secret
            seen,
            never,
        )
        for user in users
        for number in range(DEVICES)
    ]
    return Crowd(centre, lines, seen)


def _never() -> bool:
    return False


def disasters(centre: Centre) -> list[Callable[[], None]]:
    """What is killed, in turn."""
    kills = [centre.engine.restart, centre.redis.restart, *(web.restart for web in centre.webs)]
    kills += [centre.feed.restart] if centre.feed else []
    return [*kills, lambda: _emptied(centre.redis.url)]


def _emptied(url: str) -> None:
    with redis.Redis.from_url(url) as client:
        client.flushall()


@pytest.mark.storm
@pytest.mark.timeout(6 * SECONDS + 240)
def test_every_device_ends_equal_to_the_store(tmp_path: Path) -> None:
    print(f"\nSTORM_SEED={SEED}")
    with a_centre(tmp_path, webs=WEBS, seed=SEED, has_feed=SECONDS >= LONG) as centre:
        crowd = a_crowd(centre, SEED)
        crowd.start()
        try:
            happened = _rage(centre, crowd)
            crowd.calm.set()
            centre.proxy.always(lambda: None)
            wait_until(crowd.is_equal, "all devices are equal to the store", seconds=SETTLE_SECONDS)
            if centre.feed:
                wait_until(centre.has_a_feed, "a feed leads", seconds=SETTLE_SECONDS)
        finally:
            crowd.calm.set()
            print(*crowd.differing()[:20], sep="\n")
            crowd.stop()
        chats = {chat for line in crowd.lines for chat in line.chats}
        crowd.seen.endings = [ending(centre.messenger, chat) for chat in sorted(chats)]
        violations = check(crowd.seen)
        told = [one.told for one in crowd.seen.attempts]
        counted = ", ".join(f"{told.count(one)} {one}" for one in Told if one in told)
        print(
            f"{happened} disasters, {sum(line.cuts for line in crowd.lines)} cuts, "
            f"{len(centre.proxy.happened)} faults of the engine, sends: {counted}"
        )
        print(shown(violations))
    assert not violations
    assert not [failure for line in crowd.lines for failure in line.failures]
    assert told.count(Told.DONE) > USERS


def _rage(centre: Centre, crowd: Crowd) -> int:
    """Disasters until the time is over, each after some writing; how many there were."""
    many, plan = 0, disasters(centre)
    most = max(len(plan), int(SECONDS / EACH_SECONDS))
    for number in range(most):
        enough = crowd.acknowledged + BETWEEN
        wait_until(partial(crowd.has_sent, enough), "somebody writes")
        plan[number % len(plan)]()
        many += 1
    return many

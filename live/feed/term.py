"""Term: one feed's time as leader; reads the table on changes and publishes frames.

A term has one epoch. It ends with the lease or when the process is stopped, never because the table or Redis
is away.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn, Protocol

from dynamo.exceptions import DynamoError, TableMissingError
from live.board.frames import Delta, Frame, State, encode
from live.exceptions import LeaseLostError
from live.feed.inbox import Inbox, wait_for_event
from live.feed.mirror import Mirror
from live.feed.stream import Stream
from live.feed.work import Work
from routing.model.agent_minutes import AgentMinute
from sockets.calm import Calm
from sockets.exceptions import WireError

logger = logging.getLogger(__name__)

FRAME_SECONDS = 0.25
LOOK_SECONDS = 1.2  # also for changed settings, which every process uses within two seconds
HEARTBEAT_SECONDS = 1.0
SNAPSHOT_SECONDS = 0.25
RECOUNT_SECONDS = 60.0
# Surveys take at most a hundredth of the time, but come at least every ten seconds or so; without news not
# more often.
SURVEY_SHARE = 0.01
SURVEY_SECONDS = (1.0, 10.0)
TABLE_AWAY_SECONDS = 0.5
KEEP_SECONDS = 1.0


class Publisher(Protocol):
    """Destination of frames; raises WireError if they may not have arrived."""

    async def publish(self, text: str) -> None: ...


def _nobody_keeps(_state: State, _work: Work, _at: str) -> None:
    """For a term without an archive."""


def _nobody_writes(_minute: AgentMinute) -> None:
    """For a term that does not store minutes."""


class Term:
    """`look`, `speak`, `survey`, `count` and `keep` run side by side; frames leave in order of seq."""

    def __init__(
        self,
        *,
        epoch: str,
        inbox: Inbox,
        new_mirror: Callable[[], Mirror],
        follow: Callable[[], object] = lambda: None,
        publisher: Publisher,
        leads: Callable[[], bool],
        now: Callable[[], str],
        observe: Callable[[State, Work, str], None] = _nobody_keeps,
        keep_minute: Callable[[AgentMinute], object] = _nobody_writes,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.epoch = epoch
        self._inbox = inbox
        self._new_mirror, self._follow = new_mirror, follow
        self._mirror = new_mirror()
        self._mirror_is_new, self._told = asyncio.Event(), asyncio.Event()
        self._publisher = publisher
        self._leads = leads
        self._now = now
        self._observe = observe
        self._keep_minute = keep_minute
        self._clock = clock
        self._stream: Stream | None = None
        self._speaking, self._reading = asyncio.Lock(), asyncio.Lock()
        self._frame_was_lost = False
        self._over = False
        self._table, self._totals, self._redis = (Calm(logger, clock=clock) for _ in range(3))
        self._minutes = Calm(logger, clock=clock)

    async def look(self) -> NoReturn:
        """Publish every change: the first at once, later ones at most four times a second."""
        self._inbox.add(Work(everything=True))
        frame_due = self._clock()
        while True:
            told = await self._inbox.wait(FRAME_SECONDS if self._mirror.is_unsure else LOOK_SECONDS)
            if told:
                self._told.set()
            await asyncio.sleep(max(0.0, frame_due - self._clock()))
            began = self._clock()
            if await self._look_once() or told:
                frame_due = self._inbox.look_due = began + FRAME_SECONDS

    async def speak(self) -> NoReturn:
        """A heartbeat each second, snapshots on request: at most four a second."""
        while True:
            wanted = await wait_for_event(self._inbox.snapshot_wanted, HEARTBEAT_SECONDS)
            self._inbox.snapshot_wanted.clear()
            async with self._speaking:
                if self._stream is not None:
                    await self._say(self._stream.snapshot if wanted else self._stream.heartbeat)
            if wanted:
                await asyncio.sleep(SNAPSHOT_SECONDS)

    async def survey(self) -> NoReturn:
        """Compare the board with the whole table from time to time, to find changes without a notice.

        A large table takes long to read; meanwhile `look` goes on.
        """
        shortest, longest = SURVEY_SECONDS
        pause = shortest
        while True:
            await asyncio.sleep(pause)
            await wait_for_event(self._told, longest - pause)
            self._told.clear()
            mirror, began = self._mirror, self._clock()
            with suppress(DynamoError):  # the next reading fails too, and logs it
                found = await asyncio.to_thread(mirror.survey)
                async with self._reading:
                    work = mirror.compare(found)
                if work != Work():
                    self._inbox.add(work)
            pause = min(max((self._clock() - began) / SURVEY_SHARE, shortest), longest)

    async def count(self) -> NoReturn:
        """Count today's calls when notices start, and again whenever some may have been missed."""
        while True:
            await self._inbox.recount_wanted.wait()
            self._inbox.recount_wanted.clear()
            self._mirror_is_new.clear()
            mirror = self._mirror
            try:
                counted = await asyncio.to_thread(mirror.count, keep_on=lambda: not self._over)
            except DynamoError as error:
                self._totals.trouble(f"today's calls cannot be counted: {error}")
                self._inbox.recount_wanted.set()
                await asyncio.sleep(TABLE_AWAY_SECONDS)
                continue
            self._totals.well("today's calls can be counted again")
            async with self._reading:
                mirror.absorb(counted)
            self._inbox.add(Work())
            await wait_for_event(self._mirror_is_new, RECOUNT_SECONDS)

    async def keep(self) -> NoReturn:
        """Store the numbers of agents by status, minute by minute; blocking, so in a thread.

        A failed write is retried, for an hour at most. A minute written by another feed stands.
        """
        while True:
            await asyncio.sleep(KEEP_SECONDS)
            minutes = self._mirror.agent_minutes
            while minutes.unkept and self._leads():
                minute = minutes.unkept[0]
                try:
                    await asyncio.to_thread(self._keep_minute, minute)
                except DynamoError as error:
                    self._minutes.trouble(f"agent counts are not being recorded: {error}")
                    break
                minutes.written(minute)
                self._minutes.well("agent counts are being recorded again")

    def end(self) -> None:
        """Stop a count that still runs in its thread."""
        self._over = True

    async def _look_once(self) -> bool:
        work, at = self._inbox.take(), self._now()
        try:
            async with self._reading:
                state = await asyncio.to_thread(self._mirror.refresh, work)
        except DynamoError as error:
            await self._wait_for_table(error, work)
            return False
        self._table.well("the board reads the table again")
        if self._mirror.is_outdated:
            self._mirror = await asyncio.to_thread(self._renewed)
            self._count_again()
            self._inbox.add(Work(calls=work.calls, notices=work.notices, everything=True))
            return False
        self._observe(state, work, at)
        if self._mirror.day_has_begun:
            self._mirror.day_has_begun = False
            self._inbox.recount_wanted.set()
        return await self._show(state, at)

    async def _show(self, state: State, at: str) -> bool:
        async with self._speaking:
            if self._stream is None:
                self._stream = Stream(self.epoch, state, at=at)
                await self._say(self._stream.snapshot)
                return True
            delta = self._stream.advance(state, at=at)
            if delta is not None:
                await self._say(delta)
            return delta is not None

    async def _say(self, frame: Frame) -> None:
        if not self._leads():
            raise LeaseLostError
        if self._frame_was_lost and isinstance(frame, Delta) and self._stream is not None:
            frame = self._stream.snapshot  # all clients missed the frame before this one
        try:
            await self._publisher.publish(encode(frame))
        except WireError as error:
            self._frame_was_lost = True
            self._redis.trouble(str(error))
        else:
            self._frame_was_lost = False
            self._redis.well("board messages are sent again")

    async def _wait_for_table(self, error: DynamoError, work: Work) -> None:
        self._table.trouble(f"the board cannot read the table: {error}")
        if isinstance(error, TableMissingError):
            self._mirror = self._new_mirror()  # the table that comes back is another one
            self._count_again()
        self._inbox.add(Work(calls=work.calls, notices=work.notices, everything=True))
        await asyncio.sleep(TABLE_AWAY_SECONDS)

    def _renewed(self) -> Mirror:
        """A mirror by the settings as they are now. Blocking."""
        self._follow()
        mirror = self._new_mirror()
        mirror.continue_from(self._mirror)
        return mirror

    def _count_again(self) -> None:
        self._mirror_is_new.set()
        self._inbox.recount_wanted.set()

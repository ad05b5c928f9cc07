"""Feed process: waits for the lease, leads for one term, starts over."""

import asyncio
import logging
from typing import NoReturn

from django.conf import settings

from live.board.frames import State
from live.board.rows import to_iso
from live.board.wire import FeedWire
from live.exceptions import LeaseLostError
from live.feed.archive import Archive
from live.feed.expected import ExpectedWaits
from live.feed.inbox import Inbox
from live.feed.lease import Lease
from live.feed.mirror import Mirror
from live.feed.notices import Notices
from live.feed.term import Term
from live.feed.work import Work
from live.figures.formulas import Measure
from routing import runtime, services
from routing.router import Router
from sockets.redis_clients import connect_redis
from sockets.tasks import run_together

logger = logging.getLogger(__name__)

AFTER_FAILURE_SECONDS = 1.0


class Feed:
    """One feed. Of several, one leads; each term has a new epoch."""

    def __init__(self, router: Router) -> None:
        self._router = router
        self._redis = connect_redis()
        self._wire = FeedWire()
        self._lease = Lease(self._redis, owner=router.new_id())

    async def run(self) -> NoReturn:
        """Lead whenever possible, until cancelled; then release the lease."""
        try:
            while True:
                await self._lease.acquire()
                await self._lead()
        finally:
            await self._lease.release()
            await self._wire.close()
            await self._redis.aclose()

    async def _lead(self) -> None:
        epoch = self._router.new_id()[:12]
        logger.info("the feed leads: epoch %s", epoch)
        try:
            await self._play_term(epoch)
        except LeaseLostError:
            logger.warning("the feed no longer leads: the lease of epoch %s is lost", epoch)
        except Exception:
            logger.exception("the feed failed in epoch %s and starts a new one", epoch)
            await self._lease.release()
            await asyncio.sleep(AFTER_FAILURE_SECONDS)

    async def _play_term(self, epoch: str) -> None:
        inbox, archive, expected = Inbox(), Archive(self._redis), ExpectedWaits(self._redis)

        def observe(state: State, work: Work, at: str) -> None:
            archive.observe(state, work, at)
            expected.observe(state, work, at)

        term = Term(
            epoch=epoch,
            inbox=inbox,
            new_mirror=self._new_mirror,
            follow=self._follow,
            publisher=self._wire,
            leads=lambda: self._lease.is_held,
            now=lambda: to_iso(self._router.clock()),
            observe=observe,
            keep_minute=lambda minute: services.agent_minute_keep(self._router, minute=minute),
        )
        ear = Notices(self._redis, inbox)
        try:
            await run_together(
                self._lease.keep(),
                ear.follow(),
                term.look(),
                term.speak(),
                term.survey(),
                term.count(),
                term.keep(),
                archive.keep(),
                expected.keep(),
            )
        finally:
            term.end()

    def _follow(self) -> None:
        """Reads the settings; blocking."""
        self._router = self._router.current()

    def _new_mirror(self) -> Mirror:
        router = self._router
        return Mirror(
            router,
            zone=settings.DAY_TIME_ZONE,
            measure=Measure(
                policies=router.policies,
                topics=bool(router.skills.topics),
                level=runtime.service_level(),
                headline_minutes=settings.HEADLINE_MINUTES,
                scene_policy=router.scene_policy,
            ),
            day_begins_at=settings.DAY_BEGINS_AT_HOUR,
        )


async def run_feed() -> NoReturn:
    """Run the feed of this process until cancelled."""
    await Feed(runtime.router()).run()

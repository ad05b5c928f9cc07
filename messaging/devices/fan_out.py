"""Hub of devices: one subscription to the news for each web process, fan-out to the devices of each user.

Every message with a stamp names the one before it, so that a lost one is noticed; then all devices read their
lists again. While Redis is away, devices get an empty epoch and read their lists at each heartbeat.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import NoReturn, Protocol

from messaging.devices.frames import (
    message_frame,
    notice_frame,
    read_frame,
    transient_frame,
    watching_frame,
)
from messaging.devices.places import Families, Places
from messaging.devices.subscriptions import DeviceSubscription, Position
from messaging.devices.watchers import Watchers
from messaging.inbox.news import MERGE, NOTE, News, is_accepted, membership_change, news_heard, transient_told
from messaging.model.limits import MOST_TOLD
from messaging.model.messages import Message, What
from messaging.model.notices import NOTICES
from messaging.shown import is_customer
from sockets.exceptions import WireError
from sockets.hub import LINGER_SECONDS, REJOIN_SECONDS, SocketHub
from sockets.subscription import BUFFERED_FRAMES, SNAPSHOT_INTERVAL_SECONDS
from sockets.tasks import run_together

logger = logging.getLogger(__name__)

BEAT_SECONDS = 5.0
TIDY_SECONDS = 2.0


class Wire(Protocol):
    """Source of news; every method raises WireError while it is interrupted."""

    async def join(self) -> None: ...
    async def position(self) -> Position: ...
    async def receive(self) -> str: ...
    async def publish(self, text: str) -> None: ...
    async def leave(self) -> None: ...


class Members(Protocol):
    """The members of conversations; see `Memberships`."""

    async def of(self, chat: str) -> Collection[str]: ...
    async def may_watch(self, party: str, chat: str) -> bool: ...
    def follow(self, message: Message) -> None: ...
    def forget(self) -> None: ...


AWAY = Position("", 0)


class DeviceHub(SocketHub[DeviceSubscription]):
    """Follows the news and sends each user's devices what concerns the user.

    `tidy` announces what killed processes left behind and stores read marks; it runs in a thread every two
    seconds, in each web process with devices. Any one of them is enough, and without any nobody waits.
    """

    name = "messages"

    def __init__(
        self,
        open_wire: Callable[[], Wire],
        members: Members,
        families: Families,
        tidy: Callable[[], object],
        *,
        clock: Callable[[], float] = time.monotonic,
        bound: int = BUFFERED_FRAMES,
        linger_seconds: float = LINGER_SECONDS,
        rejoin_seconds: float = REJOIN_SECONDS,
        interval_seconds: float = SNAPSHOT_INTERVAL_SECONDS,
    ) -> None:
        super().__init__(clock=clock, linger_seconds=linger_seconds, rejoin_seconds=rejoin_seconds)
        self._open_wire = open_wire
        self._members = members
        self._tidy = tidy
        self._bound = bound
        self._interval = interval_seconds
        self._position: Position | None = None
        self._wire: Wire | None = None
        self._places = Places(families)
        self._watchers = Watchers()

    def subscribe(self, party: str) -> DeviceSubscription:
        """A subscription for a device of a user; starts to follow the news if needed."""
        device = DeviceSubscription(
            party,
            position=lambda: self._position,
            clock=self._clock,
            bound=self._bound,
            interval_seconds=self._interval,
        )
        self._places.add(device)
        self._add(device)
        return device

    def unsubscribe(self, client: DeviceSubscription) -> None:
        """See `SocketHub`."""
        super().unsubscribe(client)
        self._watchers.forget(client)
        self._places.remove(client)

    async def tell(self, kind: str, chat: str, device: DeviceSubscription, **more: int) -> None:
        """Tell the members of a conversation something that may be lost; nothing unless the device's user is
        one, or has it from an alias.

        In large conversations it is not told: each of thousands would tell thousands.
        """
        with suppress(WireError):
            members = await self._members.of(chat)
            party = device.family.own(members) if device.family else ""
            if self._wire is not None and party and len(members) <= MOST_TOLD:
                others = set(members) - {party}
                await self._wire.publish(transient_told(kind, chat, party, others, **more))

    async def watch(self, device: DeviceSubscription, chat: str) -> None:
        """Sends the device all messages and notes of a conversation, if its user may read it, and says so.

        The watch ends with the device, and with each `hello`: then the device watches again, and reads.
        """
        may = False
        with suppress(WireError):
            withdrawn = -1
            while withdrawn != self._watchers.withdrawn:  # else the user may have left after the read
                withdrawn = self._watchers.withdrawn
                may = await self._members.may_watch(device.party, chat)
        if may and device in self._clients:
            self._watchers.add(device, chat)
        device.offer(watching_frame(chat, is_watched=may))

    def _forget(self) -> None:
        self._position = None

    async def _follow(self) -> None:
        await run_together(super()._follow(), self._places.keep(), self._beat(), self._keep_tidy())

    async def _session(self) -> NoReturn:
        wire = self._open_wire()
        try:
            await wire.join()
            self._stand_at(await wire.position())
            self._wire = wire
            await run_together(self._listen(wire), self._compare(wire))
        finally:
            self._wire = None
            self._stand_at(AWAY)
            await wire.leave()
        raise AssertionError("both parts go on until they fail")

    async def _listen(self, wire: Wire) -> NoReturn:
        while True:
            text = await wire.receive()
            self._calm.well("messages arrive again")
            await self._take(text)

    async def _compare(self, wire: Wire) -> NoReturn:
        """Finds another epoch, and that the last message was lost: published seconds ago and not heard."""
        before = await wire.position()
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            now = await wire.position()
            self._expect(before, now)
            before = now

    def _expect(self, before: Position, now: Position) -> None:
        known = self._position
        lost = known is not None and known.epoch == before.epoch and known.published < before.published
        if known is None or known.epoch != now.epoch or lost:
            self._stand_at(now)

    async def _beat(self) -> NoReturn:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            for device in self._clients:
                device.beat()

    async def _keep_tidy(self) -> NoReturn:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await asyncio.to_thread(self._tidy)
            except Exception:
                logger.exception("messages left by killed processes cannot be announced; trying again")

    async def _take(self, text: str) -> None:
        try:
            news = news_heard(text)
        except ValueError as error:
            logger.warning("news of messages cannot be read, so devices read their lists: %s", error)
            self._start_over()
            return
        if not news.stamp:
            self._pass_on_transient(news)
        elif self._is_next(Position(news.epoch, news.stamp), news.prev):
            await self._pass_on(news)

    def _is_next(self, position: Position, prev: int) -> bool:
        known = self._position
        if known is None or (known.epoch == position.epoch and position.published <= known.published):
            return False  # heard, or part of what devices read
        in_step = known == Position(position.epoch, prev)
        if in_step:
            self._position = position
        else:
            self._stand_at(position)
        return in_step

    def _pass_on_transient(self, news: News) -> None:
        # Customers never hear of a note, whatever its news say.
        to = [party for party in news.to or () if not (news.kind == NOTE and is_customer(party))]
        own = self._places.of([news.party]) if news.kind != NOTE else set()
        devices = {*self._places.of(to), *self._watchers.of(news.chat)} - own
        self._offer(devices, lambda customer, _own: transient_frame(news, to_customer=customer))

    async def _pass_on(self, news: News) -> None:
        if news.kind == MERGE:
            self._places.merged(news.to or ())
            return
        message = news.message
        if message is None:
            frame = read_frame(news.chat, number=news.number, count=news.count)
            self._offer(self._places.of(news.to or ()), lambda _customer, _own: frame, news.stamp)
            return
        if message.chat == NOTICES:
            staff = [party for party in self._places.parties if not is_customer(party)]
            self._offer(self._places.of(staff), lambda _customer, _own: notice_frame(message), news.stamp)
            return
        self._members.follow(message)
        devices = {*self._places.of(await self._recipients(news)), *self._watchers.of(news.chat)}
        self._offer(
            devices,
            lambda customer, own: message_frame(message, to_customer=customer, is_own=own),
            news.stamp,
            sender=message.sender,
        )
        what, party = membership_change(message)
        if what == What.LEFT:
            self._watchers.withdraw(self._places.of([party]), news.chat)
        if is_accepted(message):
            await self._check_watchers(news.chat)

    async def _check_watchers(self, chat: str) -> None:
        """Another agent serves the conversation: not every watcher may follow that one."""
        for device in [*self._watchers.of(chat)]:
            may = False
            with suppress(WireError):
                may = await self._members.may_watch(device.party, chat)
            if not may:
                self._watchers.withdraw([device], chat)
                device.offer(watching_frame(chat, is_watched=False))

    async def _recipients(self, news: News) -> Collection[str]:
        if news.to is not None:
            return news.to | news.also
        try:
            members = await self._members.of(news.chat)
        except WireError:
            self._start_over()  # whom it concerns is not known: all devices read their lists
            return ()
        return (self._places.parties & members) | news.also

    def _offer(
        self,
        devices: Iterable[DeviceSubscription],
        frame: Callable[[bool, bool], str],
        stamp: int = 0,
        *,
        sender: str = "",
    ) -> None:
        """The frame for customers or staff, of their own or not, is encoded once."""
        texts: dict[tuple[bool, bool], str] = {}
        for device in devices:
            kind = is_customer(device.party), device.stands_for(sender)
            if kind not in texts:
                texts[kind] = frame(*kind)
            device.send(texts[kind], stamp)

    def _stand_at(self, position: Position) -> None:
        if position != self._position:
            self._position = position
            self._start_over()

    def _start_over(self) -> None:
        self._members.forget()
        self._watchers.clear()
        self._places.forget()
        for device in self._clients:
            device.resync()

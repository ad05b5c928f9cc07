"""World of devices: users with several devices each, on lines that lose, repeat, delay and reorder."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from json import loads
from typing import Any

import redis

from messaging import services
from messaging.devices.fan_out import DeviceHub
from messaging.devices.memberships import Memberships
from messaging.devices.subscriptions import DeviceSubscription, Position
from messaging.exceptions import MessagingError
from messaging.inbox.inboxes import HIGHEST
from messaging.inbox.redis_keys import CHANNEL, Keys
from messaging.model.outcomes import Conflict
from messaging.model.parties import Party, party_of
from messaging.shown import listing_shown, message_shown
from sockets.exceptions import WireError
from tests.devices.centre import ANN, BOB, CUSTOMER, NAMED, SUE, a_centre
from tests.devices.device import Ask, AskList, AskRange, Device, Send

FENCE = "fence"
MOST_ASKS = 300


class Fate(Enum):
    """Fate of a message on its line."""

    ARRIVES = auto()
    LOST = auto()
    TWICE = auto()
    LATE = auto()


class QuietHub(DeviceHub):
    """The hub of a web process without its tasks: the test hands it what is published."""

    def _add(self, client: DeviceSubscription) -> None:
        self._clients.add(client)

    def unsubscribe(self, client: DeviceSubscription) -> None:
        """Forgets it."""
        self._clients.discard(client)
        self._places.remove(client)


@dataclass
class Line:
    """A device, its socket, and its one request under way with the answer."""

    device: Device
    socket: DeviceSubscription | None = None
    answer: Callable[[], None] | None = None


class World:
    """Users with several devices, their conversations, one web process.

    The customer has two devices where it is anonymous, and two where it has signed in.
    """

    def __init__(self, url: str, device: Callable[[str], Device] = Device) -> None:
        self.redis = redis.Redis.from_url(url, decode_responses=True)
        self.redis.flushall()
        self.loop = asyncio.new_event_loop()
        self.centre = a_centre(url)
        self.make = device
        self.chats = [self.centre.chat(), self.centre.chat(BOB, CUSTOMER)]
        self.group = self.centre.group(ANN, BOB, SUE, CUSTOMER).chat_id
        self.chats += [self.group, self.centre.chat(ANN, NAMED)]
        self.late_sends: list[tuple[Party, Send]] = []
        self.late: list[str] = []
        self.news: list[str] = []
        self.channel = self.redis.pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
        self.channel.subscribe(CHANNEL)
        self.hub = self.new_hub()
        self.lines = [self.new_line(one) for one in (ANN, ANN, CUSTOMER, CUSTOMER, BOB, NAMED, NAMED)]

    def close(self) -> None:
        """Ends it."""
        self.channel.close()
        self.redis.close()
        self.loop.close()

    def new_hub(self) -> QuietHub:
        """A web process that has just joined."""
        hub = QuietHub(
            lambda: None,  # type: ignore[arg-type,return-value]  # it never opens its wire
            Memberships(self.centre.source),
            self.centre.source.families,
            lambda: None,
            clock=lambda: 0.0,
            bound=4,
            interval_seconds=0.0,
        )
        hub._stand_at(self.position())
        return hub

    def new_line(self, party: Party) -> Line:
        """A device that connects for the first time."""
        line = Line(self.make(str(party)))
        self.connect(line)
        return line

    def position(self) -> Position:
        """As the hub's wire tells it."""
        epoch = self.centre.parts.epochs.check()
        return Position(epoch, int(self.redis.get(Keys(epoch).published) or 0))

    # What happens in the centre ----------------------------------------------------------

    def hear_channel(self) -> None:
        """Takes all that was published from the channel."""
        self.redis.publish(CHANNEL, FENCE)
        while (found := self.channel.get_message(timeout=5)) is None or found["data"] != FENCE:
            if found is not None:
                self.news.append(found["data"])

    def recall(self, chat: str, number: int) -> None:
        """A supervisor recalls a message."""
        with suppress(MessagingError):
            found = services.message_recall(self.centre.messenger, chat=chat, number=number, by=SUE)
            assert not isinstance(found, Conflict)

    def move(self, party: Party, *, joins: bool) -> None:
        """Somebody joins or leaves the group."""
        act = services.group_join if joins else services.group_leave
        act(self.centre.messenger, chat=self.group, party=party, by=SUE if joins else party)

    def read(self, party: Party, chat: str) -> None:
        """A user reads all there is."""
        with suppress(MessagingError):
            number = services.head_read(self.centre.messenger, chat=chat).number
            self.centre.parts.read_marks.move(str(party), chat, number)

    # Between Redis and the web process ----------------------------------------------------------

    def carry(self, fate: Fate) -> None:
        """The oldest news on its way to the web process."""
        if not self.news:
            return
        text = self.news.pop(0)
        if fate is Fate.LATE:
            self.late.append(text)
        for _ in range({Fate.ARRIVES: 1, Fate.TWICE: 2}.get(fate, 0)):
            self.loop.run_until_complete(self.hub._take(text))

    def carry_late(self) -> None:
        """News that came too late."""
        while self.late:
            self.loop.run_until_complete(self.hub._take(self.late.pop()))

    def rejoin(self) -> None:
        """The web process was cut off from Redis, and is back; what was on its way is lost."""
        self.news.clear()
        self.hub._stand_at(Position("", 0))
        self.hub._stand_at(self.position())

    def restart(self) -> None:
        """The web process is killed; another one begins, and all devices connect to it."""
        self.hub = self.new_hub()
        for line in self.lines:
            line.socket = None
            self.connect(line)

    # Between the web process and a device ----------------------------------------------------------

    def connect(self, line: Line) -> None:
        """A socket; a request under way is given up."""
        if line.socket is not None:
            self.hub.unsubscribe(line.socket)
        line.socket, line.answer = self.hub.subscribe(line.device.party), None

    def listen(self, line: Line, fate: Fate) -> bool:
        """The next frame of a device's socket, if there is one."""
        socket = line.socket
        assert socket is not None
        while socket.family is None:
            self.loop.run_until_complete(self.hub._places.place())
        if not len(socket) and not socket._needs_snapshot:
            return False
        frame = loads(self.loop.run_until_complete(socket.next()))
        for _ in range({Fate.ARRIVES: 1, Fate.TWICE: 2}.get(fate, 0)):
            line.device.hear(frame)
        return True

    def ask(self, line: Line, fate: Fate) -> bool:
        """The device's next request reaches the server; `answered` is when the answer arrives."""
        ask = line.device.ask()
        if ask is None or line.answer is not None:
            return False
        if isinstance(ask, Send):
            line.device.tried(ask)
            if fate is Fate.LATE:
                self.late_sends.append((party_of(line.device.party), ask))
        for _ in range({Fate.ARRIVES: 1, Fate.TWICE: 2}.get(fate, 0)):
            line.answer = self.carried_out(line.device, ask)
        return True

    def answered(self, line: Line, *, lost: bool = False) -> None:
        """The answer arrives."""
        answer, line.answer = line.answer, None
        if answer is not None and not lost:
            answer()

    def carried_out(self, device: Device, ask: Ask) -> Callable[[], None]:
        """What the answer will tell the device."""
        party = party_of(device.party)
        try:
            if isinstance(ask, AskList):
                listing = self.listed(party, ask)
                return lambda: device.take_list(ask, listing)
            if isinstance(ask, AskRange):
                found = services.messages_read(
                    self.centre.messenger, chat=ask.chat, party=party, after=ask.after, limit=3
                )
                shown = [message_shown(one, to_customer=party.is_customer) for one in found]
                return lambda: device.take_range(ask, shown)
            message = self.sent(party, ask)
            return lambda: device.sent(message)
        except MessagingError:
            return lambda: self.refused(device, ask)

    def listed(self, party: Party, ask: AskList) -> dict[str, Any]:
        """The answer to a list."""
        before = ask.before or HIGHEST
        found = self.centre.list(party, stamp=ask.stamp, epoch=ask.epoch, before=before, limit=2)
        return listing_shown(found, to_customer=party.is_customer)

    def sent(self, party: Party, ask: Send) -> dict[str, Any]:
        """The answer to a send."""
        message = services.message_send(
            self.centre.messenger,
            chat=ask.chat,
            sender=party,
            client_id=ask.client_id,
            base=ask.base,
            body=ask.body,
        )
        return message_shown(message, to_customer=party.is_customer)

    @staticmethod
    def refused(device: Device, ask: Ask) -> None:
        """The user is no member of that conversation."""
        chat = getattr(ask, "chat", "")
        device.waiting = [one for one in device.waiting if one.chat != chat]
        device.chats.pop(chat, None)

    def send_late(self) -> None:
        """Sends of which the device has heard nothing reach the server after all."""
        for party, ask in self.late_sends:
            with suppress(MessagingError):
                self.sent(party, ask)
        self.late_sends.clear()

    # At the end ----------------------------------------------------------

    def settle(self) -> None:
        """The trouble is over: everything under way arrives, sweeps and heartbeats come."""
        self.centre.clock.pass_seconds(3)
        self.send_late()
        for _ in range(3):
            self.centre.parts.tidying.tidy()
            self.hear_channel()
            while self.news:
                self.carry(Fate.ARRIVES)
            with suppress(WireError):
                now = self.position()
                self.hub._expect(now, now)
            for line in self.lines:
                assert line.socket is not None
                line.socket.beat()
                self.finish(line)

    def finish(self, line: Line) -> None:
        """A device does all that is to do."""
        for _ in range(MOST_ASKS):
            self.answered(line)
            while self.listen(line, Fate.ARRIVES):
                pass
            if not self.ask(line, Fate.ARRIVES):
                return
        raise AssertionError("the device never comes to an end")

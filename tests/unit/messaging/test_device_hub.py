"""Hub of devices: who gets what, and every way to miss news ends in a hello."""

import json
from collections.abc import Collection
from typing import Any

import pytest

from messaging.devices.fan_out import AWAY, DeviceHub
from messaging.devices.subscriptions import DeviceSubscription, Position
from messaging.devices.watchers import MOST_WATCHED
from messaging.inbox.news import message_told, read_told, transient_told
from messaging.model.families import Family
from messaging.model.messages import Kind, Message, State
from sockets.exceptions import WireError

ANN, CUSTOMER, BOSS = "agent:ann", "contact:c1", "user:boss"


class Members:
    """Members that a test sets; None: the store is away."""

    def __init__(self) -> None:
        self.members: Collection[str] | None = frozenset()
        self.forgotten = 0
        self.readers: Collection[str] | None = frozenset()

    async def may_watch(self, party: str, _chat: str) -> bool:
        if self.readers is None:
            raise WireError("the test took it away", what="messages")
        return party in self.readers

    async def of(self, _chat: str) -> Collection[str]:
        if self.members is None:
            raise WireError("the test took it away", what="messages")
        return self.members

    def follow(self, _message: Message) -> None:
        """Nothing."""

    def forget(self) -> None:
        self.forgotten += 1


class QuietHub(DeviceHub):
    """Follows nothing by itself."""

    def _add(self, client: DeviceSubscription) -> None:
        self._clients.add(client)


@pytest.fixture
def members() -> Members:
    return Members()


@pytest.fixture
def hub(members: Members) -> DeviceHub:
    made = QuietHub(
        lambda: None,  # type: ignore[arg-type,return-value]  # it opens no wire
        members,
        lambda parties: {party: Family((party,)) for party in parties},
        lambda: None,
        clock=lambda: 0.0,
        bound=3,
        interval_seconds=0.0,
    )
    made._stand_at(Position("e1", 5))
    return made


def a_message(number: int = 1, *, sender: str = ANN, **more: Any) -> Message:
    return Message("chat", number, number, f"c{number}", Kind.TEXT, sender, "hello", number, **more)


def news(stamp: int, *, prev: int | None = None, epoch: str = "e1", told: str = "") -> str:
    told = told or message_told(a_message(stamp), [ANN, CUSTOMER])
    return f'{{"epoch":"{epoch}","prev":{stamp - 1 if prev is None else prev},"stamp":{stamp},{told}'


async def frames(device: DeviceSubscription) -> list[dict[str, Any]]:
    """All that waits for a device; a hello last if it is due."""
    found = []
    while len(device) or device._needs_snapshot:
        found.append(json.loads(await device.next()))
        if found[-1]["type"] == "hello":
            break
    return found


async def in_step(hub: DeviceHub, party: str = ANN) -> DeviceSubscription:
    device = hub.subscribe(party)
    await hub._places.place()
    assert [frame["type"] for frame in await frames(device)] == ["hello"]
    return device


async def test_a_device_begins_with_a_hello_and_gets_what_concerns_its_user(hub: DeviceHub) -> None:
    ann, other = hub.subscribe(ANN), hub.subscribe("agent:other")
    assert await frames(ann) == [{"type": "hello", "epoch": "e1", "stamp": 5}]
    await frames(other)

    await hub._take(news(6))
    await hub._take(news(7, told=read_told(ANN, "chat", number=6, count=6)))

    message, read = await frames(ann)
    assert (message["type"], message["number"], message["prev"], message["stamp"]) == ("message", 6, 5, 6)
    assert read == {"type": "read", "chat": "chat", "number": 6, "count": 6, "prev": 6, "stamp": 7}
    assert await frames(other) == []


async def test_customers_see_one_counterpart_and_not_who_serves(hub: DeviceHub) -> None:
    ann, customer = await in_step(hub), await in_step(hub, CUSTOMER)
    served = a_message(6, state=State(open=True, contact="call1", agent=ANN))

    await hub._take(news(6, told=message_told(served, [ANN, CUSTOMER])))
    await hub._take(transient_told("typing", "chat", ANN, [CUSTOMER]))

    (to_ann,) = await frames(ann)
    to_customer, typing = await frames(customer)
    assert (to_ann["sender"], to_ann["state"]) == (ANN, {"open": True, "contact": "call1", "agent": ANN})
    assert (to_customer["sender"], to_customer["state"]) == ("service", {"open": True})
    assert typing == {"type": "typing", "chat": "chat", "party": "service"}


async def test_a_note_is_told_to_staff_and_never_to_customers(hub: DeviceHub) -> None:
    ann, customer = await in_step(hub), await in_step(hub, CUSTOMER)

    await hub._take(transient_told("note", "chat", "agent:bob", [ANN, CUSTOMER], number=3))

    assert await frames(ann) == [{"type": "note", "chat": "chat", "party": "agent:bob", "number": 3}]
    assert await frames(customer) == []


async def test_who_serves_gets_messages_without_being_a_member(hub: DeviceHub) -> None:
    ann = await in_step(hub)
    served = a_message(6, sender=CUSTOMER, state=State(open=True, agent=ANN))

    await hub._take(news(6, told=message_told(served, [CUSTOMER])))

    assert [frame["number"] for frame in await frames(ann)] == [6]


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a gap", news(8)),
        ("another epoch", news(1, epoch="e2")),
        ("what cannot be read", "{"),
        ("what has no audience", '{"kind":"typing"}'),
    ],
)
async def test_what_does_not_follow_makes_all_devices_read_their_lists(
    hub: DeviceHub, members: Members, what: str, text: str
) -> None:
    devices = [await in_step(hub), await in_step(hub, "agent:other")]
    forgotten = members.forgotten

    await hub._take(text)

    for device in devices:
        assert [frame["type"] for frame in await frames(device)] == ["hello"], what
    assert members.forgotten > forgotten


async def test_what_was_heard_already_changes_nothing(hub: DeviceHub) -> None:
    ann = await in_step(hub)
    for text in (news(6), news(6), news(4)):
        await hub._take(text)
    assert [frame["number"] for frame in await frames(ann)] == [6]


async def test_a_last_message_that_is_not_heard_within_a_heartbeat_was_lost(hub: DeviceHub) -> None:
    ann = await in_step(hub)
    hub._expect(Position("e1", 5), Position("e1", 6))
    assert await frames(ann) == []
    hub._expect(Position("e1", 6), Position("e1", 6))
    assert await frames(ann) == [{"type": "hello", "epoch": "e1", "stamp": 6}]


async def test_a_slow_device_gets_one_hello_in_place_of_what_it_missed(hub: DeviceHub) -> None:
    slow, quick = await in_step(hub), await in_step(hub)
    for stamp in range(6, 16):
        await hub._take(news(stamp))
        assert [frame["stamp"] for frame in await frames(quick)] == [stamp]

    assert await frames(slow) == [{"type": "hello", "epoch": "e1", "stamp": 15}]
    await hub._take(news(16))
    assert [(frame["prev"], frame["stamp"]) for frame in await frames(slow)] == [(15, 16)]


async def test_heartbeats_carry_the_stamp_of_the_last_frame_to_their_device(hub: DeviceHub) -> None:
    ann, other = await in_step(hub), await in_step(hub, "agent:other")
    await hub._take(news(6))
    for device in (ann, other):
        device.beat()
    assert (await frames(ann))[-1] == {"type": "beat", "epoch": "e1", "stamp": 6}
    assert await frames(other) == [{"type": "beat", "epoch": "e1", "stamp": 5}]


async def test_without_redis_devices_hear_of_no_epoch_and_are_called_when_it_is_back(hub: DeviceHub) -> None:
    ann = await in_step(hub)
    hub._stand_at(AWAY)
    assert await frames(ann) == [{"type": "hello", "epoch": "", "stamp": 0}]
    ann.beat()
    assert await frames(ann) == [{"type": "beat", "epoch": "", "stamp": 0}]
    hub._stand_at(Position("e2", 0))
    assert await frames(ann) == [{"type": "hello", "epoch": "e2", "stamp": 0}]


async def test_a_large_conversation_reaches_the_members_who_are_here(
    hub: DeviceHub, members: Members
) -> None:
    ann, other = await in_step(hub), await in_step(hub, "agent:other")
    members.members = {ANN, *(f"agent:{number}" for number in range(2000))}
    await hub._take(news(6, told=message_told(a_message(6), None)))
    assert [frame["number"] for frame in await frames(ann)] == [6]
    assert await frames(other) == []

    members.members = None
    await hub._take(news(7, told=message_told(a_message(7), None)))
    assert [frame["type"] for frame in await frames(ann)] == ["hello"]


async def watching(hub: DeviceHub, device: DeviceSubscription, chat: str = "chat") -> bool:
    await hub.watch(device, chat)
    (frame,) = await frames(device)
    assert (frame["type"], frame["chat"]) == ("watching", chat)
    return bool(frame["watched"])


async def test_a_device_that_watches_gets_messages_and_notes_once(hub: DeviceHub, members: Members) -> None:
    ann, boss = await in_step(hub), await in_step(hub, BOSS)
    members.readers = {ANN, BOSS}
    assert await watching(hub, boss)
    assert await watching(hub, ann)

    await hub._take(news(6))
    await hub._take(transient_told("note", "chat", ANN, [], number=1))
    await hub._take(transient_told("typing", "chat", ANN, [CUSTOMER]))
    await hub._take(news(7, told=read_told(CUSTOMER, "chat", number=6, count=6)))

    message, note, typing = await frames(boss)
    assert (message["number"], message["prev"], message["sender"]) == (6, 5, ANN)
    assert note == {"type": "note", "chat": "chat", "party": ANN, "number": 1}
    assert typing["type"] == "typing"
    assert [frame["type"] for frame in await frames(ann)] == ["message", "note"]


async def test_only_who_may_read_watches(hub: DeviceHub, members: Members) -> None:
    boss = await in_step(hub, BOSS)
    assert not await watching(hub, boss)
    members.readers = None
    assert not await watching(hub, boss)
    await hub._take(news(6))
    assert await frames(boss) == []


async def test_a_watch_ends_with_a_hello_with_its_user_leaving_and_with_its_device(
    hub: DeviceHub, members: Members
) -> None:
    boss, other = await in_step(hub, BOSS), await in_step(hub, "user:other")
    members.readers = {BOSS, "user:other"}
    assert await watching(hub, boss)
    left = Message("chat", 6, 6, "c6", Kind.EVENT, BOSS, f"left {BOSS}", 5)
    await hub._take(news(6, told=message_told(left, [ANN])))
    await hub._take(news(7))
    assert [frame["number"] for frame in await frames(boss)] == [6]

    assert await watching(hub, boss)
    assert await watching(hub, other)
    hub.unsubscribe(other)
    await hub._take(news(9))
    assert [frame["type"] for frame in await frames(boss)] == ["hello"]
    await hub._take(news(10))
    assert (await frames(boss), await frames(other)) == ([], [])


async def test_a_device_watches_a_few_conversations_the_newest(hub: DeviceHub, members: Members) -> None:
    boss = await in_step(hub, BOSS)
    members.readers = {BOSS}
    assert await watching(hub, boss)
    for number in range(MOST_WATCHED - 1):
        assert await watching(hub, boss, f"other{number}")
    await hub._take(news(6))
    assert len(await frames(boss)) == 1
    assert await watching(hub, boss, "one more")
    await hub._take(news(7))
    assert await frames(boss) == []


async def test_a_device_that_has_left_is_forgotten(hub: DeviceHub) -> None:
    ann = await in_step(hub)
    hub.unsubscribe(ann)
    await hub._take(news(6))
    assert (await frames(ann), hub.clients, [*hub._places.parties]) == ([], 0, [])
    if hub._farewell is not None:
        hub._farewell.cancel()

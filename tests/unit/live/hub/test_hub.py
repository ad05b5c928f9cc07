"""Hub: one subscription for all clients, gaps closed by request, no wait for a slow client."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from live.board.frames import encode
from live.hub.fan_out import Hub
from sockets.subscription import Subscription
from tests.frames import unpacked
from tests.unit.live.boards import a_delta, a_heartbeat, a_snapshot, a_state
from tests.unit.live.wires import MemoryWire
from tests.waiting import wait_until_async


class Clock:
    now = 0.0

    def __call__(self) -> float:
        self.now += 1.0  # far enough apart that no rate limit is in the way
        return self.now


@pytest.fixture
def wire() -> MemoryWire:
    return MemoryWire()


@pytest.fixture
async def hub(wire: MemoryWire) -> AsyncIterator[Hub]:
    hub = Hub(lambda: wire, clock=Clock(), bound=4, linger_seconds=0.0, rejoin_seconds=0.0)
    yield hub
    await hub.close()


async def read(client: Subscription) -> dict[str, Any]:
    frame: dict[str, Any] = json.loads(unpacked(await client.next()))
    return frame


async def test_it_joins_once_for_all_clients(hub: Hub, wire: MemoryWire) -> None:
    clients = [hub.subscribe() for _ in range(20)]
    wire.carry(a_snapshot(a_state(a=1)))
    assert {(await read(client))["type"] for client in clients} == {"snapshot"}
    assert (wire.joined, wire.asked) == (1, 1)


async def test_it_passes_on_the_very_text_that_came(hub: Hub, wire: MemoryWire) -> None:
    client = hub.subscribe()
    wire.carry(a_snapshot())
    await client.next()
    wire.carry(a_delta(1))
    assert await client.next() == encode(a_delta(1))


async def test_it_encodes_a_snapshot_once_for_everyone(hub: Hub, wire: MemoryWire) -> None:
    clients = [hub.subscribe() for _ in range(3)]
    wire.carry(a_snapshot())
    texts = [await client.next() for client in clients]
    assert texts[0] is texts[1] is texts[2]


async def test_it_packs_what_is_big_once_for_everyone(hub: Hub, wire: MemoryWire) -> None:
    clients = [hub.subscribe() for _ in range(3)]
    crowded = a_state(**{f"agent{number}": number for number in range(2_000)})
    wire.carry(a_snapshot())
    for client in clients:
        await client.next()
    wire.carry(a_delta(1, a_state(), crowded))
    deltas = [await client.next() for client in clients]
    assert isinstance(deltas[0], bytes)
    assert deltas[0] is deltas[1] is deltas[2]
    late = await hub.subscribe().next()
    assert isinstance(late, bytes)
    assert json.loads(unpacked(late))["state"] == crowded


async def test_a_client_that_comes_later_gets_the_newest_state(hub: Hub, wire: MemoryWire) -> None:
    first = hub.subscribe()
    wire.carry(a_snapshot(), a_delta(1), a_delta(2, a_state(a=1), a_state(a=2)))
    assert (await read(first))["type"] == "snapshot"
    await wait_until_async(lambda: hub.snapshot and hub.snapshot.seq == 2, "the hub has both frames")
    late = await read(hub.subscribe())
    assert (late["seq"], late["state"]) == (2, a_state(a=2))


async def test_a_gap_makes_it_ask_and_heals_its_clients_with_a_delta(hub: Hub, wire: MemoryWire) -> None:
    client = hub.subscribe()
    wire.carry(a_snapshot())
    await client.next()
    wire.carry(a_delta(2))
    await wait_until_async(lambda: wire.asked == 2, "the hub asks again")
    wire.carry(a_snapshot(a_state(a=2), seq=2))
    healed = await read(client)
    assert (healed["type"], healed["prev"], healed["seq"]) == ("delta", 0, 2)
    assert healed["set"] == {"agents": {"a": {"version": 2}}}


async def test_it_never_forwards_a_heartbeat_its_clients_cannot_follow(hub: Hub, wire: MemoryWire) -> None:
    client = hub.subscribe()
    wire.carry(a_snapshot())
    await client.next()
    wire.carry(a_heartbeat(3))
    await wait_until_async(lambda: wire.asked == 2, "the hub asks again")
    assert len(client) == 0


async def test_a_new_epoch_sends_every_client_a_snapshot(hub: Hub, wire: MemoryWire) -> None:
    clients = [hub.subscribe() for _ in range(2)]
    wire.carry(a_snapshot())
    for client in clients:
        await client.next()
    wire.carry(a_snapshot(a_state(b=1), epoch="e2"))
    assert [(await read(client))["epoch"] for client in clients] == ["e2", "e2"]


async def test_it_asks_at_most_twice_a_second(wire: MemoryWire) -> None:
    hub = Hub(lambda: wire, clock=lambda: 50.0)
    client = hub.subscribe()
    wire.carry(a_snapshot())
    await client.next()
    wire.carry(*(a_delta(seq) for seq in range(10, 40)), a_delta(1))
    await client.next()
    assert wire.asked == 1
    await hub.close()


async def test_a_slow_client_does_not_hold_up_the_others(hub: Hub, wire: MemoryWire) -> None:
    slow, quick = hub.subscribe(), hub.subscribe()
    wire.carry(a_snapshot())
    assert (await read(slow))["seq"] == (await read(quick))["seq"] == 0
    for seq in range(1, 21):
        wire.carry(a_delta(seq, a_state(a=seq - 1), a_state(a=seq)))
        assert (await read(quick))["seq"] == seq
    assert len(slow) == 0
    caught_up = await read(slow)
    assert (caught_up["type"], caught_up["seq"]) == ("snapshot", 20)


async def test_an_epoch_taken_for_over_is_heard_again_where_nobody_else_speaks(wire: MemoryWire) -> None:
    now = 50.0
    hub = Hub(lambda: wire, clock=lambda: now)
    client = hub.subscribe()
    wire.carry(a_snapshot(a_state(a=2), epoch="e2"))
    assert (await read(client))["epoch"] == "e2"
    wire.carry(a_snapshot(a_state(a=1), epoch="e1"))  # the last words of a feed that it never knew
    now += 2.0
    assert (await read(client))["epoch"] == "e1"
    for _ in range(4):
        now += 2.0
        wire.carry(a_heartbeat(0, epoch="e2"))
        await wait_until_async(lambda: wire.is_empty, "all is read")
    wire.carry(a_snapshot(a_state(a=2), epoch="e2"))
    assert (await read(client))["epoch"] == "e2"
    await hub.close()


async def test_it_joins_again_when_the_wire_breaks(hub: Hub, wire: MemoryWire) -> None:
    client = hub.subscribe()
    wire.carry(a_snapshot())
    await client.next()
    wire.breaks()
    await wait_until_async(lambda: wire.joined == 2, "the hub joins again")
    assert (wire.left, wire.asked) == (1, 2)
    wire.carry(a_snapshot(a_state(a=7), seq=7))
    assert (await read(client))["seq"] == 7


async def test_a_message_it_cannot_read_makes_it_ask(hub: Hub, wire: MemoryWire) -> None:
    client = hub.subscribe()
    wire.carry(a_snapshot())
    await client.next()
    wire.carry_text("nonsense")
    await wait_until_async(lambda: wire.asked == 2, "the hub asks again")
    wire.carry(a_delta(1))
    assert (await read(client))["seq"] == 1


async def test_it_stops_some_time_after_the_last_client(hub: Hub, wire: MemoryWire) -> None:
    first, second = hub.subscribe(), hub.subscribe()
    hub.unsubscribe(first)
    assert hub.is_running
    hub.unsubscribe(second)
    await wait_until_async(lambda: not hub.is_running, "the hub has ended")
    await wait_until_async(lambda: wire.left == 1, "the wire is left")
    wire.carry(a_snapshot())
    assert (await read(hub.subscribe()))["type"] == "snapshot"
    assert wire.joined == 2


async def test_a_client_within_the_linger_time_keeps_it_running(wire: MemoryWire) -> None:
    hub = Hub(lambda: wire, linger_seconds=60.0)
    hub.unsubscribe(hub.subscribe())
    client = hub.subscribe()
    wire.carry(a_snapshot())
    await client.next()
    assert wire.joined == 1
    await hub.close()

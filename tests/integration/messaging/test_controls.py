"""Controls: what devices miss if recalls have no numbers, and if they read before they subscribe."""

from collections.abc import Callable, Iterator

import pytest

from dynamo.changes import Remove, Set
from messaging.storage.keys import log_of
from messaging.storage.log_items import message_key
from tests.devices.agreement import check
from tests.devices.centre import ANN
from tests.devices.device import Device
from tests.devices.world import World


class ReadsFirst(Device):
    """Believes that what it read before it subscribed is all that was there when it subscribed."""

    def _begin(self, epoch: str, stamp: int) -> None:
        if self.epoch:
            self.epoch, self.stamp = epoch, stamp
        else:
            super()._begin(epoch, stamp)


@pytest.fixture
def worlds(redis_url: str) -> Iterator[Callable[..., World]]:
    made: list[World] = []

    def world(device: Callable[[str], Device] = Device) -> World:
        made.append(World(redis_url, device))
        return made[-1]

    yield world
    for one in made:
        one.close()


def with_a_message(world: World) -> World:
    world.lines[0].device.write(world.chats[0], "w1", "not meant for you")
    world.settle()
    world.settle()
    check(world)
    assert [known.bodies for known in world.lines[2].device.chats.values()] == [[(1, "not meant for you")]]
    return world


def recall_by_a_push(world: World, chat: str, number: int) -> None:
    """Marks the message, and tells devices that are connected."""
    key = message_key(log_of(chat), number)
    world.centre.table.change(key, Set("Recalled", value=True), Remove("Body"))
    for line in world.lines:
        if line.socket is not None:
            line.device.chats[chat].recalled.add(number)


@pytest.mark.parametrize("pushed_only", [False, True])
def test_a_recall_reaches_devices_that_were_away_because_it_is_a_message(
    worlds: Callable[..., World], *, pushed_only: bool
) -> None:
    world = with_a_message(worlds())
    away = world.lines[2]
    assert away.socket is not None
    world.hub.unsubscribe(away.socket)
    away.socket, others = None, [line for line in world.lines if line is not away]
    world.lines = [line for line in others if world.chats[0] in line.device.chats]

    (recall_by_a_push if pushed_only else World.recall)(world, world.chats[0], 1)
    world.connect(away)
    world.lines = [*others, away]
    world.settle()

    if pushed_only:
        with pytest.raises(AssertionError):
            check(world)
    else:
        check(world)


@pytest.mark.parametrize("reads_first", [False, True])
def test_a_message_between_reading_and_subscribing_is_missed_only_by_who_reads_first(
    worlds: Callable[..., World], *, reads_first: bool
) -> None:
    world = with_a_message(worlds(ReadsFirst if reads_first else Device))
    late = world.lines[2]
    assert late.socket is not None
    world.hub.unsubscribe(late.socket)

    world.centre.send(world.chats[0], ANN, "in between")
    world.hear_channel()
    world.connect(late)
    world.settle()

    if reads_first:
        with pytest.raises(AssertionError):
            check(world)
    else:
        check(world)

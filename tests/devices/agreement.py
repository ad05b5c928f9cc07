"""Agreement of devices and lists with the store."""

from messaging import services
from messaging.model.messages import COUNTED, Message
from messaging.model.parties import Party, party_of
from messaging.shown import text_shown
from tests.devices.centre import ANN, BOB, CUSTOMER, NAMED, SUE
from tests.devices.device import Device
from tests.devices.world import World


def check(world: World) -> None:
    """Every device shows what the store has, and every list in Redis is the store's."""
    for line in world.lines:
        _check_device(world, line.device)
    for party in (ANN, BOB, CUSTOMER, SUE, NAMED):
        listed = world.centre.list(party, limit=100)
        rows = [(row.chat, row.head, row.unread) for row in listed.rows if row.head]
        stored = {row.chat: row for one in _family(world, party) for row in world.centre.by_store(one).rows}
        assert sorted(chat for chat, *_ in rows) == sorted(stored)
        assert [head for _, head, _ in rows] == [stored[chat].head for chat, *_ in rows]


def _check_device(world: World, device: Device) -> None:
    """It has every message that its user may see, once, in order, and counts those unread."""
    party = party_of(device.party)
    marks = {
        chat: mark
        for one in _family(world, party)
        for chat, mark in world.centre.parts.read_marks.of(str(one), world.chats).items()
    }
    shown = {chat: known for chat, known in device.chats.items() if known.last}
    held = {chat for one in _family(world, party) for chat in world.centre.source.chats(str(one))}
    assert set(shown) == {chat for chat in held if _log(world, chat, party)}
    for chat, known in shown.items():
        log = _log(world, chat, party)
        shown_to = {"to_customer": party.is_customer}
        assert known.bodies == [(one.number, text_shown(one.kind, one.body, **shown_to)) for one in log]
        counted, readers = [one for one in log if one.kind in COUNTED], {*map(str, _family(world, party))}
        unread = [one for one in counted if one.number > marks[chat].number]
        # The reader wrote none of them, except by a process that was killed and whose mark Redis lost: that
        # one counts until it is read, or until a list shows it as the last message.
        written = [one for one in unread if one.sender in readers]
        assert not any(one.client_id.startswith("w") for one in written)
        beyond_own = [one for one in unread if one.number > max([0, *(own.number for own in written)])]
        assert known.unread in (len(unread), len(beyond_own)), (device.party, chat)


def _family(world: World, party: Party) -> list[Party]:
    return [*map(party_of, world.centre.source.family(str(party)).parties)]


def _log(world: World, chat: str, party: Party) -> list[Message]:
    """All that a user may see of a conversation."""
    return services.messages_read(world.centre.messenger, chat=chat, party=party, after=0, limit=200)

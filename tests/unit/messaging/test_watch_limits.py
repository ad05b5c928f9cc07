"""Watches end when an agent begins to serve whose conversations their user may not follow."""

from messaging.devices.subscriptions import Position
from messaging.inbox.news import message_told
from messaging.model.families import Family
from messaging.model.messages import Kind, Message
from tests.unit.messaging.test_device_hub import ANN, BOSS, Members, QuietHub, frames, in_step, news, watching


async def test_a_watch_ends_when_an_agent_accepts_whom_its_user_may_not_follow() -> None:
    members = Members()
    hub = QuietHub(
        lambda: None,  # type: ignore[arg-type,return-value]  # it opens no wire
        members,
        lambda parties: {party: Family((party,)) for party in parties},
        lambda: None,
        clock=lambda: 0.0,
        interval_seconds=0.0,
    )
    hub._stand_at(Position("e1", 5))
    boss, other = await in_step(hub, BOSS), await in_step(hub, "user:other")
    members.readers = {BOSS, "user:other"}
    assert await watching(hub, boss)
    assert await watching(hub, other)
    members.readers = {"user:other"}
    taken = Message("chat", 6, 6, "c6", Kind.EVENT, ANN, "accepted", 5)
    await hub._take(news(6, told=message_told(taken, [ANN])))
    await hub._take(news(7))

    message, ended = await frames(boss)
    assert (message["number"], ended["type"], ended["watched"]) == (6, "watching", False)
    assert [frame["number"] for frame in await frames(other)] == [6, 7]

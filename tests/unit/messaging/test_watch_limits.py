"""Watches end when an agent begins to serve whose conversations their user may not follow."""

from messaging.inbox.news import message_told
from messaging.model.messages import Kind, Message
from tests.unit.messaging.test_device_hub import ANN, BOSS, Members, frames, hub_of, in_step, news, watching


async def test_a_watch_ends_when_an_agent_accepts_whom_its_user_may_not_follow() -> None:
    members = Members()
    hub = hub_of(members)
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

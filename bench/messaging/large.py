"""Large things: a message to a group of thousands, a long conversation that is opened, the list of a user."""

import asyncio
import time
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack

import redis

from bench.figures import Row, quantile
from bench.messaging.lines import Lines
from bench.messaging.message_goals import goal_of
from bench.messaging.message_site import MessageSite
from bench.messaging.phones import Phone, connected
from bench.messaging.store import PUT_AT_ONCE, agent, customer, fill_log, messenger_on, new_id, now, pair, say
from bench.messaging.units import PAGE
from dynamo.changes import Add
from dynamo.items import Attributes, Key
from dynamo.transaction import Transaction
from messaging.messenger import Messenger
from messaging.model.conversations import Cursor, Member, Role
from messaging.model.messages import Head
from messaging.model.parties import Party
from messaging.services import group_create, message_table_create
from messaging.storage import keys
from messaging.storage.chat_items import MEMBER_COUNT, cursor_item, member_item

GROUP = "everybody"
LONG = 10_000
QUIET_SECONDS, LONGEST_SECONDS = 0.5, 20.0
# The customers who take part in many conversations, and in a page of them.
BUSY, USUAL = 0, 1


def fill_large(endpoint: str, *, members: int, conversations: int) -> None:
    """A group, a long conversation, and two users with many conversations."""
    messenger = messenger_on(endpoint)
    message_table_create(messenger)
    chat = pair(messenger, 0)
    fill_log(messenger, chat, agent(0), upto=LONG, head=Head())
    group_create(messenger, by=agent(0), chat=GROUP, title="Everybody")
    _put(messenger, _members(customer(number) for number in range(members)))
    room = Transaction(new_id())
    room.update(keys.chat_key(GROUP), Add(MEMBER_COUNT, members))
    messenger.table.commit(room)
    for user, many in ((customer(BUSY), conversations), (customer(USUAL), PAGE)):
        for number in range(many):
            _conversation(messenger, f"{user.name}.{number}", user)


def _members(parties: Iterable[Party]) -> Iterator[tuple[Key, Attributes]]:
    """Members of the group as if each had joined, without the messages that say so."""
    for party in map(str, parties):
        member = Member(party, Role.MEMBER, first_number=1, joined_at=now())
        yield keys.member_key(GROUP, party), member_item(member, new_id())
        yield keys.cursor_key(party, GROUP), cursor_item(Cursor(GROUP))


def _put(messenger: Messenger, items: Iterable[tuple[Key, Attributes]]) -> None:
    waiting = list(items)
    for start in range(0, len(waiting), PUT_AT_ONCE):
        transaction = Transaction(new_id())
        for key, item in waiting[start : start + PUT_AT_ONCE]:
            transaction.put(key, item)
        messenger.table.commit(transaction)


def _conversation(messenger: Messenger, chat: str, user: Party) -> None:
    """A group of one with one message."""
    group_create(messenger, by=user, chat=chat)
    say(messenger, chat, user, base=0, body="hello")


async def group_rows(site: MessageSite, *, members: int, messages: int) -> list[Row]:
    """Messages to a group whose members are all connected, one after the other."""
    phones = [
        Phone(site.hello(number, of_agent=False), site.headers(number, of_agent=False))
        for number in range(members)
    ]
    lines, sender = Lines(site.board.port, 1), site.headers(0, of_agent=True)
    lasts, missed, base = list[float](), 0, 0
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(connected(phones, port=site.board.port))
        for number in range(messages + 1):
            began = time.monotonic()
            body = {"client_id": new_id(), "base": base, "body": "the meeting is at four"}
            _, answer = await lines.ask("POST", f"/api/v1/chats/{GROUP}/messages", sender, body)
            base = answer["number"]
            shown = await _shown_by_all(phones, (GROUP, base))
            if number:  # the first one lets the web process read the members
                lasts.append(max(shown, default=began) - began)
                missed += members - len(shown)
    await lines.close()
    return [
        {
            "measured": "group",
            "goal": goal_of("group"),
            "members": members,
            "messages": messages,
            "lost": missed,
            "last_device_ms": round(max(lasts) * 1000, 1),
            "p50_ms": round(quantile(sorted(lasts), 0.5) * 1000, 1),
        }
    ]


async def _shown_by_all(phones: list[Phone], place: tuple[str, int]) -> list[float]:
    until = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < until:
        await asyncio.sleep(QUIET_SECONDS)
        shown = [phone.shown[place] for phone in phones if place in phone.shown]
        if len(shown) == len(phones):
            break
    return shown


async def open_rows(site: MessageSite, *, times: int) -> list[Row]:
    """Opening a long conversation: its newest page over HTTP, and one page further up."""
    lines, reader = Lines(site.board.port, 1), site.headers(0, of_agent=False)
    messenger = messenger_on(site.board.centre.endpoint)
    path, rows = f"/api/v1/chats/{pair(messenger, 0)}/messages?limit={PAGE}", []
    for case, more in (("", ""), ("further up", f"&before={LONG // 2}")):
        took = []
        for _ in range(times + 1):
            began = time.monotonic()
            _, answer = await lines.ask("GET", path + more, reader)
            assert len(answer["items"]) == PAGE
            took.append(time.monotonic() - began)
        rows.append({"measured": "open", "goal": goal_of("open"), "case": case, **_times(took[1:])})
    await lines.close()
    return rows


async def list_rows(site: MessageSite, *, conversations: int, times: int) -> list[Row]:
    """The list of 50: from Redis, and rebuilt from the store once Redis has forgotten everything."""
    lines, rows = Lines(site.board.port, 1), []
    for number, many in ((BUSY, conversations), (USUAL, PAGE)):
        reader = site.headers(number, of_agent=False)
        for case, is_lost in (("Redis is empty", True), ("", False)):
            took = []
            for _ in range(max(1, times // 20) if is_lost else times):
                if is_lost:
                    _forget(site.board.centre.redis_url)
                began = time.monotonic()
                _, answer = await lines.ask("GET", f"/api/v1/inbox?limit={PAGE}", reader)
                took.append(time.monotonic() - began)
                assert len(answer["rows"]) >= PAGE
            about = {"case": case, "conversations": many}
            rows.append({"measured": "list", "goal": goal_of("list"), **about, **_times(took)})
    await lines.close()
    return rows


def _forget(url: str) -> None:
    with redis.Redis.from_url(url) as client:
        client.flushdb()


def _times(took: list[float]) -> Row:
    ascending = sorted(took)
    return {f"p{share}_ms": round(quantile(ascending, share / 100) * 1000, 1) for share in (50, 99)}

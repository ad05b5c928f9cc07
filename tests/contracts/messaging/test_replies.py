"""Canned replies: at the version seen, once, with placeholders that the desk can fill in."""

from dataclasses import replace

import pytest

from dynamo.table import Table
from messaging.administration.reply_changes import replies_read, reply_remove, reply_save
from messaging.exceptions import InvalidFieldError, TooLongError
from messaging.messenger import Messenger
from messaging.model.outcomes import Conflict
from messaging.model.replies import MOST_REPLIES, SHARED, Reply
from routing.router import Router
from tests.builders import NOON, a_router
from tests.messengers import ANA, a_messenger
from tests.tables import ForgetfulTable
from tests.trails import audit_trail

HELLO = "Hello {customer}, {agent} of {scene} here: {context.car} # <b>"
World = tuple[Messenger, Router]


@pytest.fixture
def world(either_table: Table, second_table: Table) -> World:
    return a_messenger(second_table), replace(a_router(either_table), origin="127.0.0.1", actor="mara")


def saved(
    world: World, reply_id: str = "hello", version: int = 0, *, body: str = HELLO, owner: str = SHARED
) -> Reply | Conflict:
    messenger, router = world
    return reply_save(
        messenger,
        router,
        owner=owner,
        reply_id=reply_id,
        title=reply_id.title(),
        body=body,
        expected_version=version,
    )


def removed(world: World, version: int, *, owner: str = SHARED) -> Conflict | None:
    return reply_remove(*world, owner=owner, reply_id="hello", expected_version=version)


def test_a_reply_is_saved_once_and_changed_only_at_the_version_seen(world: World) -> None:
    first = saved(world)

    assert saved(world) == first
    assert isinstance(saved(world, body="Other"), Conflict)
    assert isinstance(saved(world, version=1, body="Other"), Reply)
    assert isinstance(removed(world, 1), Conflict)
    assert [one.body for one in replies_read(world[0], owner=SHARED)] == ["Other"]
    assert [removed(world, 2), removed(world, 2), replies_read(world[0], owner=SHARED)] == [None, None, []]
    kinds = [entry.kinds[0] for entry in audit_trail(world[1], NOON.date())]
    assert sorted(kinds) == ["replyChanged", "replyChanged", "replyRemoved"]


def test_own_replies_are_those_of_one_party_and_not_in_the_trail(world: World) -> None:
    saved(world, "b", owner=str(ANA))
    saved(world, "a", owner=str(ANA))
    assert [one.title for one in replies_read(world[0], owner=str(ANA))] == ["A", "B"]
    assert replies_read(world[0], owner=SHARED) == []
    assert audit_trail(world[1], NOON.date()) == []


@pytest.mark.parametrize("body", ["{name}", "{context.}", "{context.a b}", "{}", "{{customer}} {agents}"])
def test_an_unknown_placeholder_is_refused(world: World, body: str) -> None:
    with pytest.raises(InvalidFieldError, match=r"body: '\{.*\{context.key\}"):
        saved(world, body=body)


def test_limits_are_named(world: World) -> None:
    with pytest.raises(TooLongError, match="body: it has 4001"):
        saved(world, body="x" * 4001)
    with pytest.raises(InvalidFieldError, match="reply_id"):
        saved(world, "a b")


def test_there_are_at_most_so_many() -> None:
    world = a_messenger(), a_router()
    for number in range(MOST_REPLIES):
        saved(world, f"r{number}")
    with pytest.raises(InvalidFieldError, match=f"replies: .* at most {MOST_REPLIES}"):
        saved(world, "more")


def test_a_lost_reply_loses_and_doubles_nothing() -> None:
    table = ForgetfulTable()
    world = a_messenger(table), a_router(table.memory.beside("routing"))
    assert isinstance(saved(world), Reply)
    assert removed(world, 1) is None
    assert replies_read(world[0], owner=SHARED) == []

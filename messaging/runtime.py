"""Runtime of messaging: messenger and inbox of this process, made from the settings on first use."""

import os
import secrets
import time
from collections.abc import Sequence
from functools import lru_cache

from django.conf import settings

from dynamo.aws_table import DynamoTable
from messaging.administration.following import FollowedScenes
from messaging.cards.card_services import CardServices, read_services
from messaging.chats.centre import Chats, with_companions
from messaging.inbox.opening import InboxParts, inbox_open
from messaging.inbox.source import Source
from messaging.messenger import Messenger
from messaging.model.limits import Limits
from messaging.model.scenes import Scenes, read_scenes
from messaging.services.leased_ids import LeasedIds
from routing import runtime as routing
from routing.model.events import Event
from routing.router import Router
from routing.runtime import SOON, new_id, now, router, skills, skills_of_environment, table_name, table_named


def messages_table_name() -> str:
    """The name of the table of messages."""
    return f"{table_name()}-messages"


@lru_cache(maxsize=1)
def inbox() -> InboxParts:
    """The inbox of this process; it connects at its first use."""
    return inbox_open(settings.REDIS_URL, Source(_table()), clock=now, new_id=new_id)


@lru_cache(maxsize=1)
def messenger() -> Messenger:
    """The messenger of this process; it sends nothing before the first service call."""
    return Messenger(
        table=_table(),
        announcer=inbox().announcer,
        ids=LeasedIds(_table(), now, owner=new_id(), choose=secrets.randbelow),
        clock=now,
        new_id=new_id,
        limits=_limits(),
    )


def messenger_beside(router: Router) -> Messenger:
    """A messenger on a table of its own beside that of a router; no device gets news of it."""
    table = table_named(f"{router.table.name}-messages")
    ids = LeasedIds(table, router.clock, owner=new_id(), choose=secrets.randbelow)
    return Messenger(table=table, ids=ids, clock=router.clock, new_id=router.new_id)


@lru_cache(maxsize=1)
def _table() -> DynamoTable:
    return table_named(messages_table_name())


def _limits() -> Limits:
    return Limits(
        members=settings.GROUP_MEMBERS,
        recall_seconds=settings.RECALL_SECONDS,
        scene_days=lambda scene: scenes().days_kept(scene) or routing.retention().messages,
    )


def chats() -> Chats:
    """The chats of this process."""
    return Chats(messenger(), router())


def with_chats(bare: Router) -> Router:
    """The router of this process, whose changes of chats write their messages."""
    return with_companions(bare, messenger(), scenes())


def announce(events: Sequence[Event]) -> None:
    """Announces the messages that this process has just committed with changes of chats."""
    chats().beside.announce(events)


@lru_cache(maxsize=1)
def scenes() -> Scenes:
    """The scenes as they are now, of settings and table. Raises InvalidFieldError."""
    setting = read_scenes(settings.SCENES, skills_of_environment())
    table = table_named(messages_table_name(), SOON)
    return Scenes(FollowedScenes(setting, table, skills, time.monotonic))


def scenes_of_settings() -> Scenes:
    """The scenes of the settings alone."""
    following = scenes().by_name
    assert isinstance(following, FollowedScenes)
    return following.setting


@lru_cache(maxsize=1)
def card_services() -> CardServices:
    """The services of cards, of the settings. Raises InvalidFieldError."""
    return read_services(settings.CARD_SERVICES)


def forget() -> None:
    """Makes messenger, inbox, scenes and services of cards again on their next use, and the router that
    writes with them.
    """
    routing.forget()
    scenes.cache_clear()
    card_services.cache_clear()
    messenger.cache_clear()
    inbox.cache_clear()
    _table.cache_clear()


# Two processes must not give ids under one lease, nor share a connection.
os.register_at_fork(after_in_child=forget)

"""Owns who may see the board, and how that is checked again while a socket stays open."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from channels.auth import get_user
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth.models import PermissionsMixin

PERMISSION = "live.view_board"


@dataclass(frozen=True)
class Refusal:
    """Why a socket is closed; the codes are part of the protocol."""

    code: int
    reason: str


NOT_SIGNED_IN = Refusal(4401, "Sign in to see the board.")
NOT_ALLOWED = Refusal(4403, "You may not see the board; ask a supervisor.")


async def board_refusal(scope: Mapping[str, Any]) -> Refusal | None:
    """None if the session in this scope may see the board now, else why not.

    Reads session, user and permissions from the database each time, so that signing out, an expired
    session, a changed password and a permission taken away all count.
    """
    session_key = getattr(scope.get("session"), "session_key", None)
    if not session_key:
        return NOT_SIGNED_IN
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key=session_key)
    user = await get_user(cast("Any", {"session": store}))  # of a scope, it reads the session only
    if not isinstance(user, PermissionsMixin):
        return NOT_SIGNED_IN  # a user of the site has permissions, the anonymous one has not
    allowed = await database_sync_to_async(user.has_perm)(PERMISSION)
    return None if allowed else NOT_ALLOWED

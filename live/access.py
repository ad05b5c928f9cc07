"""Owns who may see the board, and how that is checked again while a socket stays open."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import PermissionsMixin
from django.http import HttpRequest

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
    return await database_sync_to_async(_session_refusal)(session_key)


def _session_refusal(session_key: str | None) -> Refusal | None:
    request = HttpRequest()  # of a request, Django's reader of users looks at the session only
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key=session_key)
    user = get_user(request)
    if not isinstance(user, PermissionsMixin):
        return NOT_SIGNED_IN  # the anonymous user
    return None if user.has_perm(PERMISSION) else NOT_ALLOWED

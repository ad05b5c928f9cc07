"""Programs and users who watch the board: whether they still may, checked while they do."""

from channels.db import database_sync_to_async
from django.http import HttpRequest

from api.access.allowed import Allowed, caller_of
from api.access.identify import authorization, caller_of_token
from api.access.program_tokens import TokenError
from api.access.scopes import Scope
from live.hub.sessions import session_refusals
from operations.operation import Permission
from routing.runtime import now

WATCHERS = Allowed(Scope.READ, Permission.VIEW_BOARD)


async def still_may(request: HttpRequest) -> bool:
    """Whether the token or the session of a request would be admitted again now."""
    return await database_sync_to_async(_may)(request)


def _may(request: HttpRequest) -> bool:
    if caller_of(request).kind != "program":
        return session_refusals([request.session.session_key]) == [None]
    _, _, token = authorization(request).partition(" ")
    try:
        return Scope.READ in caller_of_token(token.strip(), at=now()).scopes
    except TokenError:
        return False

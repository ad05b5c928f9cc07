"""Limit of open conversations for anonymous customers at one address.

The ids are kept in the shared cache; two simultaneous requests may exceed the limit by one.
"""

from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from api.access.allowed import caller_of
from api.access.client_address import client_address
from api.conventions.problems import Problem
from messaging.exceptions import UnknownChatError
from messaging.runtime import messenger
from messaging.services import head_read

KEPT_SECONDS = 24 * 3600
FIELD = "open conversations"


def begin_at_most(request: HttpRequest, chat: str, *, begun: str = "") -> None:
    """Checks the limit before a conversation begins, and records one that has `begun`.

    Raises Problem: 429. A repeat of a recorded one is allowed.
    """
    caller, limit = caller_of(request), settings.ANONYMOUS_CHATS
    if not caller.is_customer or caller.is_named:
        return
    key = f"api-open-chats:{client_address(request)}"
    noted = [str(one) for one in cache.get(key, [])]
    if begun:
        cache.set(key, list(dict.fromkeys([*noted, begun])), KEPT_SECONDS)
    elif chat not in noted:
        left = [one for one in noted if _is_open(one)]
        cache.set(key, left, KEPT_SECONDS)
        if len(left) >= limit:
            sentence = f"{FIELD}: at most {limit} from one address; close one first"
            raise Problem(HTTPStatus.TOO_MANY_REQUESTS, sentence, "open_chats", FIELD, limit)


def _is_open(chat: str) -> bool:
    """A conversation without a message counts: it can be opened at any time."""
    try:
        head = head_read(messenger(), chat=chat)
    except UnknownChatError:
        return False
    return head.state.open or not head.number

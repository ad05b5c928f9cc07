"""Chats, with the user of a page in the audit trail."""

from dataclasses import replace

from django.http import HttpRequest

from dashboard.operations.acting import acting as acting_router
from messaging.chats.centre import Chats
from messaging.runtime import chats


def acting(request: HttpRequest) -> Chats:
    """The chats, with the user in the audit trail."""
    found = chats()
    user = acting_router(request)
    return replace(found, router=replace(found.router, origin=user.origin, actor=user.actor))

"""Page of one conversation: supervisors read along, write, assign, take over, transfer, close and recall."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse

from accounts.seats import seat_of
from dashboard.access.permissions import SUPERVISE, not_for, shown_to
from dashboard.desk.chat_config import chat_config
from dashboard.formats.stream import stream_from
from dynamo.exceptions import DynamoError
from messaging.chats.reach import chat_check_reach
from messaging.exceptions import MessagingError
from messaging.model.conversations import ChatKind, Conversation
from messaging.model.parties import party_of
from messaging.runtime import chats, messenger
from messaging.services import chat_read
from operations.answers import away
from operations.reach import reach_of
from routing.exceptions import OutOfReachError
from routing.runtime import now, router


@shown_to(SUPERVISE)
def conversation(request: HttpRequest, chat: str) -> HttpResponseBase:
    """A customer's conversation; 404 for an unknown one, 503 while DynamoDB is away.

    403 for supervisors of other teams than its agent's.
    """
    found, trouble = None, ""
    try:
        found = _read(request, chat)
        known = chats()
        chat_check_reach(
            replace(known, router=replace(known.router, reach=reach_of(request.user))), chat=chat
        )
    except OutOfReachError as error:
        return not_for(request, f"{error.why[:1].upper()}{error.why[1:]}.")
    except DynamoError as error:
        trouble = away(error).text
    config = _config(request, found) if found else None
    context = {"trouble": trouble, "config": config, "now": now()}
    return render(
        request, "dashboard/conversations/conversation.html", context, status=503 if trouble else 200
    )


def _read(request: HttpRequest, chat: str) -> Conversation:
    try:
        found = chat_read(messenger(), chat=chat, party=party_of(f"user:{request.user.get_username()}"))
    except MessagingError:
        raise Http404("There is no such conversation. It may have expired.") from None
    if found.kind is not ChatKind.SERVICE:
        raise Http404("There is no such conversation.")
    return found


def _config(request: HttpRequest, found: Conversation) -> dict[str, Any]:
    return {
        **stream_from(now()),
        "title": "Conversation",
        "kiosk": False,
        "chat": found.chat_id,
        "scene": found.scene,
        "party": f"user:{request.user.get_username()}",
        "own": seat_of(request.user),
        "agentName": request.user.get_username(),
        "csrfToken": get_token(request),
        "buttons": [],
        "supervises": True,
        "outcomes": [vars(one) for one in router().outcomes.groups],
        "list": reverse("conversations"),
        "calls": reverse("calls"),
        "chats": chat_config(),
    }

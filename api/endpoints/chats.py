"""Conversations: begun by customers and between colleagues."""

from dataclasses import replace
from http import HTTPStatus
from typing import Annotated

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from api.access.allowed import caller_of
from api.access.kept_answers import id_of_key
from api.access.open_chats import begin_at_most
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import Page, page_of
from api.conventions.problems import Problem, wrong_field
from api.endpoints.chat_fields import Body, Chat, ChatId, ChatOut, MemberOut, PartyText, Title
from api.endpoints.conversing import ALL, STAFF, party_in, party_named, scene_named
from messaging.model.conversations import Conversation, Member
from messaging.model.parties import Party, party_of
from messaging.runtime import messenger
from messaging.services import chat_read, context_read, direct_create, members_read, service_create

router = Router(tags=["conversations"])


class ChatIn(Body):
    """A conversation with the service. Staff and programs name the `contact` and the `scene`."""

    chat: ChatId | None = None
    title: Title = ""
    contact: PartyText | None = None
    scene: Annotated[str, Field(max_length=60)] = ""


class DirectIn(Body):
    """The other party of a conversation of two."""

    other: PartyText


@router.post("/chats", auth=ALL, response={201: ChatOut})
def chat_begin(request: HttpRequest, found: ChatIn) -> Conversation:
    """Begins a conversation with the service. With your own id or key, a repeat returns the same one."""
    contact, scene = _customer(request, found)
    chat = id_of_key(request) if found.chat is None else found.chat
    begin_at_most(request, chat)
    context = context_read(messenger(), contact=contact, digest=caller_of(request).context)
    made = service_create(
        messenger(), contact=contact, scene=scene, title=found.title, chat=chat, context=context
    )
    begin_at_most(request, chat, begun=made.chat_id)
    return _shown(request, made)


@router.post("/chats/direct", auth=STAFF, response={201: ChatOut})
def direct_begin(request: HttpRequest, found: DirectIn) -> Conversation:
    """Begins the conversation of two colleagues or programs, or returns the existing one."""
    other = party_named(found.other, field="other")
    if other.is_customer:
        raise wrong_field("other", "customers can't be in direct conversations; use POST /chats")
    return direct_create(messenger(), by=party_in(request), other=other)


@router.get("/chats/{chat}", auth=ALL, response=ChatOut)
def chat_get(request: HttpRequest, chat: Chat) -> Conversation:
    """Returns a conversation."""
    return _shown(request, chat_read(messenger(), chat=chat, party=party_in(request)))


@router.get("/chats/{chat}/members", auth=STAFF, response=Items[MemberOut])
def members(
    request: HttpRequest, chat: Chat, cursor: Cursor = None, limit: Limit = WHOLE_PAGE
) -> Page[Member]:
    """Lists the members of a conversation, by party."""
    found = members_read(messenger(), chat=chat, party=party_in(request))
    return page_of(sorted(found, key=_place), _place, cursor=cursor, limit=limit)


def _shown(request: HttpRequest, found: Conversation) -> Conversation:
    """The conversation; its context is for staff."""
    return replace(found, context={}) if caller_of(request).is_customer else found


def _place(one: Member) -> tuple[str]:
    return (one.party,)


def _customer(request: HttpRequest, found: ChatIn) -> tuple[Party, str]:
    caller = caller_of(request)
    if caller.is_customer:
        if found.contact or found.scene not in ("", caller.scene):
            sentence = (
                "scene: customers can begin conversations only for themselves, in the scene of their token"
            )
            raise Problem(HTTPStatus.FORBIDDEN, sentence, "token_wrong_scene", "scene")
        return party_in(request), caller.scene
    party_in(request)
    if found.contact is None:
        raise wrong_field("contact", "required")
    return party_of(found.contact, field="contact"), scene_named(found.scene).name

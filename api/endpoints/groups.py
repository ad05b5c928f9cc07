"""Groups: created, joined, left, roles."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from api.access.kept_answers import id_of_key
from api.endpoints.chat_fields import Body, Chat, ChatId, ChatOut, MemberOut, PartyText, Title
from api.endpoints.conversing import STAFF, party_in, party_named, settled
from messaging.model.conversations import ALL_HISTORY, Conversation, Member, Role
from messaging.runtime import messenger
from messaging.services import group_create, group_join, group_leave, group_role_set
from messaging.services.creation import LONGEST_HISTORY, MOST_FIRST_MEMBERS

router = Router(tags=["groups"])


class GroupIn(Body):
    """A group. Later members see all earlier messages (`history` -1), or the last `history` of them."""

    chat: ChatId | None = None
    title: Title = ""
    members: Annotated[tuple[PartyText, ...], Field(max_length=MOST_FIRST_MEMBERS)] = ()
    history: Annotated[int, Field(strict=True, ge=ALL_HISTORY, le=LONGEST_HISTORY)] = ALL_HISTORY


class OneParty(Body):
    """A member, or a party to become one."""

    party: PartyText


class RoleIn(OneParty):
    """A member's new role."""

    role: Role


@router.post("/groups", auth=STAFF, response={201: ChatOut})
def group_post(request: HttpRequest, found: GroupIn) -> Conversation:
    """Creates a group owned by the caller. With your own id or key, a repeat returns the same one."""
    members = [party_named(one, field="members") for one in found.members]
    return group_create(
        messenger(),
        by=party_in(request),
        members=members,
        title=found.title,
        history=found.history,
        chat=id_of_key(request) if found.chat is None else found.chat,
    )


@router.post("/groups/{chat}/join", auth=STAFF, response=MemberOut)
def join(request: HttpRequest, chat: Chat, found: OneParty) -> Member:
    """Adds a member; for admins, the owner, supervisors and programs."""
    party = party_named(found.party)
    return settled(group_join(messenger(), chat=chat, party=party, by=party_in(request)))


@router.post("/groups/{chat}/leave", auth=STAFF, response=MemberOut)
def leave(request: HttpRequest, chat: Chat, found: OneParty) -> Member:
    """Removes a member: the caller, or one with a lower role."""
    party = party_named(found.party)
    return settled(group_leave(messenger(), chat=chat, party=party, by=party_in(request)))


@router.post("/groups/{chat}/role", auth=STAFF, response=MemberOut)
def role(request: HttpRequest, chat: Chat, found: RoleIn) -> Member:
    """Sets a member's role; an owner who hands over the role becomes an admin."""
    party = party_named(found.party)
    by = party_in(request)
    return settled(group_role_set(messenger(), chat=chat, party=party, role=found.role, by=by))

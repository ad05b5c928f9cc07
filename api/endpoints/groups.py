"""Groups: created, joined, left, roles."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from api.endpoints.chat_fields import Body, Chat, ChatId, ChatOut, MemberOut, PartyText, Title
from api.endpoints.conversing import STAFF, party_in, settled
from messaging.model.conversations import ALL_HISTORY, Conversation, Member, Role
from messaging.model.parties import party_of
from messaging.runtime import messenger
from messaging.services import group_create, group_join, group_leave, group_role_set
from messaging.services.creation import LONGEST_HISTORY, MOST_FIRST_MEMBERS

router = Router(tags=["groups"])


class GroupIn(Body):
    """A group. Who joins later sees the history from the beginning (-1), or the last `history` messages."""

    chat: ChatId | None = None
    title: Title = ""
    members: Annotated[tuple[PartyText, ...], Field(max_length=MOST_FIRST_MEMBERS)] = ()
    history: Annotated[int, Field(strict=True, ge=ALL_HISTORY, le=LONGEST_HISTORY)] = ALL_HISTORY


class OneParty(Body):
    """A member, or somebody who becomes one."""

    party: PartyText


class RoleIn(OneParty):
    """A role for a member."""

    role: Role


@router.post("/groups", auth=STAFF, response={201: ChatOut})
def group_post(request: HttpRequest, found: GroupIn) -> Conversation:
    """Creates a group owned by the caller; with an id of yours, a repeat answers the same one."""
    members = [party_of(one, field="members") for one in found.members]
    return group_create(
        messenger(),
        by=party_in(request),
        members=members,
        title=found.title,
        history=found.history,
        chat=found.chat or "",
    )


@router.post("/groups/{chat}/join", auth=STAFF, response=MemberOut)
def join(request: HttpRequest, chat: Chat, found: OneParty) -> Member:
    """Adds a member: by admins, the owner, supervisors and programs."""
    party = party_of(found.party)
    return settled(group_join(messenger(), chat=chat, party=party, by=party_in(request)))


@router.post("/groups/{chat}/leave", auth=STAFF, response=MemberOut)
def leave(request: HttpRequest, chat: Chat, found: OneParty) -> Member:
    """Takes a member out: itself, or by a higher role."""
    party = party_of(found.party)
    return settled(group_leave(messenger(), chat=chat, party=party, by=party_in(request)))


@router.post("/groups/{chat}/role", auth=STAFF, response=MemberOut)
def role(request: HttpRequest, chat: Chat, found: RoleIn) -> Member:
    """Gives a member a role; who gives the owner's away becomes an admin."""
    party = party_of(found.party)
    by = party_in(request)
    return settled(group_role_set(messenger(), chat=chat, party=party, role=found.role, by=by))

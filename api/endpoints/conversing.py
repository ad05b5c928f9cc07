"""Parties of requests about conversations: who writes or reads, lost races."""

from dataclasses import replace
from http import HTTPStatus
from typing import TypeVar

from django.http import HttpRequest

from api.access.acting import acting_by
from api.access.allowed import Allowed, caller_of
from api.access.scopes import Scope
from api.conventions.problems import Problem, wrong_field
from messaging.cards.card_reads import card_now
from messaging.chats.reach import chat_check_reach
from messaging.model.outcomes import Conflict
from messaging.model.parties import ROUTING, Party, PartyKind, party_of
from messaging.model.scenes import Scene
from messaging.runtime import chats, messenger, scenes
from operations.operation import Permission
from routing import selectors
from routing.services import call_check_reach

T = TypeVar("T")
ALL = Allowed(Scope.MESSAGES, Permission.VIEW_BOARD, customers=True)
STAFF = Allowed(Scope.MESSAGES, Permission.VIEW_BOARD)
ALL_SENDERS = Allowed(Scope.MESSAGES, Permission.VIEW_BOARD, customers=True, sends=True)
STAFF_SENDERS = Allowed(Scope.MESSAGES, Permission.VIEW_BOARD, sends=True)
SUPERVISORS = Allowed(Scope.MESSAGES, Permission.SUPERVISE)
NO_DESK = "You need a desk to take part in conversations; ask a supervisor to assign you one."


def party_in(request: HttpRequest) -> Party:
    """The party of the caller. Raises Problem: 403 for users without a desk who do not supervise.

    Raises OutOfReachError for a supervisor, if the conversation or call in the address is with an agent of
    another team.
    """
    caller = caller_of(request)
    if caller.kind == PartyKind.USER:
        if Permission.SUPERVISE not in caller.permissions:
            raise Problem(HTTPStatus.FORBIDDEN, NO_DESK, "no_desk")
        if caller.reach.is_limited:
            _check_reach(request)
    return party_of(caller.party)


def _check_reach(request: HttpRequest) -> None:
    address = request.resolver_match.kwargs if request.resolver_match else {}
    centre = replace(chats(), router=acting_by(request, chats().router))
    card, call_id = address.get("card"), address.get("call_id")
    chat = card_now(messenger(), card=card).chat if card else address.get("chat")
    if chat:
        chat_check_reach(centre, chat=chat)
    elif call_id and (call := selectors.call(centre.router, call_id)):
        call_check_reach(centre.router, call)


def agent_in(request: HttpRequest) -> Party:
    """The agent of the caller's desk. Raises Problem: 400 for all others."""
    party = party_in(request)
    if party.kind is not PartyKind.AGENT:
        raise wrong_field("agent", "only an agent with a desk can do this")
    return party


def party_named(text: str, *, field: str = "party") -> Party:
    """The party that a request names. Raises Problem: 400 for the routing, which is no member of anything."""
    found = party_of(text, field=field)
    if found == ROUTING:
        raise wrong_field(field, "write agent:<id>, contact:<id>, program:<name> or user:<user name>")
    return found


def scene_named(name: str) -> Scene:
    """The scene. Raises Problem: 400."""
    found = scenes().by_name.get(name)
    if found is None:
        raise wrong_field("scene", f"there is no scene {name[:40]!r}")
    return found


def settled(outcome: T | Conflict) -> T:
    """The outcome. Raises Problem: 409 after a lost race."""
    if isinstance(outcome, Conflict):
        raise Problem(HTTPStatus.CONFLICT, outcome.reason)
    return outcome

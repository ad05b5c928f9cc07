"""Parties of devices on sockets, by session or token: checked for many at once while the sockets are open."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from django.conf import settings
from django.contrib.auth.models import User

from api.access import cors
from api.access.allowed import PER_SECONDS, REQUESTS
from api.access.client_address import address_of
from api.access.identify import caller_of_token, log_refused
from api.access.program_tokens import TokenError
from api.access.scopes import Scope
from api.conventions.problems import Problem
from api.conventions.rates import Rate, spend
from messaging.chats.reach import chat_check_reach
from messaging.devices.identity import Claim
from messaging.model.parties import Party, PartyKind, party_of
from messaging.runtime import chats, scenes
from operations.operation import Permission
from operations.reach import reach_of
from routing.exceptions import OutOfReachError
from routing.runtime import now
from sockets.refusals import FLOODED, FORBIDDEN, SIGNED_OUT, Refusal
from sockets.sessions import session_users

NOT_SIGNED_IN = Refusal(SIGNED_OUT, "Sign in, or send a token.")
NO_DESK = Refusal(
    FORBIDDEN, "You need a desk to take part in conversations; ask a supervisor to assign you one."
)
NO_SUPERVISOR = Refusal(FORBIDDEN, "Only a supervisor may ask as one.")
NO_SCOPE = Refusal(FORBIDDEN, f"The token needs the scope {Scope.MESSAGES}.")
OTHER_PAGE = Refusal(FORBIDDEN, cors.OTHER_PAGE)


def identify_devices(claims: Sequence[Claim]) -> list[Party | Refusal]:
    """The party of each claim, or why there is none; five queries for all sessions."""
    users = session_users([claim.session_key for claim in claims])
    parties, supervisors = _parties({user for user in users if user is not None})

    def of_user(claim: Claim, user: User | None) -> Party | Refusal:
        if user is None:
            return NOT_SIGNED_IN
        if claim.supervises:
            return supervisors.get(user.pk, NO_SUPERVISOR)
        return parties.get(user.pk, NO_DESK)

    return [
        _holder(claim) if claim.token else of_user(claim, user)
        for claim, user in zip(claims, users, strict=True)
    ]


def within_reach(party: str, chat: str) -> bool:
    """Whether a user may follow a conversation: supervisors of some teams, that of their agents."""
    kind, _, name = party.partition(":")
    user = User.objects.filter(username=name, is_active=True).first() if kind == PartyKind.USER else None
    if user is None:
        return kind != PartyKind.USER
    found = chats()
    try:
        chat_check_reach(replace(found, router=replace(found.router, reach=reach_of(user))), chat=chat)
    except OutOfReachError:
        return False
    return True


def _holder(claim: Claim) -> Party | Refusal:
    try:
        caller = caller_of_token(claim.token, at=now())
    except TokenError as error:
        return _refused(claim, error)
    if not caller.is_customer and Scope.MESSAGES not in caller.scopes:
        return NO_SCOPE
    return party_of(caller.party) if _may_use(claim.origin, caller.scene) else OTHER_PAGE


def _refused(claim: Claim, error: TokenError) -> Refusal:
    """Counted with the requests of unknown callers from the same address."""
    address = address_of(claim.peer, claim.forwarded)
    try:
        spend(Rate(REQUESTS, settings.API_LIMITS["address"], PER_SECONDS), sender=address)
    except Problem as problem:
        return Refusal(FLOODED, problem.detail)
    log_refused(error, address)
    return Refusal(SIGNED_OUT, str(error))


def _may_use(origin: str, scene: str) -> bool:
    """Whether a page of another site may use a token; a program's token may be used on none."""
    if not origin:
        return True
    known = scenes().by_name.get(scene)
    return known is not None and origin in known.origins


def _parties(users: Collection[User]) -> tuple[Mapping[int, Party], Mapping[int, Party]]:
    """The parties of these users, agents at their desks, otherwise supervisors; and of all supervisors."""
    ids = {user.pk for user in users}
    seats = dict(User.objects.filter(pk__in=ids).values_list("pk", "seat__agent_id"))
    viewers, may_supervise = _with(Permission.VIEW_BOARD, ids), _with(Permission.SUPERVISE, ids)
    supervisors = {
        user.pk: Party(PartyKind.USER, user.get_username()) for user in users if user.pk in may_supervise
    }
    agents = {pk: Party(PartyKind.AGENT, str(seat)) for pk, seat in seats.items() if seat and pk in viewers}
    return {**supervisors, **agents}, supervisors


def _with(permission: Permission, ids: Collection[int]) -> set[int]:
    allowed = User.objects.with_perm(permission, backend=settings.AUTHENTICATION_BACKENDS[0])
    return set(allowed.filter(pk__in=ids).values_list("pk", flat=True))

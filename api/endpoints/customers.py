"""Customers: tokens for those who write, anonymous or named by the host site; renewal."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import ConfigDict, Field

from api.access.allowed import spend_by_address
from api.access.client_address import client_address
from api.access.cors import check_page
from api.access.customer_tokens import (
    Customer,
    Identity,
    contact_named,
    contact_new,
    customer_of,
    customer_signed,
    identity_of,
)
from api.access.identify import unauthorized
from api.access.kept_answers import claims_itself, key_claim
from api.access.key_header import HEADER, LONGEST, PARAMETER
from api.access.program_tokens import TokenError
from api.conventions.faults import code_of
from api.conventions.moments import Moment
from api.conventions.problems import wrong_field
from api.endpoints.conversing import scene_named, settled
from messaging.exceptions import MergedElsewhereError, TooManyAliasesError
from messaging.model.outcomes import Conflict
from messaging.model.parties import Party, PartyKind
from messaging.model.profiles import check_context, check_name, digest_of
from messaging.model.scenes import Scene
from messaging.runtime import messenger
from messaging.services import contact_merge, profile_keep
from routing.runtime import now

router = Router(tags=["customers"])
LONGEST_TOKEN = 2000
LONGEST_IDENTITY = 20_000  # a context of 2,000 characters, escaped and encoded
# Nobody is signed in yet: who knows the key gets the token of its first request.
SHORTEST_KEY = 32
SECRET_KEY = {
    **PARAMETER,
    "description": f"{PARAMETER['description']}, with its token; random, at least {SHORTEST_KEY} characters",
    "schema": {"type": "string", "pattern": f"^[A-Za-z0-9_-]{{{SHORTEST_KEY},{LONGEST}}}$"},
}


class CustomerIn(Schema):
    """`token`: an anonymous customer's last one, to stay the same contact. `identity`: signed by the site."""

    model_config = ConfigDict(extra="forbid")

    scene: Annotated[str, Field(min_length=1, max_length=60)]
    token: Annotated[str, Field(max_length=LONGEST_TOKEN)] = ""
    identity: Annotated[str, Field(max_length=LONGEST_IDENTITY)] = ""


class CustomerOut(Schema):
    """A token, valid for an hour. `not_merged`: why the customer of the old token was not merged, if so."""

    token: str
    party: str
    scene: str
    is_named: bool
    expires_at: Moment
    not_merged: str


@router.post(
    "/customers",
    auth=None,
    response={201: CustomerOut},
    openapi_extra={"parameters": [SECRET_KEY]},
)
@claims_itself
def customers(request: HttpRequest, found: CustomerIn) -> dict[str, Any]:
    """Creates or renews a customer's token. With an identity, the customer of `token` becomes named."""
    spend_by_address(request)
    scene, at = scene_named(found.scene), now()
    check_page(request, scene.name)
    _claim(request)
    try:
        identity = _identity(scene, found, at) if found.identity else None
        contact = contact_named(scene.site, identity.subject) if identity else _anonymous(scene, found, at)
    except TokenError as error:
        raise unauthorized(str(error), error.code) from None
    is_named = bool(found.identity)
    not_merged = _not_merged(scene, found, Party(PartyKind.CONTACT, contact), at) if is_named else ""
    context = _kept(Party(PartyKind.CONTACT, contact), identity) if identity else ""
    token, ends = customer_signed(contact, scene.name, is_named=is_named, at=at, context=context)
    return {
        "token": token,
        "party": f"contact:{contact}",
        "scene": scene.name,
        "is_named": is_named,
        "expires_at": ends,
        "not_merged": not_merged,
    }


def _claim(request: HttpRequest) -> None:
    """Claims the key, for this address and page. Raises AnsweredBefore, and Problem: 400 for a short key."""
    if 0 < len(request.headers.get(HEADER, "")) < SHORTEST_KEY:
        takes = f"at least {SHORTEST_KEY} random characters, since a repeat gets the token"
        raise wrong_field(HEADER, takes, limit=SHORTEST_KEY)
    key_claim(request, sender=f"{client_address(request)} {request.headers.get('Origin', '')}")


def _anonymous(scene: Scene, found: CustomerIn, at: datetime) -> str:
    """The contact of the old token, or a new one. Raises TokenError."""
    before = _before(scene, found, at)
    if before is not None and before.is_named:
        raise TokenError(
            "identity: a named customer's token can't be renewed; send a new identity from the site",
            "identity_needed",
        )
    return before.contact if before else contact_new()


def _identity(scene: Scene, found: CustomerIn, at: datetime) -> Identity:
    """Who the customer is. Raises TokenError and Problem."""
    if not scene.secret:
        raise wrong_field(
            "identity", f"the scene {scene.name} has no secret to check it with; set one in SCENES"
        )
    return identity_of(found.identity, scene=scene.name, secret=scene.secret, at=at)


def _kept(contact: Party, identity: Identity) -> str:
    """Keeps what the identity says of the contact; the digest of its context. Raises MessagingError."""
    name, context = check_name(identity.name), check_context(identity.context)
    if name or context:
        settled(profile_keep(messenger(), contact=contact, name=name, context=context))
    return digest_of(context)


def _not_merged(scene: Scene, found: CustomerIn, into: Party, at: datetime) -> str:
    """Merges the customer of the old token; why not, if it cannot be: nobody is kept from signing in."""
    try:
        before = _before(scene, found, at)
        if before is None or before.is_named:
            return ""
        alias = Party(PartyKind.CONTACT, before.contact)
        outcome = contact_merge(messenger(), alias=alias, into=into)
    except TokenError as error:
        return error.code
    except (TooManyAliasesError, MergedElsewhereError) as error:
        return code_of(error)
    return "conflict" if isinstance(outcome, Conflict) else ""


def _before(scene: Scene, found: CustomerIn, at: datetime) -> Customer | None:
    before = customer_of(found.token, at=at, is_renewal=True) if found.token else None
    if before is not None and before.scene != scene.name:
        raise TokenError("token: issued for another scene", "token_wrong_scene")
    return before

"""Contacts: a customer and the anonymous contacts merged into it; merge and unmerge."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from api.endpoints.chat_fields import Body
from api.endpoints.conversing import STAFF, SUPERVISORS, party_in, settled
from messaging.model.parties import Party, party_of
from messaging.runtime import messenger
from messaging.services import contact_family, contact_merge, contact_unmerge, profile_read

router = Router(tags=["contacts"])
ContactId = Annotated[str, Field(min_length=1, max_length=100)]


class FamilyOut(Schema):
    """A contact: the first of `family` is itself, the others are merged into it."""

    contact: str
    family: list[str]


class ContactOut(FamilyOut):
    """A contact with its name, as given by its site."""

    name: str


class AliasIn(Body):
    """The anonymous contact."""

    alias: ContactId


@router.get("/contacts/{contact}", auth=STAFF, response=ContactOut)
def contact_get(request: HttpRequest, contact: str) -> dict[str, object]:
    """Returns a contact with those merged into it; one that was never merged is alone."""
    party_in(request)
    found = _named(contact)
    return {**_shown(found), "name": profile_read(messenger(), contact=found).name}


@router.post("/contacts/{contact}/merge", auth=SUPERVISORS, response=FamilyOut)
def merge(request: HttpRequest, contact: str, found: AliasIn) -> dict[str, object]:
    """Merges an anonymous contact into this one, who then sees both timelines."""
    into = _named(contact)
    settled(contact_merge(messenger(), alias=_named(found.alias, field="alias"), into=into))
    return _shown(into)


@router.post("/contacts/{contact}/unmerge", auth=SUPERVISORS, response=FamilyOut)
def unmerge(request: HttpRequest, contact: str, found: AliasIn) -> dict[str, object]:
    """Undoes a merge."""
    into = _named(contact)
    settled(contact_unmerge(messenger(), alias=_named(found.alias, field="alias"), into=into))
    return _shown(into)


def _named(contact: str, *, field: str = "contact") -> Party:
    return party_of(f"contact:{contact}", field=field)


def _shown(contact: Party) -> dict[str, object]:
    family = contact_family(messenger(), contact=contact)
    return {"contact": contact.name, "family": [one.name for one in family]}

"""Contacts: search, a customer and the anonymous contacts merged into it, merge and unmerge."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import BadCursorError, Page, cursor_at, place_in
from api.endpoints.chat_fields import Body
from api.endpoints.conversing import STAFF, SUPERVISORS, party_in, settled
from messaging.model.parties import Party, party_of
from messaging.runtime import messenger
from messaging.services import contact_family, contact_merge, contact_unmerge, profile_read
from messaging.services.contact_search import Found, contacts_search

router = Router(tags=["contacts"])
Asked = Annotated[str, Query(min_length=1, max_length=100, description="words of a name, or an id")]
ContactId = Annotated[str, Field(min_length=1, max_length=100)]


class FamilyOut(Schema):
    """A contact: the first of `family` is itself, the others are merged into it."""

    contact: str
    family: list[str]


class ContactOut(FamilyOut):
    """A contact with its name, as given by its site."""

    name: str


class ListedContactOut(Schema):
    """A contact in a list, with its name, as given by its site."""

    contact: str
    name: str


class AliasIn(Body):
    """The anonymous contact."""

    alias: ContactId


@router.get("/contacts", auth=SUPERVISORS, response=Items[ListedContactOut])
def contact_search(
    request: HttpRequest, q: Asked, cursor: Cursor = None, limit: Limit = WHOLE_PAGE
) -> Page[Found]:
    """Finds contacts by words of their names, or their beginnings, and one by its id; sorted by name.

    A page may have fewer contacts than asked for, and still a `next`.
    """
    party_in(request)
    after = _place_in(cursor) if cursor else ""
    found = contacts_search(messenger(), q, after=after, limit=limit)
    return Page(found.contacts, cursor_at((found.next,)) if found.next else None)


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


def _place_in(cursor: str) -> str:
    match place_in(cursor):
        case (str() as place,) if place and "\0" not in place:
            return place
    raise BadCursorError(cursor)


def _named(contact: str, *, field: str = "contact") -> Party:
    return party_of(f"contact:{contact}", field=field)


def _shown(contact: Party) -> dict[str, object]:
    family = contact_family(messenger(), contact=contact)
    return {"contact": contact.name, "family": [one.name for one in family]}

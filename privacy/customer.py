"""Customer as all stores know one: contacts of conversations, and what calls say of who called."""

from dataclasses import dataclass

from messaging.erasing.kept import chats_of, contact_name, is_known, phones_of, whole_contact
from messaging.exceptions import InvalidFieldError
from messaging.messenger import Messenger
from messaging.model.parties import Party, PartyKind, party_of
from routing.model.calls import MAX_TEXT_LENGTH

PREFIX = f"{PartyKind.CONTACT}:"


@dataclass(frozen=True)
class Customer:
    """Ids of contacts, the named one first; texts under which calls have the customer; the name, if known."""

    contacts: tuple[str, ...]
    callers: tuple[str, ...]
    name: str = ""


def customer_named(messenger: Messenger, text: str) -> Customer:
    """The customer with this contact or caller: `contact:<id>`, the id alone, or a caller as calls show it.

    A contact comes with those merged into it or with it, and with the phone numbers that the site said of
    them. Raises DynamoError.
    """
    contact = _contact(text)
    if contact is None or not (text.startswith(PREFIX) or is_known(messenger, contact.name)):
        return Customer((), (text[:MAX_TEXT_LENGTH],))
    family = whole_contact(messenger, contact.name).family
    phones = phones_of(messenger, family, chats_of(messenger, family))
    callers = {f"{PREFIX}{one}"[:MAX_TEXT_LENGTH] for one in family} | phones
    return Customer(family, tuple(sorted(callers)), contact_name(messenger, family[0]))


def _contact(text: str) -> Party | None:
    try:
        return party_of(text if text.startswith(PREFIX) else f"{PREFIX}{text}")
    except InvalidFieldError:
        return None

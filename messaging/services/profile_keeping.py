"""Profiles of named contacts: kept as their site tells of them, read by staff."""

from collections.abc import Collection

from dynamo.items import Key
from dynamo.transaction import Transaction
from messaging.messenger import Messenger
from messaging.model.outcomes import BUSY, Conflict
from messaging.model.parties import Party
from messaging.model.profiles import Context, Profile
from messaging.services.contact_merges import contact_family
from messaging.services.together import MOST_TRIES
from messaging.storage.keys import log_of
from messaging.storage.log import read_head
from messaging.storage.name_items import name_keys, names_put
from messaging.storage.profile_items import (
    profile_item,
    profile_key,
    profile_unchanged,
    read_profile,
    read_profiles,
)
from messaging.storage.reads import read_contact, read_contacts, read_cursors


def profile_keep(messenger: Messenger, *, contact: Party, name: str, context: Context) -> Profile | Conflict:
    """Keeps what a site says of a contact; what is known already is not written again."""
    for _ in range(MOST_TRIES):
        before = read_profile(messenger.table, contact.name)
        after = before.told(name, context)
        if after == before:
            return before
        transaction = Transaction(messenger.new_id())
        item = profile_item(after, transaction.operation_id)
        transaction.put(profile_key(contact.name), item, when=profile_unchanged(before.version))
        names_put(transaction, contact.name, before, after)
        if messenger.table.commit(transaction).ok:
            return after
    return BUSY


def profile_read(messenger: Messenger, *, contact: Party) -> Profile:
    """The profile of a contact, or of the named one that it is merged into."""
    into = read_contact(messenger.table, contact.name).merged_into
    return read_profile(messenger.table, into or contact.name)


def names_read(messenger: Messenger, *, contacts: Collection[str]) -> dict[str, str]:
    """The names of those contacts that have one, or whose named contact has."""
    into = {one.contact_id: one.merged_into for one in read_contacts(messenger.table, contacts).values()}
    named = {one: into.get(one) or one for one in contacts}
    profiles = read_profiles(messenger.table, set(named.values()))
    return {
        one: profiles[name].name for one, name in named.items() if name in profiles and profiles[name].name
    }


def context_read(messenger: Messenger, *, contact: Party, digest: str) -> Context:
    """A context of a contact, by its digest; empty without one, or if newer ones have replaced it."""
    return read_profile(messenger.table, contact.name).context(digest) if digest else {}


def profile_keys(messenger: Messenger, contact: str) -> list[Key]:
    """The keys of a profile and of its name."""
    return [profile_key(contact), *name_keys(contact, read_profile(messenger.table, contact))]


def profile_forget(messenger: Messenger, *, contact: Party) -> None:
    """Removes the profile of a contact and of those merged into it, once none of them has a message."""
    family = contact_family(messenger, contact=contact)
    chats = {one.chat for party in family for one in read_cursors(messenger.table, str(party))}
    if any(read_head(messenger.table, log_of(one)) for one in chats):
        return
    transaction = Transaction(messenger.new_id())
    for party in family:
        for key in profile_keys(messenger, party.name):
            transaction.delete(key)
    messenger.table.commit(transaction)

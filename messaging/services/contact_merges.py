"""Merges of contacts: an anonymous one into a named one, undone; nothing is moved."""

from dynamo.transaction import Transaction
from messaging.messenger import Messenger
from messaging.model.contacts import Contact, merged, parted
from messaging.model.outcomes import BUSY, Conflict
from messaging.model.parties import Party, PartyKind
from messaging.services.together import MOST_TRIES
from messaging.storage.contact_items import contact_item, contact_unchanged
from messaging.storage.keys import contact_key
from messaging.storage.reads import read_contact


def contact_merge(messenger: Messenger, *, alias: Party, into: Party) -> Contact | Conflict:
    """Makes an anonymous contact an alias of a named one, which is returned; a repeat changes nothing.

    From then on the named contact sees both timelines, also on connected devices. Raises MergedElsewhereError
    and TooManyAliasesError.
    """
    return _changed(messenger, alias, into, merges=True)


def contact_unmerge(messenger: Messenger, *, alias: Party, into: Party) -> Contact | Conflict:
    """Undoes a merge; a repeat changes nothing. Raises MergedElsewhereError."""
    return _changed(messenger, alias, into, merges=False)


def contact_family(messenger: Messenger, *, contact: Party) -> tuple[Party, ...]:
    """The contact and its aliases, whose conversations are one timeline."""
    family = read_contact(messenger.table, contact.name).family
    return tuple(Party(PartyKind.CONTACT, name) for name in family)


def _changed(messenger: Messenger, alias: Party, into: Party, *, merges: bool) -> Contact | Conflict:
    change = merged if merges else parted
    for _ in range(MOST_TRIES):
        before = [read_contact(messenger.table, one.name) for one in (alias, into)]
        after = change(*before)
        if list(after) == before:
            return after[1]
        transaction = Transaction(messenger.new_id())
        for was, now in zip(before, after, strict=True):
            item = contact_item(now, transaction.operation_id)
            transaction.put(contact_key(now.contact_id), item, when=contact_unchanged(was.version))
        told = (str(alias), str(into), after[0].version)
        messenger.announcer.mark_merge(*told)
        if messenger.table.commit(transaction).ok:
            messenger.announcer.announce_merge(*told)
            return after[1]
    return BUSY

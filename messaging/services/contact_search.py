"""Search of contacts by name, a few words of it or their beginnings, and by id."""

from dataclasses import dataclass

from messaging.messenger import Messenger
from messaging.model.parties import Party, PartyKind
from messaging.model.profiles import Profile, name_words
from messaging.services.profile_keeping import profile_read
from messaging.storage.name_items import Listed, read_listed
from messaging.storage.profile_items import read_profiles
from messaging.storage.reads import read_contact

# Names read for one page; a page may be short where few of those that begin alike fit.
MOST_READ = 500


@dataclass(frozen=True)
class Found:
    """A contact with its name, as given by its site; `place` sorts those found by name, and is empty for one
    found by id.
    """

    contact: str
    name: str
    place: str = ""


@dataclass(frozen=True)
class FoundContacts:
    """Some contacts, and the place behind which the search goes on; empty at its end."""

    contacts: list[Found]
    next: str


def contacts_search(messenger: Messenger, text: str, *, after: str = "", limit: int) -> FoundContacts:
    """The contacts with all these words in their names, sorted by the longest; first the one with this id."""
    words = sorted(name_words(text), key=len, reverse=True)
    found = _by_id(messenger, text.strip()) if not after else []
    if not words:
        return FoundContacts(found, "")
    listed = read_listed(messenger.table, words[0], after=after, limit=MOST_READ)
    profiles = read_profiles(messenger.table, {one.contact for one in listed})
    for one in listed:
        if len(found) == limit:
            return FoundContacts(found, found[-1].place)
        profile = profiles.get(one.contact, Profile())
        if _is_first(one, profile, words[0]) and _has_all(profile, words):
            found.append(Found(one.contact, profile.name, one.place))
    return FoundContacts(found, listed[-1].place if len(listed) == MOST_READ else "")


def _is_first(listed: Listed, profile: Profile, prefix: str) -> bool:
    """Whether the contact is not listed under an earlier word that fits too."""
    return next((word for word in profile.words if word.startswith(prefix)), "") == listed.word


def _has_all(profile: Profile, words: list[str]) -> bool:
    return all(any(one.startswith(word) for one in profile.words) for word in words)


def _by_id(messenger: Messenger, contact: str) -> list[Found]:
    if read_profiles(messenger.table, [contact]) or read_contact(messenger.table, contact).version:
        name = profile_read(messenger, contact=Party(PartyKind.CONTACT, contact)).name
        return [Found(contact, name)]
    return []

"""Items of names: one for each word of a contact's name, in one partition, sorted by word and contact."""

from dataclasses import dataclass

from dynamo.items import Key, key_of
from dynamo.table import Table
from dynamo.transaction import Transaction
from messaging.model.profiles import Profile

NAMES = "Names"
LAST = "\U0010ffff"  # behind every letter
SEPARATOR = " "  # no word has one


@dataclass(frozen=True)
class Listed:
    """A contact under one word of its name; `place` sorts them."""

    word: str
    contact: str

    @property
    def place(self) -> str:
        return f"{self.word}{SEPARATOR}{self.contact}"


def names_put(transaction: Transaction, contact: str, before: Profile, after: Profile) -> None:
    """Lists a contact under the words of its name, and no longer under those of the name before."""
    for word in before.words:
        if word not in after.words:
            transaction.delete(_key(word, contact))
    for word in after.words:
        if word not in before.words:
            transaction.put(_key(word, contact), {})


def name_keys(contact: str, profile: Profile) -> list[Key]:
    """The keys of all items of a contact's name."""
    return [_key(word, contact) for word in profile.words]


def read_listed(table: Table, prefix: str, *, after: str, limit: int) -> list[Listed]:
    """The contacts with a word that starts with the prefix, from behind a place on."""
    items = table.query(NAMES, first=max(prefix, after), last=prefix + LAST, limit=limit + 1)
    listed = [Listed(*key_of(item).sk.split(SEPARATOR, 1)) for item in items]
    return [one for one in listed if one.place != after][:limit]


def _key(word: str, contact: str) -> Key:
    return Key(NAMES, Listed(word, contact).place)

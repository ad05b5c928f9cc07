"""Search of contacts: by words of their names, by id, in pages; a changed name, a removed one."""

import pytest

from dynamo.table import Table
from messaging.erasing.chat_erasing import contact_erase
from messaging.messenger import Messenger
from messaging.model.parties import Party, PartyKind
from messaging.services import contact_search, profile_keep
from messaging.services.contact_search import contacts_search
from tests.messengers import a_messenger

NAMES = {"k1": "María José García-Lee", "k2": "Maria Gar", "k3": "Garcia Garcilaso", "k4": "Kim"}


@pytest.fixture
def messenger(either_table: Table) -> Messenger:
    made = a_messenger(either_table)
    for contact, name in NAMES.items():
        called(made, contact, name)
    return made


def called(messenger: Messenger, contact: str, name: str) -> None:
    profile_keep(messenger, contact=Party(PartyKind.CONTACT, contact), name=name, context={})


def found(messenger: Messenger, text: str) -> list[str]:
    return [one.contact for one in contacts_search(messenger, text, limit=10).contacts]


@pytest.mark.parametrize(
    ("text", "contacts"),
    [
        ("maria", ["k1", "k2"]),
        ("GARCÍA  mar", ["k1"]),
        ("gar", ["k2", "k1", "k3"]),
        ("gar gar", ["k2", "k1", "k3"]),
        ("k4", ["k4"]),
        ("jose maria gar", ["k1"]),
        ("lee, maria", ["k1"]),
        ("nobody", []),
        ("%", []),
    ],
)
def test_a_contact_is_found_by_the_beginnings_of_words_and_by_its_id(
    messenger: Messenger, text: str, contacts: list[str]
) -> None:
    assert found(messenger, text) == contacts


def test_pages_have_each_contact_once(messenger: Messenger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contact_search, "MOST_READ", 2)
    seen, after = [], ""
    while True:
        page = contacts_search(messenger, "gar", after=after, limit=1)
        seen += [one.contact for one in page.contacts]
        after = page.next
        if not after:
            break
    assert seen == ["k2", "k1", "k3"]


def test_a_contact_is_found_by_its_present_name_only_and_not_once_it_is_erased(messenger: Messenger) -> None:
    called(messenger, "k4", "Li")
    assert (found(messenger, "kim"), found(messenger, "li")) == ([], ["k4"])
    contact_erase(messenger, contact="k4")
    assert (found(messenger, "li"), found(messenger, "k4")) == ([], [])
    assert not [one for one in messenger.table.query("Names") if "k4" in str(one["sk"])]

"""Places of devices: those of a named contact have its aliases', and get no hello before these are known."""

import json
from collections.abc import Collection, Mapping

import pytest

from messaging.devices.places import Places
from messaging.devices.subscriptions import DeviceSubscription, Position
from messaging.model.families import Family

ANN, CUSTOMER, NAMED = "agent:ann", "contact:c1", "contact:named"


def a_device(party: str) -> DeviceSubscription:
    return DeviceSubscription(
        party, position=lambda: Position("e1", 5), clock=lambda: 0.0, bound=3, interval_seconds=0.0
    )


async def hello(device: DeviceSubscription) -> str:
    """The epoch of the hello that waits."""
    return str(json.loads(await device.next())["epoch"])


class Store:
    """Families as tests set them."""

    def __init__(self) -> None:
        self.aliases: dict[str, tuple[str, ...]] = {}
        self.merges = 0

    def families(self, parties: Collection[str]) -> Mapping[str, Family]:
        return {party: Family((party, *self.aliases.get(party, ())), self.merges) for party in parties}


@pytest.fixture
def store() -> Store:
    return Store()


async def test_a_named_contact_has_the_places_of_its_aliases_until_the_merge_is_undone(store: Store) -> None:
    places, named, anonymous = Places(store.families), a_device(NAMED), a_device(CUSTOMER)
    for device in (named, anonymous):
        places.add(device)
        assert places.of([NAMED, CUSTOMER]) == set(), "no place before its family is known"
    await places.place()
    assert [await hello(named), await hello(anonymous)] == ["e1", "e1"]

    store.aliases, store.merges = {NAMED: (CUSTOMER,)}, 1
    places.merged([CUSTOMER, NAMED])
    named.send("{}", 6)
    assert (named.family, len(named)) == (None, 0), "it reads its whole list first"
    await places.place()
    assert [await hello(named), places.of([CUSTOMER])] == ["e1~1", {named, anonymous}]
    assert (named.stands_for(CUSTOMER), anonymous.stands_for(NAMED)) == (True, False)

    store.aliases, store.merges = {}, 2
    places.merged([CUSTOMER, NAMED])
    await places.place()
    assert [await hello(named), places.of([CUSTOMER])] == ["e1~2", {anonymous}]


async def test_a_merge_while_families_are_read_has_them_read_again(store: Store) -> None:
    def merged_meanwhile(parties: Collection[str]) -> Mapping[str, Family]:
        if not store.merges:
            store.merges = 1
            places.merged([NAMED])
        return {party: Family((party,)) for party in parties}

    places, named = Places(merged_meanwhile), a_device(NAMED)
    places.add(named)
    await places.place()
    assert named.family is None
    await places.place()
    assert named.family == Family((NAMED,))


async def test_after_news_may_have_been_missed_families_of_customers_are_read_again(store: Store) -> None:
    places, named, ann = Places(store.families), a_device(NAMED), a_device(ANN)
    for device in (named, ann):
        places.add(device)
    await places.place()
    places.forget()
    assert (named.family, ann.family) == (None, Family((ANN,)))
    places.remove(named)
    places.remove(ann)
    assert [*places.parties] == []


@pytest.mark.parametrize(
    ("merges", "known", "bare"),
    [(0, "e1", "e1"), (2, "e1~2", "e1"), (2, "e1~1", ""), (2, "e1", ""), (0, "e1~2", ""), (0, "", "")],
)
def test_an_epoch_counts_the_merges_of_a_family(merges: int, known: str, bare: str) -> None:
    assert Family((NAMED,), merges).bare(known) == bare

"""Keys of the sparse index: group and sort key of an agent or call that is due. Pure."""

from dataclasses import dataclass

from dynamo.changes import Change, Remove, Set
from dynamo.items import INDEX_PK, INDEX_SK, Attributes

Place = tuple[str, str]


@dataclass(frozen=True)
class Misplaced:
    """An agent or call under the wrong index key for its status and times; None means no key."""

    item: Attributes
    subject: str
    version: int
    found: Place | None
    wanted: Place | None

    @property
    def detail(self) -> str:
        return f"is {_words(self.found)}, not {_words(self.wanted)}, at version {self.version}"

    def changes(self) -> tuple[Change, ...]:
        """Changes that give it the right index key."""
        if self.wanted is None:
            return Remove(INDEX_PK), Remove(INDEX_SK)
        group, at = self.wanted
        return Set(INDEX_PK, group), Set(INDEX_SK, at)


def misplaced(item: Attributes, whole: Attributes, *, subject: str, version: int) -> Misplaced | None:
    """The item's wrong index key, if it is wrong; `whole` is the item as the router would write it."""
    found, wanted = _place_of(item), _place_of(whole)
    return None if found == wanted else Misplaced(item, subject, version, found, wanted)


def _place_of(item: Attributes) -> Place | None:
    group, at = item.get(INDEX_PK), item.get(INDEX_SK)
    return None if group is None or at is None else (str(group), str(at))


def _words(place: Place | None) -> str:
    return f"in {place[0]} at {place[1]}" if place else "in no group of the index"

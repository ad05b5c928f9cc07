"""Kinds of cards, from `kinds/<kind>.<version>.json`: title, values, actions, result. Pure.

A kind that changes gets a file with the next version; cards of earlier versions keep theirs.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from messaging.exceptions import InvalidFieldError

RATING = "rating"  # its cards are about a chat
FOLDER = Path(__file__).with_name("kinds")
Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Action:
    """What a person can do with a card. `by`: customer, staff. It `asks_service`, or is done at once.

    `done` is the text shown afterwards; `declines`: it ends the card without success.
    """

    name: str
    title: str
    done: str
    by: tuple[str, ...]
    values: Schema
    asks_service: bool = False
    declines: bool = False


@dataclass(frozen=True)
class CardKind:
    """A kind of card in one version; the schemas of `values`, of each action and of `result` are closed."""

    name: str
    version: int
    title: str
    valid_days: int
    values: Schema
    actions: Mapping[str, Action]
    result: Schema

    @property
    def asks_service(self) -> bool:
        return any(action.asks_service for action in self.actions.values())

    def action(self, name: str) -> Action:
        """Raises InvalidFieldError."""
        found = self.actions.get(name)
        if found is None:
            raise InvalidFieldError("action", name[:40], f"choose one of {', '.join(self.actions)}")
        return found


@lru_cache(maxsize=1)
def all_kinds() -> Mapping[tuple[str, int], CardKind]:
    """Every kind in every version, by name, then version."""
    found = [_read(path) for path in sorted(FOLDER.glob("*.json"))]
    return MappingProxyType({(one.name, one.version): one for one in found})


def newest_kind(name: str) -> CardKind:
    """The kind as it is offered now. Raises InvalidFieldError."""
    versions = [one for (kind, _), one in all_kinds().items() if kind == name]
    if not versions:
        names = sorted({kind for kind, _ in all_kinds()})
        raise InvalidFieldError("kind", name[:40], f"choose one of {', '.join(names)}")
    return max(versions, key=lambda one: one.version)


def _read(path: Path) -> CardKind:
    name, version, _ = path.name.split(".")
    found = json.loads(path.read_text(encoding="utf-8"))
    definitions = {"$defs": found.get("$defs", {})}
    actions = {
        action: Action(
            action,
            said["title"],
            said["done"],
            tuple(said["by"]),
            MappingProxyType({**said["values"], **definitions}),
            said.get("asks_service", False),
            said.get("declines", False),
        )
        for action, said in found["actions"].items()
    }
    return CardKind(
        name=name,
        version=int(version),
        title=found["title"],
        valid_days=found["valid_days"],
        values=MappingProxyType({**found["values"], **definitions}),
        actions=MappingProxyType(actions),
        result=MappingProxyType({**found["result"], **definitions}),
    )

"""Commit of a transaction in memory, by DynamoDB's rules; the caller holds the lock and the meter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeAlias

from dynamo.exceptions import InvalidRequestError, UnfitItemError
from dynamo.items import Key, key_attributes
from dynamo.transaction import ActionKind, Committed, Failure, Refused, names_operation
from tests.memory.items import MemoryItems
from tests.memory.sizes import MAX_ITEM_BYTES, write_units
from tests.memory.stored import Stored

if TYPE_CHECKING:
    from dynamo.transaction import Action, Outcome, Transaction

ItemsOf: TypeAlias = Callable[[Key], MemoryItems]
MAX_TOKENS: Final = 10_000  # DynamoDB forgets a token after ten minutes; without a clock, a number serves


class MemoryCommit:
    """Commits transactions one after another and remembers their tokens."""

    def __init__(self) -> None:
        self._tokens: dict[str, tuple[Action, ...]] = {}

    def copied(self) -> MemoryCommit:
        """Another with the same tokens."""
        other = MemoryCommit()
        other._tokens = dict(self._tokens)
        return other

    def commit(self, items_of: ItemsOf, transaction: Transaction) -> tuple[Outcome, float]:
        """The outcome and the write units it cost; raises InvalidRequestError or TableMissingError before
        anything is applied. `items_of` gives the items of a key's table.
        """
        if self._is_known(transaction):
            return Committed(), 0.0
        failures = tuple(filter(None, (failure(items_of, action) for action in transaction.actions)))
        if any(names_operation(failure.image, transaction.operation_id) for failure in failures):
            return Committed(recovered=True), 0.0
        if failures:
            return Refused(failures), 0.0
        units = apply(items_of, transaction.actions, factor=2)
        self._remember(transaction)
        return Committed(), units

    def _is_known(self, transaction: Transaction) -> bool:
        known = self._tokens.get(transaction.operation_id)
        if known is not None and known != transaction.actions:
            raise InvalidRequestError(
                f"operation id {transaction.operation_id} was used before for other actions; "
                "a new plan needs a new id."
            )
        return known is not None

    def _remember(self, transaction: Transaction) -> None:
        self._tokens[transaction.operation_id] = transaction.actions
        if len(self._tokens) > MAX_TOKENS:
            del self._tokens[next(iter(self._tokens))]


def failure(items_of: ItemsOf, action: Action) -> Failure | None:
    """Why the action's condition does not hold, with the item as it was found; None if it holds."""
    found = items_of(action.key).get(action.key)
    if action.when is None or action.when.holds(found):
        return None
    return Failure(action.key, action.when.name, None if found is None else found.copied())


def apply(items_of: ItemsOf, actions: Iterable[Action], *, factor: int = 1) -> float:
    """Applies all actions, or raises InvalidRequestError before the first; their write units."""
    afterwards = [
        (action.key, items, items.get(action.key), _after(items.get(action.key), action))
        for action in actions
        for items in [items_of(action.key)]
    ]
    for key, items, _, after in afterwards:
        _replace(items, key, after)
    return sum(_units(before, after, factor=factor) for _, _, before, after in afterwards)


def _after(found: Stored | None, action: Action) -> Stored | None:
    """The item as the action leaves it; None if there is none."""
    if action.kind is ActionKind.CHECK:
        return found
    if action.kind is ActionKind.DELETE:
        return None
    item = dict(action.attributes or found or key_attributes(action.key))
    for change in action.changes:
        try:
            change.apply(item)
        except InvalidRequestError as error:
            raise UnfitItemError((action.key,), error.reason) from error
    stored = Stored.of(item)
    if stored.bytes > MAX_ITEM_BYTES:
        raise InvalidRequestError(
            f"the item {action.key.pk} / {action.key.sk} would have {stored.bytes} bytes; "
            f"the limit is {MAX_ITEM_BYTES}."
        )
    return stored


def _units(*items: Stored | None, factor: int) -> float:
    return write_units(max(item.bytes if item else 0 for item in items), factor=factor)


def _replace(items: MemoryItems, key: Key, item: Stored | None) -> None:
    if item is None:
        items.remove(key)
    else:
        items.put(key, item)

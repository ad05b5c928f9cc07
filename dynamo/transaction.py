"""Transaction: its actions and outcomes; sends nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from dynamo.exceptions import DuplicateActionError, InvalidRequestError, TransactionTooLargeError
from dynamo.items import PK, SK, Attributes, Key, Value, key_attributes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dynamo.changes import Change
    from dynamo.conditions import Condition

OPERATIONS: Final = "Operations"
"""The list attribute with the newest operation ids that changed an item."""

MAX_ITEMS: Final = 100
MAX_ID_LENGTH: Final = 36
CONDITION_FAILED: Final = "ConditionalCheckFailed"


class ActionKind(StrEnum):
    """Kinds of actions on an item."""

    PUT = "put"
    UPDATE = "update"
    DELETE = "delete"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Action:
    """One action on one item. `attributes` belong to a put and include the key, `changes` to an update."""

    kind: ActionKind
    key: Key
    when: Condition | None = None
    attributes: Attributes | None = None
    changes: tuple[Change, ...] = ()

    @property
    def writes_operations(self) -> bool:
        """Whether the action writes the list of operation ids, so that the item can be asked later."""
        return OPERATIONS in (self.attributes or ()) or any(
            change.attribute == OPERATIONS for change in self.changes
        )


def put_action(key: Key, attributes: Mapping[str, Value], when: Condition | None = None) -> Action:
    """An action that writes the whole item; `attributes` may leave out the key."""
    return Action(ActionKind.PUT, key, when, attributes={**attributes, **key_attributes(key)})


def update_action(key: Key, changes: tuple[Change, ...], when: Condition | None = None) -> Action:
    """An action that changes attributes. Raises InvalidRequestError."""
    names = {change.attribute for change in changes}
    if not changes or len(names) < len(changes) or names & {PK, SK}:
        raise InvalidRequestError(
            f"the update of {key.pk} / {key.sk} must change at least one attribute, "
            "each only once, and not the key."
        )
    return Action(ActionKind.UPDATE, key, when, changes=changes)


class Transaction:
    """Up to 100 actions on different items, of one table or several, that are applied together or not at all.

    The operation id is also the token of a request to Amazon, so it has at most 36 characters and belongs to
    these very actions, over all tables: a new plan needs a new id. To recognise success after a lost reply,
    write the id into `OPERATIONS` of the lasting items, and put a condition on one of them that the change
    itself makes false.
    """

    def __init__(self, operation_id: str) -> None:
        if not 1 <= len(operation_id) <= MAX_ID_LENGTH:
            raise InvalidRequestError(
                f"the operation id {operation_id!r} has {len(operation_id)} characters; "
                f"1 to {MAX_ID_LENGTH} are allowed."
            )
        self.operation_id = operation_id
        self._actions: dict[Key, Action] = {}

    def put(self, key: Key, attributes: Mapping[str, Value], *, when: Condition | None = None) -> None:
        """Writes the whole item, replacing what was there. `attributes` may leave out the key."""
        self._append(put_action(key, attributes, when))

    def update(self, key: Key, *changes: Change, when: Condition | None = None) -> None:
        """Changes attributes; creates a missing item unless `when` forbids it."""
        self._append(update_action(key, changes, when))

    def delete(self, key: Key, *, when: Condition | None = None) -> None:
        """Removes the item; without a condition it may be absent."""
        self._append(Action(ActionKind.DELETE, key, when))

    def check(self, key: Key, *, when: Condition) -> None:
        """Changes nothing; the transaction is refused unless the condition holds."""
        self._append(Action(ActionKind.CHECK, key, when))

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions in the order they were added."""
        return tuple(self._actions.values())

    def __len__(self) -> int:
        return len(self._actions)

    def __contains__(self, key: Key) -> bool:
        return key in self._actions

    def _append(self, action: Action) -> None:
        if action.key in self._actions:
            raise DuplicateActionError(action.key)
        if len(self._actions) >= MAX_ITEMS:
            raise TransactionTooLargeError(len(self._actions) + 1, MAX_ITEMS)
        self._actions[action.key] = action


@dataclass(frozen=True, slots=True)
class Failure:
    """One action that blocked the transaction.

    `condition` is the name of its condition, or "" if it has none; `image` the item as it was found, None
    if there was none; `code` is DynamoDB's word: `ConditionalCheckFailed`, or `TransactionConflict` and
    the like for an item that was merely busy while the condition of another failed.
    """

    key: Key
    condition: str
    image: Attributes | None
    code: str = CONDITION_FAILED


@dataclass(frozen=True, slots=True)
class Committed:
    """All actions are applied, once. `attempts` counts sends; `recovered`: the reply was lost, and the
    operation id on an item shows the success.
    """

    ok: ClassVar[bool] = True
    attempts: int = 1
    recovered: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The race was lost: at least one condition did not hold, and nothing is applied. `failures` names every
    action that blocked it, in the order of the transaction.
    """

    ok: ClassVar[bool] = False
    failures: tuple[Failure, ...]
    attempts: int = 1


Outcome: TypeAlias = Committed | Refused
"""The known outcome of a commit. An unknown one raises `OutcomeUnknownError`."""


def names_operation(image: Attributes | None, operation_id: str) -> bool:
    """Whether an item names the operation id among the operations that changed it."""
    operations = (image or {}).get(OPERATIONS)
    return isinstance(operations, list) and operation_id in operations

"""Calls erased from the table: with their idempotency keys and what the audit trail says of them.

A call that is not over is left: an agent may still be with it. All of this is safe to repeat.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar

from dynamo.changes import Remove, Set
from dynamo.conditions import Condition, Exists
from dynamo.items import Attributes, Key, key_of
from dynamo.transaction import MAX_ITEMS, Refused, Transaction
from routing.model.calls import Call
from routing.model.command import KEPT
from routing.router import Router
from routing.storage import keys, store
from routing.storage.command_items import REPLY
from routing.storage.conditions import call_gone_or_unchanged

T = TypeVar("T")
A_DAY = timedelta(days=1)
CUSTOMER = "customer"  # from where, once the address is gone
THERE = Condition("trail_entry_is_there", Exists())


def calls_over(router: Router, calls: Collection[Call]) -> list[Call]:
    """Those of the calls that have ended, and that no agent still writes up."""
    ended = [one for one in calls if one.is_ended]
    agents = store.read_agents_by_id(router.table, {one.agent_id for one in ended if one.agent_id})
    held = {call_id for agent in agents for call_id in agent.call_ids}
    return [one for one in ended if one.call_id not in held]


def calls_erase(router: Router, calls: Collection[Call], *, contacts: Collection[str] = ()) -> int:
    """Erases those that are over, and answers their number; `contacts` are those of their customer.

    Raises DynamoError.
    """
    over = calls_over(router, calls)
    names = {one.call_id for one in over}
    for day in sorted({day for one in over for day in _days(one)}):
        _trail_strip(router, day, names, contacts)
    if any(_last_change(one) > router.clock() - KEPT - A_DAY for one in over):
        _keys_erase(router, lambda key, item: _call_shown(key, item) in names)
    return sum(calls_remove(router, some) for some in batches(over))


def calls_remove(router: Router, calls: Iterable[Call]) -> int:
    """Removes items of calls; one that has changed since it was read stays until the next time."""
    versions = {keys.call_key(one.call_id): one.version for one in calls}
    while versions:
        transaction = Transaction(router.new_id())
        for key, version in versions.items():
            transaction.delete(key, when=call_gone_or_unchanged(version))
        outcome = router.table.commit(transaction)
        if not isinstance(outcome, Refused):
            return len(versions)
        for failure in outcome.failures:
            versions.pop(failure.key, None)
    return 0


def _last_change(call: Call) -> datetime:
    return max(call.status_since, *(note.at for note in call.notes), call.created_at)


def _days(call: Call) -> Iterator[date]:
    """The days, in UTC, on which people may have changed it."""
    day, last = call.created_at.astimezone(UTC).date(), _last_change(call).astimezone(UTC).date()
    while day <= last:
        yield day
        day += A_DAY


def _trail_strip(router: Router, day: date, calls: Collection[str], contacts: Collection[str]) -> None:
    """That somebody did something stays; which call it was, and the reason given, go.

    Of what the customer did, such as closing a chat, contact and address go as well.
    """
    for item in router.table.query(keys.trail_of(day)):
        if item.get("CallID") in calls:
            own = (Remove("By"), Set("Origin", CUSTOMER)) if item.get("By") in contacts else ()
            router.table.change(key_of(item), Remove("CallID"), Remove("Reason"), *own, when=THERE)


def replies_erase(router: Router, shows: Callable[[str], bool]) -> None:
    """Removes the idempotency keys whose kept replies show what goes. Raises DynamoError."""
    _keys_erase(router, lambda _key, item: REPLY in item and shows(str(item[REPLY])))


def _keys_erase(router: Router, shows: Callable[[Key, Attributes], bool]) -> None:
    for group in keys.EXPIRY_GROUPS:
        for some in batches(router.table.pending(group)):
            found = router.table.get_many(some)
            remove(router, [key for key, item in found.items() if shows(key, item)])


def _call_shown(key: Key, item: Attributes) -> str:
    """The call that a kept answer is about; empty for another answer."""
    answer = item.get("Answer")
    kept = answer if isinstance(answer, dict) else {}
    shown = kept.get("Call") or kept.get("CallEntry")
    if isinstance(shown, dict):
        return str(shown.get("CallID", ""))
    return key.sk.removeprefix(keys.PART_PREFIX)


def remove(router: Router, found: Sequence[Key]) -> None:
    """Removes these items, whether they are there or not."""
    if found:
        transaction = Transaction(router.new_id())
        for key in found:
            transaction.delete(key)
        router.table.commit(transaction)


def batches(every: Sequence[T]) -> Iterator[Sequence[T]]:
    """Batches of the size of one transaction or read."""
    for start in range(0, len(every), MAX_ITEMS):
        yield every[start : start + MAX_ITEMS]

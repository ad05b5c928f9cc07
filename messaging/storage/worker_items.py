"""Leases of worker ids: at most one process gives ids of a worker and a tick, whatever its clock says.

A lease ends at a tick. Its owner gives no id from that tick on, and the next owner none before it.
"""

from dynamo.changes import Set
from dynamo.conditions import Absent, AnyOf, Below, Condition, Equals
from dynamo.items import Attributes
from dynamo.table import Table
from messaging.exceptions import NoWorkerError
from messaging.model.ids import TICKS, WORKERS
from messaging.storage import keys

OWNER, UNTIL_TICK = "Owner", "UntilTick"


def take_worker(table: Table, owner: str, *, tick: int, until: int, start: int) -> int:
    """A worker id that nobody uses from `tick` on, now leased until another tick. Raises NoWorkerError.

    Workers are tried in order from `start`, those that seem free first.
    """
    leases = {str(item["sk"]): item for item in table.query(keys.WORKERS)}
    for number in range(WORKERS):
        worker = (start + number) % WORKERS
        lease = leases.get(keys.worker_key(worker).sk, {})
        seems_free = lease.get(OWNER) in (None, owner) or _number_in(lease, UNTIL_TICK) <= tick
        if seems_free and _take(table, worker, owner, tick, until):
            return worker
    raise NoWorkerError(WORKERS)


def _take(table: Table, worker: int, owner: str, tick: int, until: int) -> bool:
    # An own lease counts as free, so that a take whose reply was lost may be repeated.
    free = AnyOf(Absent(), Below(UNTIL_TICK, tick + 1), Equals(OWNER, owner))
    changes = (Set(OWNER, owner), Set(UNTIL_TICK, until))
    return table.change(keys.worker_key(worker), *changes, when=Condition("worker_is_free", free)) is None


def _number_in(lease: Attributes, name: str) -> int:
    """The number; one that cannot be read counts as beyond every tick."""
    found = lease.get(name)
    return found if isinstance(found, int) else TICKS


def keep_worker(table: Table, worker: int, owner: str, *, until: int) -> bool:
    """Extends the lease; False if another process has taken the worker since."""
    own = Condition("worker_is_own", Equals(OWNER, owner))
    return table.change(keys.worker_key(worker), Set(UNTIL_TICK, until), when=own) is None

"""Leases of worker ids: at most one process gives ids of a worker and a tick, whatever its clock says.

A lease ends at a tick. Its owner gives no id from that tick on, and the next owner none before it.
"""

from dynamo.changes import Set
from dynamo.conditions import Absent, AnyOf, Below, Condition, Equals
from dynamo.table import Table
from messaging.exceptions import NoWorkerError
from messaging.model.ids import WORKERS
from messaging.storage import keys

OWNER, UNTIL_TICK = "Owner", "UntilTick"


def take_worker(table: Table, owner: str, *, tick: int, until: int, start: int) -> int:
    """A worker id that nobody uses from `tick` on, now leased until another tick. Raises NoWorkerError.

    Workers are tried in order from `start`, those that seem free first.
    """
    ends = {str(item["sk"]): item.get(UNTIL_TICK) for item in table.query(keys.WORKERS)}
    for number in range(WORKERS):
        worker = (start + number) % WORKERS
        end = ends.get(keys.worker_key(worker).sk, 0)
        if isinstance(end, int) and end <= tick and _take(table, worker, owner, tick, until):
            return worker
    raise NoWorkerError(WORKERS)


def _take(table: Table, worker: int, owner: str, tick: int, until: int) -> bool:
    free = Condition("worker_is_free", AnyOf(Absent(), Below(UNTIL_TICK, tick + 1)))
    changes = (Set(OWNER, owner), Set(UNTIL_TICK, until))
    blocked = table.change(keys.worker_key(worker), *changes, when=free)
    # After a lost reply the own lease stands in the way.
    return blocked is None or (blocked.image or {}).get(OWNER) == owner


def keep_worker(table: Table, worker: int, owner: str, *, until: int) -> bool:
    """Makes the own lease longer; False if another has taken the worker since."""
    own = Condition("worker_is_own", Equals(OWNER, owner))
    return table.change(keys.worker_key(worker), Set(UNTIL_TICK, until), when=own) is None

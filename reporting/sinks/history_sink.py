"""History sink: writes the ended calls that events name to the history.

An event only names a call; the record comes from the table. So events may come twice, late or never.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from django.db import DatabaseError

from dynamo.exceptions import DynamoError
from reporting.buffers.batches import Batch
from reporting.connections import let_go
from reporting.exceptions import DeliveryError
from reporting.history.keeping import calls_record
from routing.model.events import EventKind
from routing.router import Router

ENDS = frozenset(
    {
        EventKind.CALL_COMPLETED,
        EventKind.CALL_DEQUEUED,
        EventKind.CALL_ABANDONED,
        EventKind.CALL_REMOVED,
        EventKind.CALL_REJECTED,
        EventKind.CALL_RATED,
    }
)


# One transaction for each call would be a waste for figures that nobody needs at once: the sink rests this
# long, and longer under load, so that it works this share of the time; more if the longest rest is too short
# for that, or more than a batch of a key waits.
REST_SECONDS = (1.0, 5.0)
SHARE = 0.02


class HistorySink:
    """Writes to the database of the settings; thread-safe. `clock` counts seconds."""

    def __init__(self, router: Callable[[], Router], clock: Callable[[], float] = time.monotonic) -> None:
        self._router, self._clock = router, clock
        self.rest_seconds = REST_SECONDS[0]

    def deliver(self, batch: Batch) -> None:
        """See `Sink`."""
        self.deliver_together([batch])

    def deliver_together(self, batches: Sequence[Batch]) -> None:
        """See `Gathering`: the calls of several keys share reads and a transaction."""
        call_ids = {one for batch in batches for one in ended_calls(batch.events())}
        if not call_ids:
            return
        let_go()
        began = self._clock()
        try:
            calls_record(self._router(), call_ids)
        except (DynamoError, DatabaseError) as error:
            raise DeliveryError(f"{type(error).__name__}: {error}") from error
        finally:
            let_go()
        shortest, longest = REST_SECONDS
        self.rest_seconds = min(max((self._clock() - began) / SHARE, shortest), longest)

    def close(self) -> None:
        """Nothing to close."""


def ended_calls(events: Iterable[bytes]) -> Iterator[str]:
    """The calls that these events say ended, or changed since in what the history keeps."""
    for event in events:
        told = json.loads(event)
        # An outcome may be chosen after the end; an event without a reason has saved a note.
        is_outcome = told.get("kind") == EventKind.CALL_OUTCOME_SAVED and told.get("reason")
        if told.get("call_id") and (told.get("kind") in ENDS or is_outcome):
            yield str(told["call_id"])

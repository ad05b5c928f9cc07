"""History from events, whatever becomes of them: a reconciliation makes it complete."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import DatabaseError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reporting.buffers.batches import Batch
from reporting.exceptions import DeliveryError
from reporting.history import rows as history_rows
from reporting.history.keeping import day_reconcile, hours_fill
from reporting.models import CallRecord, Interval
from reporting.sinks.history_sink import HistorySink
from routing import services
from routing.router import Router
from tests.builders import NOON, FakeClock, a_router, a_waiting_call
from tests.thorough import examples

pytestmark = pytest.mark.django_db
CALLS = 6
numbers = st.integers(0, CALLS - 1)
ends = st.tuples(st.just("end"), numbers, st.sampled_from(["abandon", "remove", "dequeue"]))
told = st.tuples(st.just("tell"), st.lists(numbers, max_size=2 * CALLS), st.just(""))
dies = st.tuples(st.just("die"), st.lists(numbers, max_size=CALLS), st.just(""))
fills = st.tuples(st.sampled_from(["fill", "wait"]), st.just(0), st.just(""))
steps = st.lists(st.one_of(ends, ends, told, dies, fills), max_size=25)


def rows() -> list[list[tuple[object, ...]]]:
    intervals = Interval.objects.order_by("length_minutes", "start", "queue")
    names = [field.name for field in Interval._meta.fields if field.name != "id"]
    return [[*intervals.values_list(*names)], [*CallRecord.objects.order_by("call_id").values_list()]]


def forget() -> None:
    Interval.objects.all().delete()
    CallRecord.objects.all().delete()


def batch(told: list[int]) -> Batch:
    events = [{"kind": "callCompleted", "call_id": f"c{number}"} for number in told]
    lines = [b"%013d %s" % (0, json.dumps(event).encode()) for event in events]
    return Batch("key", 1, 0, 0, len(lines), b"\n".join(lines))


@contextmanager
def death_within() -> Iterator[None]:
    """The next batch that is written dies when it has written calls and not all intervals."""
    with patch.object(history_rows, "_counted", side_effect=DatabaseError("killed")):
        yield


def end(router: Router, number: int, how: str) -> None:
    call_id = f"c{number}"
    if how == "abandon":
        services.call_abandon(router, call_id=call_id)
    elif how == "remove":
        services.call_remove(router, call_id=call_id, reason="wrong number", by="olga")
    else:
        services.call_dequeue(router, queue=router.skills.queue_named("W#Spanish#Any"))


def take(router: Router, clock: FakeClock, step: tuple[str, object, str]) -> None:
    what, about, how = step
    sink = HistorySink(lambda: router)
    if what == "end":
        end(router, int(str(about)), how)
    elif what == "wait":
        clock.advance(500)
    elif what == "fill":
        hours_fill(router, since=clock.now - timedelta(hours=1))
    elif isinstance(about, list) and about:
        with death_within() if what == "die" else nullcontext(), suppress(DeliveryError):
            sink.deliver(batch(about))


@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=steps)
def test_events_in_any_order_twice_or_lost_and_a_reconciliation_write_what_it_writes_alone(
    steps: list[tuple[str, object, str]],
) -> None:
    forget()
    clock = FakeClock()
    router = a_router(clock=clock)
    for number in range(CALLS):
        a_waiting_call(router, f"c{number}", language="Spanish" if number % 2 else "French")
        clock.advance(240)
    for step in steps:
        take(router, clock, step)
    day_reconcile(router, NOON.date())
    with_events = rows()
    forget()
    done = day_reconcile(router, NOON.date())

    assert rows() == with_events
    assert len(with_events[1]) == done.calls
    assert day_reconcile(router, NOON.date()).written == 0

"""Batches: what they say of their events."""

from reporting.sinks.sink import envelope, named_events
from tests.unit.reporting.batches import a_batch


def test_each_event_is_named_by_key_beginning_and_number() -> None:
    assert named_events(a_batch(2, key='a"b')) == [
        b'{"key":"a\\"b","since":1763768000000,"number":7,"n":0}',
        b'{"key":"a\\"b","since":1763768000000,"number":8,"n":1}',
    ]


def test_an_envelope_has_the_events_under_one_head() -> None:
    batch = a_batch(2)
    assert envelope(batch, batch.events(), 7) == (
        b'{"key":"W#Spanish#Any","since":1763768000000,"first":7,"count":2,"events":[{"n":0},{"n":1}]}'
    )

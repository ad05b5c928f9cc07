"""What a batch says of its events."""

from reporting.buffers import Batch
from reporting.sinks.sink import envelope, named_events
from tests.unit.reporting.batches import a_batch

MIXED = Batch("k", 1, 0, 10, 3, 0, b"1000000000001 a\n1000000000005 b\n1000000000003 c")


def test_what_is_too_old_at_its_front_goes_and_the_numbers_go_on() -> None:
    left = MIXED.without_stale(1000000000004)

    assert (left.first, left.count, left.lines()) == (11, 2, [b"1000000000005 b", b"1000000000003 c"])
    assert MIXED.without_stale(0) is MIXED
    assert MIXED.without_stale(1000000000009).count == 0


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

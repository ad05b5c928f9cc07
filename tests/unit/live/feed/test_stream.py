"""Stream: numbers what changed, and only that."""

from live.feed.stream import Stream
from tests.unit.live.boards import AT, a_heartbeat, a_snapshot, a_state

LATER = "2026-11-21T08:00:01.000+00:00"


def test_it_counts_one_per_change() -> None:
    stream = Stream("e1", a_state(), at=AT)
    first = stream.advance(a_state(a=1), at=AT)
    second = stream.advance(a_state(a=2), at=LATER)
    assert first is not None
    assert second is not None
    assert [(one.prev, one.seq) for one in (first, second)] == [(0, 1), (1, 2)]
    assert stream.snapshot == a_snapshot(a_state(a=2), seq=2, at=LATER)


def test_it_says_nothing_where_nothing_changed_but_knows_when_it_looked() -> None:
    stream = Stream("e1", a_state(a=1), at=AT)
    assert stream.advance(a_state(a=1), at=LATER) is None
    assert stream.heartbeat == a_heartbeat(0, at=LATER)

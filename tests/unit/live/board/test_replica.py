"""Replica of the board: ends equal to the feed's, whatever is lost, repeated or late."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from live.board.frames import Delta, Frame, Heartbeat, State, apply
from live.board.replica import Replica, Verdict
from live.feed.stream import Stream
from tests.unit.live.boards import AT, a_delta, a_heartbeat, a_snapshot, a_state, states


def a_replica(*, seq: int = 3) -> Replica:
    replica = Replica()
    replica.receive(a_snapshot(a_state(a=seq), seq=seq))
    return replica


def known(replica: Replica) -> tuple[str, int]:
    assert replica.snapshot is not None
    return replica.snapshot.epoch, replica.snapshot.seq


def test_it_asks_for_a_snapshot_while_it_knows_nothing() -> None:
    assert Replica().receive(a_delta(1)).verdict is Verdict.ASK
    assert Replica().receive(a_heartbeat(1)).verdict is Verdict.ASK


def test_it_passes_on_the_next_delta() -> None:
    replica = a_replica(seq=3)
    assert replica.receive(a_delta(4)).verdict is Verdict.FORWARD
    assert known(replica) == ("e1", 4)


def test_it_asks_when_a_delta_is_missing() -> None:
    replica = a_replica(seq=3)
    assert replica.receive(a_delta(5)).verdict is Verdict.ASK
    assert known(replica) == ("e1", 3)


def test_it_ignores_a_delta_it_has_seen() -> None:
    replica = a_replica(seq=3)
    assert replica.receive(a_delta(3)).verdict is Verdict.IGNORE
    assert replica.receive(a_delta(2)).verdict is Verdict.IGNORE


def test_a_heartbeat_reveals_a_lost_last_delta() -> None:
    assert a_replica(seq=3).receive(a_heartbeat(4)).verdict is Verdict.ASK


def test_a_heartbeat_renews_the_moment() -> None:
    replica = a_replica(seq=3)
    later = "2026-11-21T08:00:01.000+00:00"
    assert replica.receive(a_heartbeat(3, at=later)).verdict is Verdict.FORWARD
    assert replica.snapshot is not None
    assert replica.snapshot.at == later


def test_a_heartbeat_overtaken_by_a_delta_is_ignored() -> None:
    assert a_replica(seq=3).receive(a_heartbeat(2)).verdict is Verdict.IGNORE


def test_a_snapshot_after_a_gap_becomes_the_delta_that_was_missed() -> None:
    replica = a_replica(seq=3)
    replica.receive(a_delta(5))
    step = replica.receive(a_snapshot(a_state(b=5), seq=5))
    assert step.verdict is Verdict.HEAL
    assert step.healing is not None
    assert (step.healing.prev, step.healing.seq) == (3, 5)
    assert apply(a_state(a=3), step.healing.difference) == a_state(b=5)


def test_a_snapshot_of_what_it_knows_is_ignored() -> None:
    assert a_replica(seq=3).receive(a_snapshot(seq=3)).verdict is Verdict.IGNORE
    assert a_replica(seq=3).receive(a_snapshot(seq=2)).verdict is Verdict.IGNORE


def test_another_epoch_starts_over() -> None:
    replica = a_replica(seq=3)
    assert replica.receive(a_delta(4, epoch="e2")).verdict is Verdict.ASK
    assert replica.receive(a_snapshot(epoch="e2", seq=0)).verdict is Verdict.RESTART
    assert known(replica) == ("e2", 0)


def test_the_last_words_of_a_replaced_feed_change_nothing() -> None:
    replica = a_replica(seq=3)
    replica.receive(a_snapshot(epoch="e2", seq=0))
    late: list[Frame] = [a_delta(4), a_heartbeat(4), a_snapshot(seq=9)]
    assert {replica.receive(frame).verdict for frame in late} == {Verdict.IGNORE}
    assert known(replica) == ("e2", 0)


@st.composite
def journeys(draw: st.DrawFn) -> tuple[list[State], list[Frame]]:
    """Frames of a feed over one or two terms, as received: some lost, some repeated."""
    said: list[Frame] = []
    history: list[State] = []
    for epoch in draw(st.sampled_from((("e1",), ("e1", "e2")))):
        stream = Stream(epoch, draw(states()), at=AT)
        said.append(stream.snapshot)
        for state in draw(st.lists(states(), max_size=6)):
            delta = stream.advance(state, at=AT)
            said += [delta] if delta else []
            said.append(stream.snapshot if draw(st.booleans()) else stream.heartbeat)
        history.append(stream.snapshot.state)
    arrived = [frame for frame in said for _ in range(draw(st.sampled_from((0, 1, 1, 2))))]
    return history, [*arrived, stream.heartbeat, stream.snapshot]


@settings(suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault of the journeys
@given(journeys())
def test_any_losses_and_repetitions_end_equal_to_the_feed(journey: tuple[list[State], list[Frame]]) -> None:
    history, arrived = journey
    replica = Replica()
    follower: State | None = None
    for frame in arrived:
        step = replica.receive(frame)
        follower = followed(follower, frame, step.verdict, step.healing, replica)
    assert replica.snapshot is not None
    assert replica.snapshot.state == history[-1]
    assert follower == history[-1]


def followed(
    state: State | None, frame: Frame, verdict: Verdict, healing: Delta | None, replica: Replica
) -> State | None:
    """State of a client of this replica after the frame."""
    if verdict is Verdict.RESTART:
        return replica.snapshot.state if replica.snapshot else None
    delta = healing or frame
    if verdict in (Verdict.FORWARD, Verdict.HEAL) and isinstance(delta, Delta) and state is not None:
        return apply(state, delta.difference)
    assert verdict is not Verdict.FORWARD or isinstance(frame, Heartbeat)
    return state

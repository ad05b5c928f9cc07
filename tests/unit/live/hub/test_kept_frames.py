"""Kept frames: what followed a position, or nothing if some of it is gone."""

from live.hub.kept_frames import KeptFrames, Position
from tests.unit.live.boards import a_delta


def kept(*seqs: int, **limits: int) -> KeptFrames:
    found = KeptFrames(**limits)
    for seq in seqs:
        found.add(a_delta(seq), f"frame {seq}")
    return found


def test_what_followed_is_given_in_order() -> None:
    frames = kept(1, 2, 3)

    assert frames.since(Position("e1", 0)) == ["frame 1", "frame 2", "frame 3"]
    assert frames.since(Position("e1", 2)) == ["frame 3"]
    assert frames.since(Position("e1", 3)) == []


def test_another_epoch_and_an_unknown_position_are_not_known() -> None:
    frames = kept(2, 3)

    assert frames.since(Position("another", 2)) is None
    assert frames.since(Position("e1", 0)) is None
    assert frames.since(Position("e1", 9)) is None
    assert kept().since(Position("", 0)) is None


def test_the_oldest_go_beyond_the_number_and_the_size() -> None:
    assert kept(1, 2, 3, most=2).since(Position("e1", 0)) is None
    assert kept(1, 2, 3, most=2).since(Position("e1", 1)) == ["frame 2", "frame 3"]
    assert kept(1, 2, 3, most_characters=7).since(Position("e1", 2)) == ["frame 3"]
    assert kept(1, 2, 3, most_characters=7).since(Position("e1", 1)) is None


def test_after_a_gap_only_what_follows_is_kept() -> None:
    frames = kept(1, 2, 5)

    assert frames.since(Position("e1", 1)) is None
    assert frames.since(Position("e1", 4)) == ["frame 5"]

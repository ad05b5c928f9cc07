"""Builders of board states and of the frames a feed sends about them."""

from hypothesis import strategies as st

from live.board.frames import SECTIONS, Delta, Heartbeat, Json, Row, Snapshot, State, diff

AT = "2026-11-21T08:00:00.000+00:00"
IDS = ("a", "b", "c")


def states() -> st.SearchStrategy[State]:
    """States with few ids and few values, so that changes, deletions and returns all come up."""
    call: st.SearchStrategy[Json] = st.sampled_from([None, "c1"])
    row: st.SearchStrategy[Row] = st.fixed_dictionaries({"version": st.integers(0, 2), "call": call})
    rows = st.dictionaries(st.sampled_from(IDS), row, max_size=3)
    return st.fixed_dictionaries(dict.fromkeys(SECTIONS, rows))


def a_state(**agents: int) -> State:
    """A state with these agents' versions and nothing else."""
    state: State = {section: {} for section in SECTIONS}
    state["agents"] = {name: {"version": version} for name, version in agents.items()}
    return state


def a_snapshot(state: State | None = None, *, epoch: str = "e1", seq: int = 0, at: str = AT) -> Snapshot:
    return Snapshot(epoch, seq, at, a_state() if state is None else state)


def a_delta(
    seq: int, old: State | None = None, new: State | None = None, *, epoch: str = "e1", at: str = AT
) -> Delta:
    return Delta(epoch, seq, seq - 1, at, diff(old or a_state(), new or a_state(a=seq)))


def a_heartbeat(seq: int, *, epoch: str = "e1", at: str = AT) -> Heartbeat:
    return Heartbeat(epoch, seq, at)

"""Frames: round trip as text, refusal by field, a reducer that undoes nothing."""

import json

import pytest
from hypothesis import given

from live.board.frames import (
    Delta,
    Difference,
    Frame,
    Heartbeat,
    Snapshot,
    State,
    apply,
    decode,
    diff,
    empty_state,
    encode,
)
from live.exceptions import FrameError
from tests.unit.live.boards import AT, states


@given(states(), states())
def test_it_turns_any_state_into_any_other(old: State, new: State) -> None:
    assert apply(old, diff(old, new)) == new


@given(states(), states())
def test_applying_twice_changes_nothing_more(old: State, new: State) -> None:
    difference = diff(old, new)
    assert apply(apply(old, difference), difference) == new


@given(states())
def test_it_finds_no_difference_between_equal_states(state: State) -> None:
    assert not diff(state, json.loads(json.dumps(state)))


@given(states(), states())
def test_it_leaves_the_given_state_alone(old: State, new: State) -> None:
    before = json.dumps(old)
    apply(old, diff(old, new))
    assert json.dumps(old) == before


@given(states(), states())
def test_every_frame_survives_its_text(old: State, new: State) -> None:
    frames: list[Frame] = [
        Snapshot("e1", 4, AT, new),
        Delta("e1", 5, 4, AT, diff(old, new)),
        Heartbeat("e1", 5, AT),
    ]
    assert [decode(encode(frame)) for frame in frames] == frames


def test_it_shares_the_sections_a_difference_leaves_alone() -> None:
    state = empty_state() | {"agents": {"a": {"version": 1}}}
    after = apply(state, Difference({"calls": {"c": {"version": 1}}}))
    assert after["agents"] is state["agents"]


def test_it_names_only_what_differs() -> None:
    old: State = {"calls": {"c1": {"version": 1}, "c2": {"version": 1}, "c3": {"version": 1}}}
    new: State = {"calls": {"c2": {"version": 2}, "c3": {"version": 1}}}
    assert diff(old, new) == Difference({"calls": {"c2": {"version": 2}}}, {"calls": ["c1"]})


def test_it_takes_the_deletion_of_what_is_not_there_as_done() -> None:
    after = apply({"calls": {}}, Difference({}, {"calls": ["c1"], "agents": ["a"]}))
    assert after == {"calls": {}, "agents": {}}


GOOD: dict[str, object] = {
    "type": "delta",
    "epoch": "e",
    "seq": 2,
    "prev": 1,
    "at": AT,
    "set": {},
    "del": {},
}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"type": "news"}, "type"),
        ({"type": None}, "type"),
        ({"epoch": ""}, "epoch"),
        ({"epoch": 7}, "epoch"),
        ({"seq": "2"}, "seq"),
        ({"seq": True}, "seq"),
        ({"seq": -1}, "seq"),
        ({"prev": 2}, "prev"),
        ({"prev": None}, "prev"),
        ({"at": None}, "at"),
        ({"set": []}, "set"),
        ({"set": {"agents": []}}, "set"),
        ({"set": {"agents": {"a": 3}}}, "set.agents.a"),
        ({"del": None}, "del"),
        ({"del": {"calls": "c1"}}, "del.calls"),
        ({"del": {"calls": [1]}}, "del.calls"),
        ({"type": "snapshot"}, "state"),
    ],
)
def test_it_names_the_field_that_is_wrong(change: dict[str, object], field: str) -> None:
    with pytest.raises(FrameError) as refused:
        decode(json.dumps(GOOD | change))
    assert refused.value.field == field
    assert field in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[]", '"delta"', "null"])
def test_it_refuses_a_text_that_is_no_object(text: str) -> None:
    with pytest.raises(FrameError, match="text must be"):
        decode(text)

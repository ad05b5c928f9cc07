"""History of a queue: each step of its version id, with what the notices said."""

import pytest

from live.board.frames import State, empty_state
from live.feed.queue_history import MOST_EVENTS, Change, History, Told, decode_change, encode_change
from live.feed.work import Notice

SPANISH = "W#Spanish#Any"
AT = "2026-11-21T12:00:00.000+00:00"


def a_look(version: int, depth: int = 0, *, queue: str = SPANISH) -> State:
    state = empty_state()
    state["call_queues"][queue] = {"version": version, "depth": depth, "oldest": None}
    return state


def a_notice(kind: str, call_id: str, *, queues: tuple[str, ...] = (SPANISH,)) -> Notice:
    return [{"kind": kind, "agent_id": None, "call_id": call_id, "queues": [*queues], "by": ""}]


def a_history(version: int = 7) -> History:
    history = History()
    assert history.observe(a_look(version), [], at=AT) == {}
    return history


def test_a_step_has_its_version_ids_its_depth_and_what_was_told_of_it() -> None:
    notices = [a_notice("callQueued", "c1"), a_notice("callAbandoned", "c1")]
    changes = a_history(7).observe(a_look(9, depth=4), notices, at=AT)

    told = (Told("callQueued", call_id="c1"), Told("callAbandoned", call_id="c1"))
    assert changes == {SPANISH: Change(AT, 7, 9, 4, told=2, events=told)}


def test_who_was_on_the_board_is_named_also_when_gone_from_it() -> None:
    history, before, after = History(), a_look(7), a_look(8)
    before["calls"] = {"c1": {"caller": "Leo Ruiz"}}
    after["agents"] = {"a1": {"name": "Ana Torres"}}
    history.observe(before, [], at=AT)
    notice = [{"kind": "callAbandoned", "agent_id": "a1", "call_id": "c1", "queues": [SPANISH], "by": ""}]
    (event,) = history.observe(after, [notice], at=AT)[SPANISH].events

    assert (event.agent, event.caller) == ("Ana Torres", "Leo Ruiz")


def test_a_queue_that_stands_still_has_no_change() -> None:
    assert a_history(7).observe(a_look(7), [], at=AT) == {}


def test_events_of_other_queues_are_not_taken_for_its_own() -> None:
    notices = [a_notice("callQueued", "c1"), a_notice("callQueued", "c2", queues=("W#French#Any",))]
    change = a_history(7).observe(a_look(8), notices, at=AT)[SPANISH]

    assert [event.call_id for event in change.events] == ["c1"]


def test_a_step_whose_notice_is_still_on_its_way_waits_for_one_look() -> None:
    history = a_history(7)
    assert history.observe(a_look(8, depth=1), [], at=AT) == {}
    change = history.observe(a_look(8, depth=1), [a_notice("callQueued", "c1")], at=AT)[SPANISH]

    assert (change.before, change.version, [event.call_id for event in change.events]) == (7, 8, ["c1"])


def test_a_step_whose_notice_never_comes_is_kept_without_events() -> None:
    history = a_history(7)
    assert history.observe(a_look(8), [], at=AT) == {}
    assert history.observe(a_look(9), [], at=AT) == {SPANISH: Change(AT, 7, 9, 0)}
    # The next one waits again: each missing notice gets its chance.
    assert history.observe(a_look(10), [], at=AT) == {}


def test_a_notice_that_comes_too_late_is_not_laid_upon_the_next_step() -> None:
    history = a_history(7)
    history.observe(a_look(8), [], at=AT)
    history.observe(a_look(8), [], at=AT)
    history.observe(a_look(8), [a_notice("callQueued", "late")], at=AT)
    change = history.observe(a_look(9), [a_notice("callQueued", "c2")], at=AT)[SPANISH]

    assert [event.call_id for event in change.events] == ["c2"]


def test_a_new_table_starts_a_new_history() -> None:
    history = a_history(90)
    assert history.observe(a_look(0), [], at=AT) == {}
    change = history.observe(a_look(1), [a_notice("callQueued", "c1")], at=AT)[SPANISH]

    assert (change.before, change.version) == (0, 1)


def test_of_a_burst_the_first_events_are_kept_and_all_are_counted() -> None:
    notices = [a_notice("callQueued", f"c{number}") for number in range(MOST_EVENTS + 5)]
    change = a_history(0).observe(a_look(MOST_EVENTS + 5), notices, at=AT)[SPANISH]

    assert (change.told, len(change.events)) == (MOST_EVENTS + 5, MOST_EVENTS)


def test_a_change_survives_its_way_through_text() -> None:
    change = Change(AT, 7, 9, 4, told=1, events=(Told("callOffered", "a1", "c1", "mara"),))

    assert decode_change(encode_change(change)) == change


@pytest.mark.parametrize("text", ["", "{", "3", "null", "[]", "{}", '{"events": [{"what": 1}]}'])
def test_a_text_that_is_no_change_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - JSON's own errors are of this kind too
        decode_change(text)


def test_a_notice_with_odd_events_stops_nobody() -> None:
    change = a_history(7).observe(a_look(8), [[{"queues": [SPANISH]}]], at=AT)[SPANISH]

    assert change.events == (Told(""),)


def test_what_an_agent_was_and_became_is_remembered_with_the_reason() -> None:
    told = {"kind": "agentStatusChanged", "agent_id": "a1", "call_id": None, "queues": [SPANISH], "by": "sue"}
    notice: Notice = [{**told, "reason": "paused: Lunch", "was": "queued", "became": "paused"}]
    change = a_history(7).observe(a_look(8), [notice], at=AT)[SPANISH]

    assert change.events == (
        Told("agentStatusChanged", "a1", by="sue", reason="paused: Lunch", was="queued", became="paused"),
    )
    assert decode_change(encode_change(change)) == change

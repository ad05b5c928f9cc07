"""Figures of chats alone: first response, handle time, rating, by queue and scene, of day and window."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from live.figures.formulas import Measure
from live.figures.tally import Tally
from routing.model.calls import Call, CallStatus
from routing.model.policies import Policies, QueuePolicy
from routing.model.queues import CHAT, call_queue
from tests.unit.live.centres import NOON, a_call

CHATS = call_queue("Spanish", "Any", channel=CHAT)
MEASURE = Measure(
    Policies(chats=QueuePolicy(first_response_seconds=30)),
    scene_policy=lambda scene: {"first_response_seconds": 60} if scene == "patient" else {},
)
DONE, TALKING, WAITING = CallStatus.COMPLETED, CallStatus.IN_PROGRESS, CallStatus.QUEUED


def a_chat(
    call_id: str,
    *,
    responded: float | None = None,
    ended: float | None = None,
    status: CallStatus = DONE,
    rating: int = 0,
    scene: str = "car",
) -> Call:
    """A chat queued at noon; moments in seconds after that. It was accepted after 5, if at all."""
    call = a_call(call_id, waited=5 if status in {DONE, TALKING} else None, status=status)
    chat = replace(call, channel=CHAT, scene=scene, rating=rating, queued_at=NOON)
    return replace(chat, responded_at=after(responded), ended_at=after(ended))


def after(seconds: float | None) -> datetime | None:
    return None if seconds is None else NOON + timedelta(seconds=seconds)


def a_tally(*calls: Call) -> Tally:
    tally = Tally(since=NOON, measure=MEASURE)
    for call in calls:
        tally.observe(call)
    return tally


def picked(row: Mapping[str, object], *names: str) -> list[object]:
    return [row[name] for name in names]


def test_first_response_is_a_mean_and_a_share_of_those_responded_and_ended() -> None:
    tally = a_tally(
        a_chat("soon", responded=10, ended=65),
        a_chat("late", responded=50, ended=125),
        a_chat("never", ended=25),
        a_chat("left", status=CallStatus.ABANDONED, ended=40),
        a_chat("waits", status=TALKING),
    )
    row = tally.row(CHAT)
    assert picked(row, "responded", "unresponded", "first_response_seconds") == [2, 2, 30]
    assert row["first_response_level"] == 0.25
    assert row["first_response_target_seconds"] == 30
    assert tally.queue_row(CHATS)["first_response_level"] == 0.25


def test_a_customer_without_a_response_beyond_the_target_counts_as_missed_now() -> None:
    tally = a_tally(a_chat("soon", responded=10, ended=65), a_chat("waits", status=TALKING))
    assert tally.recent_row(NOON + timedelta(seconds=30), CHAT)["first_response_level"] == 1
    late = tally.recent_row(NOON + timedelta(seconds=31), CHAT)
    assert picked(late, "response_overdue", "first_response_level") == [1, 0.5]

    tally.observe(replace(a_chat("waits", responded=32, status=TALKING), version=9))
    responded = tally.recent_row(NOON + timedelta(seconds=33), CHAT)
    assert picked(responded, "response_overdue", "responded", "first_response_level") == [0, 2, 0.5]


def test_one_that_waits_in_the_queue_again_has_had_its_first_response() -> None:
    tally = a_tally(a_chat("back", responded=10, status=WAITING))
    late = tally.recent_row(NOON + timedelta(minutes=5), CHAT)
    assert picked(late, "responded", "response_overdue", "overdue") == [1, 0, 1]


def test_handle_time_and_rating_are_of_chats_that_have_ended() -> None:
    tally = a_tally(
        a_chat("soon", responded=10, ended=65, rating=5),
        a_chat("late", responded=50, ended=125, rating=2),
        a_chat("plain", responded=6, ended=5),
        a_chat("left", status=CallStatus.ABANDONED, ended=40),
        a_chat("waits", status=TALKING),
    )
    row = tally.row(CHAT)
    assert picked(row, "handled", "handle_seconds", "rated", "rating") == [3, 60, 2, 3.5]
    later = tally.recent_row(NOON + timedelta(minutes=31, seconds=10), CHAT)
    assert picked(later, "handled", "rating") == [1, 2], "by the end of the chat"


def test_a_rating_that_comes_later_counts_once() -> None:
    chat = a_chat("soon", responded=10, ended=65)
    tally = a_tally(chat)
    assert tally.row(CHAT)["rating"] is None
    for _ in range(2):
        tally.observe(replace(chat, rating=4, version=chat.version + 1))
    assert picked(tally.row(CHAT), "rated", "rating", "handled") == [1, 4, 1]
    assert picked(tally.recent_row(NOON + timedelta(minutes=2), CHAT), "rated", "rating") == [1, 4]


def test_each_scene_has_figures_by_its_own_target() -> None:
    tally = a_tally(
        a_chat("soon", responded=40, ended=65), a_chat("late", responded=40, ended=65, scene="patient")
    )
    rows = tally.scene_rows(NOON + timedelta(minutes=2))
    assert {name: row["first_response_level"] for name, row in rows.items()} == {"car": 0, "patient": 1}
    assert rows["patient"]["first_response_target_seconds"] == 60
    recent = rows["patient"]["recent"]
    assert isinstance(recent, dict)
    assert picked({**recent}, "answered", "first_response_level") == [1, 1]
    assert tally.row(CHAT)["first_response_level"] == 0.5


def test_a_chat_given_to_a_robot_counts_as_answered_and_has_no_open_response() -> None:
    chat = a_chat("given", status=TALKING)
    tally = a_tally(chat)
    given = replace(
        chat.with_robot("clerk", at=NOON + timedelta(seconds=25), until=None), version=chat.version + 1
    )
    tally.observe(given)
    tally.observe(chat)
    late = tally.recent_row(NOON + timedelta(minutes=5), CHAT)
    assert picked(late, "offered", "answered", "asa_seconds", "response_overdue") == [1, 1, 5, 0]
    tally.of_day(NOON, now=NOON + timedelta(minutes=5))

    closed = given.moved(CallStatus.COMPLETED, at=NOON + timedelta(minutes=9))
    tally.observe(replace(closed, version=given.version + 1))
    row = tally.row(CHAT)
    assert picked(row, "offered", "answered", "unresponded", "handle_seconds") == [1, 1, 1, 20]


def test_a_chat_that_a_robot_hands_back_to_agents_counts_by_its_new_wait() -> None:
    chat = a_chat("given", status=TALKING)
    given = replace(chat.with_robot("clerk", at=NOON, until=None), version=chat.version + 1)
    waits = NOON + timedelta(minutes=5)
    again = replace(chat, status=WAITING, answered_at=None, queued_at=waits, version=given.version + 1)
    tally = a_tally(chat, given, again)
    soon = tally.recent_row(waits + timedelta(seconds=31), CHAT)
    assert picked(soon, "response_overdue", "answered") == [1, 0]


def test_a_new_day_keeps_the_last_hour_of_chats_for_the_window_alone() -> None:
    tally = a_tally(a_chat("soon", responded=10, ended=65, rating=5))
    midnight = NOON + timedelta(minutes=2)
    after = tally.of_day(midnight, now=midnight)
    assert picked(after.row(CHAT), "responded", "rated") == [0, 0]
    assert picked(after.recent_row(midnight, CHAT), "responded", "rated") == [1, 1]


def test_calls_have_none_of_these_figures() -> None:
    tally = a_tally(replace(a_chat("h1", responded=10, ended=65), channel="", scene=""))
    assert not {"rating", "responded", "first_response_target"} & tally.row().keys()
    assert tally.scene_rows(NOON) == {}

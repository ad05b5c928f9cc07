"""Figures by channel: chats change no figure of calls, and have all of them themselves."""

from dataclasses import replace
from datetime import timedelta

from live.figures.agent_minutes import AgentMinutes
from live.figures.formulas import Measure
from live.figures.tally import Tally
from routing.model.agents import AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.policies import Policies, QueuePolicy
from routing.model.queues import CHAT, call_queue
from tests.unit.live.centres import NOON, a_call

CHATS = call_queue("Spanish", "Any", channel=CHAT)
TARGETS = Policies(chats=QueuePolicy(service_level_seconds=60))
PAUSED, QUEUED = AgentStatus.PAUSED, AgentStatus.QUEUED


def a_chat(call_id: str, *, waited: float | None = None, status: CallStatus = CallStatus.IN_PROGRESS) -> Call:
    return replace(a_call(call_id, waited=waited, status=status), channel=CHAT)


def a_tally(*calls: Call) -> Tally:
    tally = Tally(since=NOON, measure=Measure(TARGETS))
    for call in calls:
        tally.observe(call)
    return tally


def test_chats_change_no_figure_of_calls() -> None:
    call = a_call("c1", waited=10, status=CallStatus.IN_PROGRESS)
    alone, beside = (
        a_tally(call),
        a_tally(call, a_chat("h1", waited=50), a_chat("h2", status=CallStatus.QUEUED)),
    )
    now = NOON + timedelta(minutes=2)

    assert beside.row() == alone.row()
    assert beside.recent_row(now) == alone.recent_row(now)
    assert beside.minutes(now) == alone.minutes(now)


def test_chats_have_all_figures_by_their_own_targets() -> None:
    now = NOON + timedelta(minutes=2)
    late = a_chat("h2", waited=70)
    tally = a_tally(
        a_call("c1", waited=10), a_chat("h1", waited=50), late, a_chat("h3", status=CallStatus.QUEUED)
    )

    row = tally.row(CHAT)
    assert (row["offered"], row["answered"], row["service_level"], row["asa_seconds"]) == (3, 2, 0.5, 60)
    assert row["target_seconds"] == 60
    recent = tally.recent_row(now, CHAT)
    assert (recent["answered"], recent["overdue"]) == (2, 1)
    assert tally.queue_row(CHATS)["offered"] == 3
    newest = next(iter(tally.minutes(now, CHAT).values()))
    assert newest["waiting"] == 1
    assert max(int(str(one["longest_seconds"])) for one in tally.minutes(now, CHAT).values()) >= 60


def test_a_minute_counts_chat_rows_apart() -> None:
    minutes = AgentMinutes()
    for second in (59, 61):
        minutes.look(NOON + timedelta(seconds=second), lambda: [QUEUED, PAUSED], lambda: [PAUSED])

    now = NOON + timedelta(minutes=2)
    assert [*minutes.rows(now).values()] == [{"queued": 1, "paused": 1}]
    assert [*minutes.rows(now, CHAT).values()] == [{"paused": 1}]

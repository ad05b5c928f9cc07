"""Term: shows every change in order, survives loss of table and Redis, ends with its lease."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, timedelta

import pytest

from dynamo.exceptions import EngineUnavailableError, TableMissingError
from live.board.frames import Delta, Heartbeat, Snapshot, State
from live.exceptions import LeaseLostError
from live.feed.inbox import Inbox
from live.feed.mirror import Mirror
from live.feed.term import Term
from live.feed.work import Work, work_of
from live.figures.formulas import Measure
from routing import selectors
from routing.model.agent_minutes import AgentMinute, minute_id
from routing.model.agents import AgentStatus, Choice
from routing.model.policies import Policies, QueuePolicy
from routing.services import agent_choose, agent_minute_keep, table_create, table_delete
from routing.services.lease import Lease
from sockets.tasks import end_tasks, run_together
from tests.unit.live.centres import NOON, Centre
from tests.unit.live.feed.recorder import Recorder
from tests.waiting import wait_until_async

COUNTED = ("totals", "figures", "recent", "minutes")


class Stage:
    """A term on a table in memory, with everything a test may want to break."""

    def __init__(self) -> None:
        self.centre = Centre()
        self.centre.router = replace(self.centre.router, follow=lambda _one: self.centre.router)
        Lease(self.centre.router, "dispatcher", seconds=3600).hold()
        self.inbox = Inbox()
        self.recorder = Recorder()
        self.leads = True
        self.trouble: Exception | None = None
        self.refused = self.looks = 0
        self.unwritable: Exception | None = None
        self.refused_minutes = 0
        self.term = Term(
            epoch="e1",
            inbox=self.inbox,
            new_mirror=self._new_mirror,
            publisher=self.recorder,
            leads=lambda: self.leads,
            keep_minute=self._keep_minute,
            now=lambda: f"2026-11-21T12:00:00.{self.recorder.attempts:06}",
        )

    def _new_mirror(self) -> Mirror:
        stage = self

        class Breakable(Mirror):
            def refresh(self, work: Work) -> State:
                if stage.trouble is not None:
                    stage.refused += 1
                    raise stage.trouble
                state = super().refresh(work)
                stage.looks += 1
                return state

        router = self.centre.router
        return Breakable(router, zone=UTC, measure=Measure(router.policies))

    def _keep_minute(self, minute: AgentMinute) -> None:
        if self.unwritable is not None:
            self.refused_minutes += 1
            raise self.unwritable
        agent_minute_keep(self.centre.router, minute=minute)

    async def minute_ends(self) -> None:
        """A look before the end of the minute, and one after it."""
        for seconds in (59, 61):
            self.centre.now = NOON + timedelta(seconds=seconds)
            await self.has_looked(self.looks + 2)  # the first may have begun before

    async def has_looked(self, looks: int) -> None:
        self.inbox.add(Work())
        await wait_until_async(lambda: self.looks >= looks, "it has looked")

    def tell(self) -> None:
        """Hand over the notices of what happened."""
        while self.centre.said:
            self.inbox.add(work_of(self.centre.said.pop(0)))

    @property
    def table(self) -> State:
        return Mirror(self.centre.router, zone=UTC, measure=Measure()).refresh(Work(everything=True))

    def shows_the_table(self) -> bool:
        """Whether it does, but for what comes from counting: that may be there already, or not."""
        shown, there = self.recorder.newest, self.table
        return all(shown.get(section) == rows for section, rows in there.items() if section not in COUNTED)


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    stage = Stage()
    async with playing(stage):
        yield stage


@asynccontextmanager
async def playing(stage: Stage) -> AsyncIterator[asyncio.Task[None]]:
    term = stage.term
    task = asyncio.ensure_future(run_together(term.look(), term.speak(), term.survey(), term.count()))
    await wait_until_async(lambda: stage.recorder.frames or task.done(), "the first frame is said")
    yield task
    await end_tasks([task])


async def test_it_begins_with_a_snapshot_and_goes_on_with_deltas(stage: Stage) -> None:
    assert isinstance(stage.recorder.frames[0], Snapshot)
    stage.centre.agent_waits()
    stage.tell()
    await wait_until_async(stage.shows_the_table, "the agent is shown")
    deltas = [frame for frame in stage.recorder.frames if isinstance(frame, Delta)]
    assert [(frame.prev, frame.seq) for frame in deltas] == [(0, 1)]


async def test_what_changed_without_a_notice_is_shown_after_a_survey(stage: Stage) -> None:
    stage.centre.agent_waits()
    stage.tell()
    await wait_until_async(stage.shows_the_table, "the agent is shown")
    agent_choose(stage.centre.router, agent_id="a1", choice=Choice.PAUSED)
    stage.centre.said.clear()
    await wait_until_async(stage.shows_the_table, "the pause is shown")
    agent_choose(stage.centre.router, agent_id="a1", choice=Choice.OFFLINE)  # moves no queue
    stage.centre.said.clear()
    await wait_until_async(stage.shows_the_table, "being offline is shown")


async def test_changed_settings_are_on_the_board_without_a_new_term(stage: Stage) -> None:
    stage.centre.call_waits("c1")
    stage.tell()
    stage.inbox.recount_wanted.set()
    key = "W#Spanish#Any"
    await wait_until_async(lambda: key in stage.recorder.newest.get("figures", {}), "the day is counted")
    policies = Policies(default=QueuePolicy(service_level_seconds=45))
    stage.centre.router = replace(stage.centre.router, policies=policies)
    await wait_until_async(
        lambda: stage.recorder.newest.get("figures", {}).get(key, {}).get("target_seconds") == 45,
        "the board measures by them",
    )
    assert len(stage.recorder.of(Snapshot)) == 1


async def test_it_says_a_heartbeat_while_nothing_happens(stage: Stage) -> None:
    await wait_until_async(lambda: stage.recorder.of(Heartbeat), "the heart beats")
    assert stage.recorder.of(Delta) == []


async def test_a_rush_of_changes_makes_at_most_four_frames_a_second(stage: Stage) -> None:
    began = time.monotonic()
    for number in range(30):
        stage.centre.call_waits(f"c{number}")
        stage.tell()
        await asyncio.sleep(0.02)
    await wait_until_async(stage.shows_the_table, "all calls are shown")
    took = time.monotonic() - began

    assert 1 < len(stage.recorder.of(Delta)) <= 1 + 4 * took


async def test_a_request_gets_a_snapshot_of_the_present(stage: Stage) -> None:
    stage.centre.agent_waits()
    stage.tell()
    await wait_until_async(stage.shows_the_table, "the agent is shown")
    for _ in range(20):
        stage.inbox.snapshot_wanted.set()
    await wait_until_async(lambda: len(stage.recorder.of(Snapshot)) == 2, "a snapshot is said")
    snapshot = stage.recorder.of(Snapshot)[-1]
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.seq, {**snapshot.state, "totals": {}}) == (1, stage.table)


async def test_the_heart_beats_on_while_the_table_is_away_and_says_how_old_the_values_are(
    stage: Stage,
) -> None:
    stage.trouble = EngineUnavailableError("http://127.0.0.1:9")
    stage.centre.agent_waits()
    stage.tell()
    beats_before = len(stage.recorder.of(Heartbeat))
    await wait_until_async(
        lambda: len(stage.recorder.of(Heartbeat)) >= beats_before + 2, "the heart beats on"
    )
    assert len({frame.at for frame in stage.recorder.of(Heartbeat)[-2:]}) == 1
    stage.trouble = None
    await wait_until_async(stage.shows_the_table, "what happened meanwhile is shown")


async def test_a_new_table_is_shown_as_it_is(stage: Stage) -> None:
    stage.centre.agent_waits()
    stage.tell()
    await wait_until_async(stage.shows_the_table, "the agent is shown")
    table_delete(stage.centre.router)
    stage.trouble = TableMissingError("memory")
    stage.inbox.add(Work(everything=True))
    await wait_until_async(lambda: stage.refused, "the table is missed")
    table_create(stage.centre.router)
    Lease(stage.centre.router, "dispatcher", seconds=3600).hold()
    stage.trouble = None
    await wait_until_async(stage.shows_the_table, "the empty table is shown")
    assert stage.recorder.newest["agents"] == {}


async def test_a_frame_that_got_lost_is_followed_by_a_snapshot(stage: Stage) -> None:
    stage.recorder.is_away = True
    stage.centre.agent_waits("a1")
    stage.tell()
    attempts = stage.recorder.attempts
    await wait_until_async(lambda: stage.recorder.attempts > attempts, "the wire failed")
    stage.recorder.is_away = False
    stage.centre.agent_waits("a2")
    stage.tell()
    await wait_until_async(lambda: "a2" in stage.recorder.newest.get("agents", {}), "both are shown")
    assert stage.shows_the_table()


async def test_totals_come_once_counted(stage: Stage) -> None:
    stage.centre.call_waits()
    stage.inbox.look_at_everything()
    await wait_until_async(lambda: stage.recorder.newest.get("totals"), "totals are shown")
    assert stage.recorder.newest["totals"]["today"]["offered"] == 1


async def test_it_falls_silent_when_the_lease_is_lost() -> None:
    stage = Stage()
    async with playing(stage) as task:
        stage.leads = False
        said = len(stage.recorder.frames)
        await wait_until_async(task.done, "the term is over")
        assert len(stage.recorder.frames) == said
        assert isinstance(task.exception(), LeaseLostError)


async def test_totals_come_though_the_table_was_missing_at_first() -> None:
    stage = Stage()
    stage.trouble = TableMissingError("memory")
    async with asyncio.timeout(20):
        playing_on = asyncio.ensure_future(run_together(stage.term.look(), stage.term.count()))
        stage.inbox.look_at_everything()
        await wait_until_async(lambda: stage.refused >= 2, "the table is missed twice")
        stage.trouble = None
        await wait_until_async(lambda: stage.recorder.newest.get("totals"), "totals are shown")
        await end_tasks([playing_on])


def kept(stage: Stage) -> dict[str, int]:
    """Of each minute kept in the table, how many agents waited for a call."""
    minutes = selectors.agent_minutes(stage.centre.router)
    return {minute_id(minute.began): minute.counts[AgentStatus.QUEUED] for minute in minutes}


async def test_each_minute_is_kept_and_shown_by_the_next_leader() -> None:
    stage = Stage()
    stage.centre.agent_waits()
    async with playing(stage):
        keeping = asyncio.ensure_future(stage.term.keep())
        stage.unwritable = EngineUnavailableError("http://127.0.0.1:9")
        await stage.minute_ends()
        await wait_until_async(lambda: stage.refused_minutes, "it was tried once")
        assert kept(stage) == {}

        stage.unwritable = None
        await wait_until_async(lambda: kept(stage) == {"2026-11-21T12:00Z": 1}, "the minute is kept")
        await end_tasks([keeping])
    assert stage.table["agent_minutes"] == {"2026-11-21T12:00Z": {"queued": 1}}


async def test_who_does_not_lead_any_more_writes_no_minute_down() -> None:
    stage = Stage()
    async with playing(stage):
        await stage.minute_ends()
    stage.leads = False
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(stage.term.keep(), 1.5)
    assert kept(stage) == {}

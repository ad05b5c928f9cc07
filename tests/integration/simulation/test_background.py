"""Background simulations: start, play, stop, loss, refusal, audit entries."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from pytest_django import Settings

from dynamo.exceptions import TableMissingError
from routing.model.trail import SIMULATION_STARTED
from routing.model.words import event_word
from routing.router import Router
from routing.services import table_delete
from simulation import run_records as records
from simulation.background import simulation_services as services
from simulation.background.simulation_services import (
    simulation_list,
    simulation_show,
    simulation_start,
    simulation_stop,
)
from simulation.background.virtual_player import Player
from simulation.models import SimulationRun
from simulation.reports import compared, report_csv, report_to, simulated
from simulation.scenarios import READY_MADE, Scenario, ScenarioError
from simulation.states import RunState
from tests.trails import audit_trail
from tests.unit.simulation.worlds import Clock, a_router

pytestmark = pytest.mark.django_db
SMALL = replace(READY_MADE["one-queue"], length_seconds=7_200, warm_up_seconds=600)
LONG = replace(READY_MADE["overload"], length_seconds=86_400)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def router(clock: Clock) -> Router:
    return replace(a_router(clock), origin="203.0.113.7")


def start(router: Router, scenario: Scenario = SMALL, replications: int = 3) -> SimulationRun:
    return simulation_start(scenario, replications=replications, by="sue", router=router)


def player(clock: Clock, owner: str = "ann", *, moments: Callable[[], float] | None = None) -> Player:
    return Player(owner, clock, monotonic=moments or clock.monotonic, beats_every=0)


def now_of(run: SimulationRun) -> SimulationRun:
    found = simulation_show(run.id)
    assert found is not None
    return found


def test_its_service_level_is_that_of_the_deployment(
    router: Router, clock: Clock, settings: Settings
) -> None:
    settings.SERVICE_LEVEL_OF = "answered"
    run = start(router)
    assert player(clock).play_next()

    report = now_of(run).report
    assert report is not None
    assert report["service_level_formula"] == "calls answered within 20 s ÷ answered"
    assert report["replicates"]["service_level_of"] == report["replicates"]["answered"]


def test_it_is_played_to_the_end_and_reports_what_the_command_would(router: Router, clock: Clock) -> None:
    run = start(router)
    assert (run.state, run.expected_calls, run.created_by) == (RunState.QUEUED, 1200, "sue")
    assert player(clock).play_next()
    ended = now_of(run)

    assert (ended.state, ended.done, ended.attempts, ended.error) == (RunState.DONE, 3, 1, "")
    assert (ended.started_at, ended.ended_at) == (clock(), clock())
    report = simulated(SMALL, replications=3)
    told = report_to(report, compared(SMALL, report))
    assert ended.report is not None
    assert ended.report["total"] == told["total"]
    assert ended.report["theory"]["model"] == told["theory"]["model"]
    assert ended.sheet == report_csv(report)
    assert not player(clock).play_next()


def test_who_started_it_stands_in_the_audit_trail(router: Router, clock: Clock) -> None:
    run = start(router)

    (entry,) = audit_trail(router, clock().date())
    assert (entry.kinds, entry.by, entry.origin) == ((SIMULATION_STARTED,), "sue", "203.0.113.7")
    assert entry.reason == f"One queue (M/M/c), 3 times ({run.id})"
    assert event_word(SIMULATION_STARTED) == "simulation started"


def test_what_cannot_be_written_down_is_not_started(router: Router) -> None:
    table_delete(router)

    with pytest.raises(TableMissingError):
        start(router)
    assert simulation_list() == []


def test_one_is_played_at_a_time_the_oldest_first(router: Router, clock: Clock) -> None:
    first = start(router)
    clock.sleep(1)
    second = start(router)

    taken = records.claim_next_virtual(owner="ann", now=clock())
    assert taken is not None
    assert taken.id == first.id
    assert records.claim_next_virtual(owner="bob", now=clock()) is None
    assert services.somebody_plays()
    assert records.end(taken, owner="ann", state=RunState.DONE, now=clock())
    assert player(clock, "bob").play_next()
    assert now_of(second).state == RunState.DONE
    assert [run.id for run in simulation_list()] == [second.id, first.id]


def test_of_two_workers_that_saw_it_waiting_only_the_faster_has_it(router: Router, clock: Clock) -> None:
    seen = start(router)
    assert records.claim(seen, owner="ann", now=clock()) is not None

    for seconds in (0, 11):
        clock.sleep(seconds)
        assert records.claim(seen, owner="bob", now=clock()) is None
    assert (now_of(seen).owner, now_of(seen).attempts) == ("ann", 1)


def test_the_worker_tells_how_far_it_is(
    router: Router, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start(router, LONG, 2)
    heard: list[tuple[int, int]] = []
    beat = records.beat

    def listen(*args: object, **words: object) -> bool:
        clock.sleep(3)
        answer = beat(*args, **words)  # type: ignore[arg-type]
        heard.append((now_of(run).arrived, now_of(run).done))
        return answer

    monkeypatch.setattr(records, "beat", listen)
    player(clock).play_next()

    arrived = [calls for calls, _ in heard]
    assert arrived == sorted(arrived)
    assert len(set(arrived)) > 10
    assert {done for _, done in heard} == {0, 1, 2}
    assert now_of(run).state == RunState.DONE


@pytest.mark.parametrize(("beats", "done"), [(3, 0), (12, 1)])
def test_asked_to_stop_it_ends_with_what_it_has(
    router: Router, clock: Clock, monkeypatch: pytest.MonkeyPatch, beats: int, done: int
) -> None:
    run = start(router, LONG, 50)
    beat, left = records.beat, [beats]

    def stopping(*args: object, **words: object) -> bool:
        left[0] -= 1
        if not left[0]:
            assert simulation_stop(run.id, by="bob", router=router).state == RunState.STOPPING  # type: ignore[union-attr]
        return beat(*args, **words)  # type: ignore[arg-type]

    monkeypatch.setattr(records, "beat", stopping)
    player(clock).play_next()

    ended = now_of(run)
    assert (ended.state, ended.done, ended.stopped_by) == (RunState.STOPPED, done, "bob")
    assert ended.report is not None
    assert ended.report["total"]["offered"] > 0
    assert simulation_stop(run.id, by="eve", router=router).stopped_by == "bob"  # type: ignore[union-attr]


def test_one_that_waits_is_stopped_at_once(router: Router, clock: Clock) -> None:
    run = start(router)
    simulation_stop(run.id, by="bob", router=router)

    assert (now_of(run).state, now_of(run).report) == (RunState.STOPPED, None)
    assert not player(clock).play_next()
    assert simulation_stop("nowhere", by="bob", router=router) is None


def test_a_lost_worker_is_followed_by_another_after_ten_seconds(router: Router, clock: Clock) -> None:
    run = start(router)
    assert records.claim_next_virtual(owner="killed", now=clock()) is not None
    clock.sleep(9)
    assert not player(clock).play_next()
    assert not now_of(run).progress(clock()).is_lost
    clock.sleep(1.5)
    assert now_of(run).progress(clock()).is_lost
    assert player(clock).play_next()

    ended = now_of(run)
    assert (ended.state, ended.done, ended.attempts) == (RunState.DONE, 3, 2)
    assert ended.sheet == report_csv(simulated(SMALL, replications=3))


def test_after_three_lost_workers_it_ends_as_failed_with_what_it_has(
    router: Router, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start(router, replications=5)
    monkeypatch.setattr("simulation.background.virtual_player.KEEP_SECONDS", 0)
    renew, kept = records.renew, []

    def killed(*args: object, **words: object) -> bool:
        is_mine = renew(*args, **words)  # type: ignore[arg-type]
        if "report" in words:
            kept.append(is_mine)
            if len(kept) % 2 == 0:
                raise KeyboardInterrupt
        return is_mine

    monkeypatch.setattr(records, "renew", killed)
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            player(clock).play_next()
        assert now_of(run).state == RunState.RUNNING
        clock.sleep(11)
    assert player(clock).play_next()

    ended = now_of(run)
    assert (ended.state, ended.done) == (RunState.FAILED, 2)
    assert ended.error == "The worker was lost 3 times while it ran this."
    assert ended.report is not None
    assert ended.report["replications"] == 2


def test_one_whose_worker_is_lost_can_be_stopped_without_it(router: Router, clock: Clock) -> None:
    run = start(router)
    taken = records.claim_next_virtual(owner="killed", now=clock())
    assert taken is not None
    clock.sleep(11)

    assert simulation_stop(run.id, by="bob", router=router).state == RunState.STOPPED  # type: ignore[union-attr]
    assert not records.beat(taken, owner="killed", arrived=5, now=clock())
    assert not records.end(taken, owner="killed", state=RunState.DONE, now=clock())
    assert now_of(run).state == RunState.STOPPED


def test_a_worker_that_was_taken_for_lost_writes_nothing_more(router: Router, clock: Clock) -> None:
    run = start(router)
    slow = records.claim_next_virtual(owner="slow", now=clock())
    assert slow is not None
    clock.sleep(11)
    assert records.claim_next_virtual(owner="quick", now=clock()) is not None

    assert not records.renew(slow, owner="slow", done=9, report={}, sheet="", now=clock())
    assert not records.end(slow, owner="slow", state=RunState.FAILED, now=clock())
    assert (now_of(run).owner, now_of(run).done, now_of(run).state) == ("quick", 0, RunState.RUNNING)


def test_what_goes_wrong_ends_it_and_is_said(
    router: Router, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    run, odd = start(router), start(router)
    SimulationRun.objects.filter(pk=odd.pk).update(scenario={"name": "half"})

    def broken(*_args: object, **_words: object) -> None:
        raise RuntimeError("out of luck")

    monkeypatch.setattr("simulation.background.virtual_player.replicated", broken)
    while player(clock).play_next():
        pass

    assert now_of(run).state == now_of(odd).state == RunState.FAILED
    assert "out of luck" in now_of(run).error
    assert "out of luck" in caplog.text
    assert now_of(odd).error == "The scenario can no longer be read: length_seconds: is missing"


def test_too_many_that_wait_are_refused_and_old_ones_forgotten(
    router: Router, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_QUEUED", 2)
    monkeypatch.setattr(services, "MOST_KEPT", 3)
    for _ in range(5):
        start(router)
        player(clock).play_next()
        clock.sleep(1)
    assert SimulationRun.objects.count() == 3
    start(router)
    start(router)

    with pytest.raises(ScenarioError, match=r"^simulations: 2 are already waiting"):
        start(router)

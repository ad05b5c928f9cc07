"""Owns a whole storm: the processes, the killing of the engine, and the last reading when all is quiet."""

import multiprocessing
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from routing import services
from tests.concurrency import roles
from tests.concurrency.ending import fitting_of, read_table
from tests.concurrency.history import Fate, History, Outcome
from tests.concurrency.mishaps import Luck
from tests.concurrency.roles import Actor
from tests.concurrency.sabotage import Sabotage
from tests.concurrency.witness import clock
from tests.concurrency.worker import SKILLS, Part, Place, Record, Signals, a_table, an_actor, work
from tests.running import RunningEngine

START_SECONDS = 60.0
END_SECONDS = 60.0
HASTY_SECONDS, PATIENT_SECONDS = 0.04, 5.0
PEOPLE = 3

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.concurrency.worker"])


@dataclass(frozen=True)
class Plan:
    """What a storm is to be like. `rate` is how many calls a second each of six callers makes in a flood."""

    seconds: float
    seed: str
    strategy: str = "batched"
    agents: int = 60
    matchers: int = 8
    matchers_in_process: int = 2
    rate: float = 20.0
    supervisor_rest_seconds: float = 0.3
    kill_every_seconds: float = 1.0
    luck: Luck = field(default_factory=Luck)
    sabotage: Sabotage = Sabotage.NONE

    @property
    def agent_ids(self) -> list[str]:
        """The ids of all agents."""
        return [f"agent-{number:02d}" for number in range(self.agents)]

    def processes(self) -> list[list[Part]]:
        """The parts by process. Some try for a short time only, so that they end without knowing."""
        matchers = [
            Part(f"matcher-{number + 1}", "matchers", deadline_seconds=_patience(number))
            for number in range(self.matchers)
        ]
        step = self.matchers_in_process
        return [
            *(self._people(number) for number in range(PEOPLE)),
            *(matchers[start : start + step] for start in range(0, len(matchers), step)),
        ]

    def _people(self, number: int) -> list[Part]:
        """One process of callers, agents and a supervisor; the first has the observer as well."""
        seconds, mine = _patience(number), self.agent_ids[number::PEOPLE]
        roles_here: list[tuple[str, dict[str, Any]]] = [
            ("callers", {"rate": self.rate}),
            ("callers", {"rate": self.rate}),
            ("agents", {"agent_ids": mine[::2]}),
            ("agents", {"agent_ids": mine[1::2]}),
            ("supervisors", {"rest_seconds": self.supervisor_rest_seconds, "agent_ids": self.agent_ids}),
            *([("observer", {})] if number == 0 else ()),
        ]
        return [
            Part(f"{role}-{number + 1}-{place}", role, facts, seconds)
            for place, (role, facts) in enumerate(roles_here)
        ]


def _patience(number: int) -> float:
    """How long an actor tries, in seconds; one of three is hasty."""
    return HASTY_SECONDS if number % 3 == 2 else PATIENT_SECONDS


@dataclass
class Report:
    """What a storm left behind."""

    plan: Plan
    history: History
    kills: int = 0
    forged: int = 0
    lost: int = 0
    failures: list[str] = field(default_factory=list)

    @property
    def matches(self) -> int:
        """The matches that matchers were told of."""
        return sum(len(operation.matches) for operation in self.history.operations)

    def __str__(self) -> str:
        history = self.history
        outcomes = Counter(operation.outcome for operation in history.operations)
        unknown = sum(commit.fate is Fate.UNKNOWN for commit in history.commits)
        counted = ", ".join(f"{outcomes[outcome]} {outcome}" for outcome in Outcome if outcomes[outcome])
        return (
            f"storm of {self.plan.seconds:g} s, {self.plan.strategy}, STORM_SEED={self.plan.seed}: "
            f"{len(history.operations)} operations ({counted}), {len(history.commits)} commits "
            f"({unknown} of unknown fate), {self.matches} matches told, {self.kills} kills, "
            f"{self.forged} forged conflicts, {self.lost} lost replies"
        )


def storm(engine: RunningEngine, plan: Plan) -> Report:
    """Runs the storm and settles what it left; call it from the main thread, which starts engines."""
    place = Place(
        engine.endpoint_url,
        f"storm-{uuid.uuid4().hex}",
        plan.seed,
        longest_seconds=2 * plan.seconds + START_SECONDS,
        strategy=plan.strategy,
        luck=plan.luck,
        sabotage=plan.sabotage,
    )
    report = Report(plan, History(fitting=fitting_of(SKILLS)))
    director = _director(place, report.history)
    _set_up(director, plan)
    with _workers(place, plan) as (signals, homes):
        _rage(engine, plan, signals, report)
        signals.stop.set()
        for home in homes:
            _bring_home(home, report)
    engine.restart()  # whatever was still on its way is gone now
    roles.settle(director, agent_ids=plan.agent_ids)
    read_table(director.router, report.history)
    report.history.settled = True
    services.table_delete(director.router)
    return report


def _director(place: Place, history: History) -> Actor:
    """Who sets up and settles, on a line without mishaps and with nothing left out."""
    calm = Place(place.endpoint_url, place.table, place.seed, strategy=place.strategy)
    table = a_table(calm, deadline_seconds=30)
    return an_actor(calm, Part("director", ""), table, history, lambda _seconds: False)


def _set_up(director: Actor, plan: Plan) -> None:
    services.table_create(director.router)
    random = Random(f"{plan.seed}/agents")  # noqa: S311 - a workload, no secret
    for agent_id in plan.agent_ids:
        languages = random.sample(SKILLS.languages, random.randint(1, len(SKILLS.languages)))
        director.about_agent(
            "agent_create",
            agent_id,
            services.agent_create,
            name=agent_id,
            gender=random.choice(SKILLS.genders),
            languages=languages,
        )
    director.witness.ask(lambda: services.agents_enqueue(director.router), name="agents_enqueue")


@contextmanager
def _workers(place: Place, plan: Plan) -> Iterator[tuple[Signals, list[Connection]]]:
    """All processes, ready to go; whatever happens, none is left at the end."""
    casts = plan.processes()
    signals = Signals(
        ready=_processes.Barrier(len(casts) + 1, timeout=START_SECONDS),
        stop=_processes.Event(),
        kill=_processes.Event(),
        killed=_processes.Value("i", 0),
    )
    pipes = [_processes.Pipe(duplex=False) for _ in casts]
    processes = [
        _processes.Process(target=work, args=(place, cast, signals, there), daemon=True)
        for cast, (_, there) in zip(casts, pipes, strict=True)
    ]
    for process in processes:
        process.start()
    for _, there in pipes:
        there.close()
    try:
        signals.ready.wait()
        yield signals, [here for here, _ in pipes]
    finally:
        signals.stop.set()
        for process in processes:
            process.join(timeout=1)
            process.kill()
            process.join()
            process.close()


def _rage(engine: RunningEngine, plan: Plan, signals: Signals, report: Report) -> None:
    """Kills the engine every so often, and whenever somebody asks for it, until the time is over."""
    ends, next_kill = clock() + plan.seconds, clock() + plan.kill_every_seconds
    while (now := clock()) < ends:
        asked = signals.kill.wait(max(0.0, min(next_kill, ends) - now))
        due = clock() >= next_kill
        if asked or due:
            signals.kill.clear()
            engine.restart()
            report.kills += 1
            signals.killed.value += 1
        if due:
            next_kill = max(next_kill + plan.kill_every_seconds, clock())


def _bring_home(home: Connection, report: Report) -> None:
    if not home.poll(END_SECONDS):
        report.failures.append("a worker did not come home")
        return
    try:
        record: Record = home.recv()
    except EOFError:
        report.failures.append("a worker died")
        return
    report.history.add(record.history)
    report.forged += record.forged
    report.lost += record.lost
    report.failures += record.failures

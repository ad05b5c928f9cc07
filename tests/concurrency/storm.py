"""Storm: its processes, engine kills, and the final reading when all is quiet."""

import multiprocessing
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Protocol

from messaging.model.parties import Party, PartyKind
from messaging.services import message_table_create, message_table_delete, service_create
from routing import services
from routing.model.agents import person_id
from tests.concurrency import roles
from tests.concurrency.actor import Actor
from tests.concurrency.agreement import AGREED, SCENES, SKILLS
from tests.concurrency.ending import fitting_of, read_logs, read_table
from tests.concurrency.history import History
from tests.concurrency.plan import Plan
from tests.concurrency.report import Report
from tests.concurrency.witness import clock
from tests.concurrency.worker import Part, Place, Record, Signals, an_actor, calm_tables, work
from tests.running import RunningEngine

START_SECONDS = 60.0
END_SECONDS = 60.0
AUTO_ANSWER = 0.1

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.concurrency.worker"])


def storm(engine: RunningEngine, plan: Plan) -> Report:
    """Runs the storm and settles the rest; call it from the main thread, which starts engines."""
    place = Place(
        engine.endpoint_url,
        f"storm-{uuid.uuid4().hex}",
        plan.seed,
        longest_seconds=2 * plan.seconds + START_SECONDS,
        strategy=plan.strategy,
        luck=plan.luck,
        sabotage=plan.sabotage,
    )
    report = Report(plan, History(fitting=fitting_of(SKILLS), agreed=AGREED))
    director = _director(place, report.history)
    _set_up(director, plan)
    with crowd([(place, cast) for cast in plan.processes()], work) as (signals, homes):
        rage(engine, plan, signals, report)
        signals.stop.set()
        for home in homes:
            if isinstance(record := bring_home(home, report.failures), Record):
                _take(record, report)
    if engine.keeps_data:
        engine.restart()  # requests in flight are gone now
    everybody = (*plan.agent_ids, *plan.rows)
    settled = roles.settle(director, agent_ids=everybody, seconds=plan.quiet_seconds)
    if not settled:
        report.failures.append(f"not quiet {plan.quiet_seconds:g} s after the storm")
    read_table(director.router, report.history)
    read_logs(director.router, director.messenger.table, plan.chats, report.history)
    report.history.settled = settled
    services.table_delete(director.router)
    message_table_delete(director.messenger)
    return report


def _director(place: Place, history: History) -> Actor:
    """The actor that sets up and settles, without mishaps or sabotage."""
    calm = Place(place.endpoint_url, place.table, place.seed, strategy=place.strategy)
    return an_actor(calm, Part("director", ""), calm_tables(calm), history, lambda _seconds: False)


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
            auto_answer=random.random() < AUTO_ANSWER,
        )
    director.witness.ask(lambda: services.agents_enqueue(director.router), name="agents_enqueue")
    for agent_id in map(person_id, plan.rows):
        director.about_agent("agent_slots", agent_id, services.agent_slots, slots=2)
    _begin(director, plan)


def _begin(director: Actor, plan: Plan) -> None:
    """The conversations, in turn of each scene; each customer is named like the conversation."""
    message_table_create(director.messenger)
    for chat, scene in zip(plan.chats, cycle(SCENES.by_name), strict=False):
        contact = Party(PartyKind.CONTACT, chat)
        service_create(director.messenger, contact=contact, scene=scene, chat=chat)


@contextmanager
def crowd(
    jobs: Sequence[tuple[object, ...]], target: Callable[..., None]
) -> Iterator[tuple[Signals, list[Connection]]]:
    """A process for each job, ready to go; none is left at the end in any case.

    `target` takes the job, the signals, and the connection on which it sends its record home.
    """
    signals = Signals(
        ready=_processes.Barrier(len(jobs) + 1, timeout=START_SECONDS),
        stop=_processes.Event(),
        kill=_processes.Event(),
        killed=_processes.Value("i", 0),
    )
    pipes = [_processes.Pipe(duplex=False) for _ in jobs]
    processes = [
        _processes.Process(target=target, args=(*job, signals, there), daemon=True)
        for job, (_, there) in zip(jobs, pipes, strict=True)
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


class Pace(Protocol):
    """How long a storm is, and how often the engine is killed."""

    @property
    def seconds(self) -> float: ...
    @property
    def kill_every_seconds(self) -> float: ...


class Kills(Protocol):
    """Where kills are counted."""

    kills: int


def rage(engine: RunningEngine, plan: Pace, signals: Signals, report: Kills) -> None:
    """Kills the engine periodically and on request, until the time is over."""
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
            # On a busy machine an engine takes long to start: it must still run half the time.
            next_kill = max(next_kill + plan.kill_every_seconds, clock() + plan.kill_every_seconds / 2)


def bring_home(home: Connection, failures: list[str]) -> Any:
    """What a process sends at its end; None, and a failure more, if it sends nothing."""
    if not home.poll(END_SECONDS):
        failures.append("a worker did not come home")
        return None
    try:
        return home.recv()
    except EOFError:
        failures.append("a worker died")
        return None


def _take(record: Record, report: Report) -> None:
    report.history.add(record.history)
    report.forged += record.forged
    report.lost += record.lost
    report.failures += record.failures

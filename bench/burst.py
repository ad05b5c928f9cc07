"""`python -m bench.burst`: a shift start within a second, and an ordinary hour, with every process real.

Engine, Redis, dispatcher and people are separate processes. An agent's time counts from the commit that made
it available to the moment a subscriber got the notice of its offer.

burst: 500 agents become available one by one within a second while 500 calls wait. `last_match_s` is from
the last agent's commit to the last offer; `agents_came_in_s` says whether the machine managed the second.
shift: the same, but the 500 agents are queued together, as one command.
steady: of 2,000 agents 25 a second become available, at random moments, and find a call waiting; calls
come, are answered and end at the same rate.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

from bench.centre.contact_centre import SKILLS, fill
from bench.centre.ear import Ear, listening
from bench.centre.engine import filled_by
from bench.centre.live_centre import live_centre
from bench.centre.people import Arrivals, Came, ready_to_come
from bench.centre.processes import Crew
from bench.figures import Row, printed, quantile
from bench.options import positive
from routing.model.agents import AgentStatus

PROCESSES = 4
BURST = 500
TEAM = 2_000
RATE = 25
WAITING_CALLS = 400
SILENCE_SECONDS, LONGEST_SECONDS = 2.0, 60.0

PeopleCrew = Crew[Arrivals, Came]


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs both loads and prints a table, or one JSON object."""
    options = _options(arguments)
    rows = run(rounds=options.rounds, seconds=options.seconds, agents=options.agents)
    print(printed(rows, as_json=options.json))


def run(*, rounds: int, seconds: int, agents: int = BURST) -> list[Row]:
    """One row each for burst and shift, with medians over the rounds, and one for the steady state."""
    with Crew(PROCESSES, ready_to_come) as crew:
        apart = partial(fill, agents=agents, calls=agents, seed=1, status=AgentStatus.OFFLINE)
        together = partial(fill, agents=agents, calls=agents, seed=1, status=AgentStatus.AVAILABLE)
        team = partial(fill, agents=TEAM, calls=WAITING_CALLS, seed=2, status=AgentStatus.OFFLINE)
        with filled_by(apart) as one_by_one, filled_by(together) as at_once, filled_by(team) as filled:
            bursts = [_burst(crew, one_by_one, "burst", agents) for _ in range(rounds)]
            shifts = [_burst(crew, at_once, "shift", agents) for _ in range(rounds)]
            steady = _steady(crew, filled, seconds=seconds)
    return [middle(bursts), middle(shifts), steady]


def _burst(crew: PeopleCrew, filled: Path, load: str, agents: int) -> Row:
    due = [(number / agents, f"agent-{number:06d}") for number in range(agents)]
    with live_centre(filled) as centre, listening(centre.redis_url) as heard:
        apart = [Arrivals(centre, tuple(due[part::PROCESSES])) for part in range(PROCESSES)]
        came = crew.work([Arrivals(centre, shift=True)] if load == "shift" else apart)
        available = {agent_id: at for part in came for agent_id, at in part.available.items()}
        _until_quiet(heard, len(available))
    found = burst_row(load, available, heard.offered)
    print(found, file=sys.stderr)
    return found


def burst_row(load: str, available: dict[str, float], offered: dict[str, float]) -> Row:
    """The figures of one burst, from the times at which each agent became available and was offered a call.
    Pure.
    """
    waits = sorted(offered[agent_id] - at for agent_id, at in available.items() if agent_id in offered)
    return {
        "load": load,
        "agents": len(available),
        "matches": len(waits),
        "agents_came_in_s": round(max(available.values()) - min(available.values()), 3),
        "last_match_s": round(max(offered.values(), default=0.0) - max(available.values()), 3),
        "p50_ms": round(quantile(waits, 0.50) * 1000, 1),
        "p99_ms": round(quantile(waits, 0.99) * 1000, 1),
    }


def _steady(crew: PeopleCrew, filled: Path, *, seconds: int) -> Row:
    random = Random(25)  # noqa: S311 - a workload, no secret
    agents = tuple((at, f"agent-{number:06d}") for number, at in enumerate(moments(random, seconds)[:TEAM]))
    calls = tuple(
        (at, random.choice(SKILLS.languages), random.choice(SKILLS.genders))
        for at in moments(random, seconds)
    )
    with live_centre(filled) as centre, listening(centre.redis_url) as heard:
        came, *_ = crew.work(
            [
                Arrivals(centre, agents=agents),
                Arrivals(centre, calls=calls),
                Arrivals(centre, answers_seconds=seconds + SILENCE_SECONDS),
            ]
        )
        _until_quiet(heard, len(came.available))
    found = steady_row(came.available, heard.offered)
    print(found, file=sys.stderr)
    return found


def moments(random: Random, seconds: float, *, rate: float = RATE) -> list[float]:
    """Random moments, `rate` a second on average, as independent people come."""
    found, at = [], random.expovariate(rate)
    while at < seconds:
        found.append(at)
        at += random.expovariate(rate)
    return found


def steady_row(available: dict[str, float], offered: dict[str, float]) -> Row:
    """The figures of the steady state. Pure."""
    waits = sorted(offered[agent_id] - at for agent_id, at in available.items() if agent_id in offered)
    took = max(available.values()) - min(available.values())
    return {
        "load": "steady",
        "agents": TEAM,
        "came": len(available),
        "matches": len(waits),
        "matches_per_s": round(len(waits) / took, 1),
        "p50_ms": round(quantile(waits, 0.50) * 1000, 1),
        "p99_ms": round(quantile(waits, 0.99) * 1000, 1),
        "longest_ms": round(quantile(waits, 1.0) * 1000, 1),
    }


def middle(rows: Sequence[Row]) -> Row:
    """One row with the median of every figure. Pure."""
    return {
        name: value if isinstance(value, str) else statistics.median_low([row[name] for row in rows])
        for name, value in rows[0].items()
    }


def _until_quiet(heard: Ear, expected: int) -> None:
    """Waits until every agent was offered a call, or until no offer was heard for a while."""
    started_at = time.monotonic()
    while len(heard.offered) < expected:
        now = time.monotonic()
        last = max(heard.offered.values(), default=started_at)
        if now > max(last, started_at) + SILENCE_SECONDS or now > started_at + LONGEST_SECONDS:
            return
        time.sleep(0.05)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.burst", description="Measure a shift start and a steady load."
    )
    parser.add_argument("--rounds", type=positive, default=3, help="bursts, of which medians (3)")
    parser.add_argument("--agents", type=positive, default=BURST, help="agents in a burst (500)")
    parser.add_argument("--seconds", type=positive, default=40, help="of the steady load (40)")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()

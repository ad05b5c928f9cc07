"""Owns the rules that bind an agent and a call: one at a time, both or neither, no place kept. Pure."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from tests.concurrency.history import (
    AGENT,
    CALL,
    NEVER,
    QUEUED,
    History,
    Operation,
    Outcome,
    Place,
    Subject,
    Violation,
)
from tests.concurrency.lives import Life, Lives, Step

# What ends a call in progress; a reset ends those of all agents.
ENDERS = frozenset({"call_complete", "agents_reset"})
ENDED = frozenset({"completed", "abandoned"})


def broken_bonds(history: History, lives: Lives) -> Iterator[Violation]:
    """An agent with two calls, a call with two agents, an offer to somebody who did not wait: as the table
    went through it, and as the agents themselves were told.
    """
    for life in lives.lives.values():
        yield from _bonds(life)
        yield from _places(life)
    yield from _told_double(history)


def _bonds(life: Life) -> Iterator[Violation]:
    rule = "an agent has one call" if life.subject.kind == AGENT else "a call has one agent"
    had, status = None, ""
    for step in life.steps:
        has = step.state.has
        after = f"{step.state.status} with {has}"
        about = f"v{step.version} by {step.commit.operation}: {status} with {had}, then {after}"
        if has != had:
            if had and has:
                yield Violation(rule, str(life.subject), about)
            for partner in filter(None, (had, has)):
                yield from _one_sided(life.subject, partner, step)
        if step.state.status == "offered" and status != QUEUED and has != had:
            yield Violation("offers go to those who wait", str(life.subject), about)
        if status in ENDED:
            yield Violation("what has ended stays so", str(life.subject), about)
        had, status = has, step.state.status


def _one_sided(subject: Subject, partner: str, step: Step) -> Iterator[Violation]:
    """A bond is tied and loosed on both sides by the same commit."""
    other = step.commit.by_subject.get(Subject(CALL if subject.kind == AGENT else AGENT, partner))
    if other is None or (other.state.has == subject.id) != (step.state.has == partner):
        yield Violation(
            "agent and call change together",
            str(subject),
            f"v{step.version} by {step.commit.operation}: {partner}",
        )


def _places(life: Life) -> Iterator[Violation]:
    """Who stops waiting leaves every place it had, and nobody waits without a place."""
    places: tuple[Place, ...] = ()
    for step in life.steps:
        waits = step.state.status == QUEUED
        if waits and not places:
            places = step.written.joined
            if not places:
                yield Violation("who waits has a place", str(life.subject), f"v{step.version}")
        elif not waits:
            left = set(places) - step.commit.removed
            if left:
                yield Violation(
                    "who is taken leaves its places", str(life.subject), f"v{step.version}: {left}"
                )
            places = ()


@dataclass(frozen=True, order=True)
class _Talk:
    """A time in which an agent certainly had a call, for all it was told."""

    begun: float
    ended: float
    call: str
    agent: str


def _told_double(history: History) -> Iterator[Violation]:
    talks = sorted(_talks(history.operations))
    by_agent: defaultdict[str, list[_Talk]] = defaultdict(list)
    by_call: defaultdict[str, set[str]] = defaultdict(set)
    for talk in talks:
        earlier = by_agent[talk.agent]
        for other in earlier:
            if other.ended > talk.begun:
                yield Violation("an agent has one call", f"agent {talk.agent}", f"told: {other} and {talk}")
        by_agent[talk.agent] = [*(one for one in earlier if one.ended > talk.begun), talk]
        by_call[talk.call].add(talk.agent)
    for call, agents in by_call.items():
        if len(agents) > 1:
            yield Violation("a call has one agent", f"call {call}", f"told: accepted by {sorted(agents)}")


def _talks(operations: list[Operation]) -> Iterator[_Talk]:
    accepted: dict[tuple[str, str], float] = {}
    ends: defaultdict[str, float] = defaultdict(lambda: NEVER)
    resets = [operation for operation in operations if operation.name == "agents_reset"]
    for one in operations:
        if one.subject is None:
            continue
        if one.name == "call_accept" and one.outcome is Outcome.DONE and one.by_agent:
            key = (one.subject.id, one.by_agent)
            accepted[key] = min(accepted.get(key, NEVER), one.ended)
        elif one.name in ENDERS:
            ends[one.subject.id] = min(ends[one.subject.id], one.begun)
    for (call, agent), begun in accepted.items():
        ended = min([ends[call], *(one.begun for one in resets if _lasts_beyond(one, begun))])
        if begun < ended:
            yield _Talk(begun, ended, call, agent)


def _lasts_beyond(operation: Operation, moment: float) -> bool:
    return operation.ended > moment or operation.outcome is Outcome.UNKNOWN

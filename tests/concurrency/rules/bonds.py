"""Rules for agent and call: one at a time, both or neither, no queue entry kept. Pure."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from routing.model.agents import ROW_MARK
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
from tests.concurrency.rules.lives import Life, Lives, Step

# Operations that end a call in progress: on the call, on the agent, on all agents.
CALL_ENDERS = frozenset({"call_complete", "call_hand_back", "chat_transfer"})
CHAT_CLOSES = frozenset({"chat_close"})  # by agents and customers: of any of their chats
AGENT_ENDERS = frozenset({"agent_release"})
RESETS = frozenset({"agents_reset"})
ENDED = frozenset({"completed", "abandoned", "removed", "rejected"})


def broken_bonds(history: History, lives: Lives) -> Iterator[Violation]:
    """An agent with two calls, a call with two agents, an offer to an agent who did not wait: in the table's
    history, and in the answers to agents.
    """
    for life in lives.lives.values():
        yield from _bonds(life)
        yield from _places(life)
    yield from _told_double(history)


def _bonds(life: Life) -> Iterator[Violation]:
    rule = "an agent has one call" if life.subject.kind == AGENT else "a call has one agent"
    had, rang, status = frozenset[str](), None, ""
    for step in life.steps:
        has, chats = step.state.bonds, step.state.chats
        after = f"{step.state.status} with {sorted(has)}"
        about = f"v{step.version} by {step.commit.operation}: {status} with {sorted(had)}, then {after}"
        if had and has and has != had and chats is None:
            yield Violation(rule, str(life.subject), about)
        if chats is not None and len(chats.ids) > chats.slots and not chats.is_forced:
            yield Violation("a chat row holds no more chats than slots", str(life.subject), about)
        for partner in sorted(had ^ has):
            yield from _one_sided(life.subject, partner, step)
        if step.state.status == "offered" and status != QUEUED and step.state.has != rang:
            yield Violation("offers go to those who wait", str(life.subject), about)
        if status in ENDED:
            yield Violation("what has ended stays so", str(life.subject), about)
        had, rang, status = has, step.state.has, step.state.status


def _one_sided(subject: Subject, partner: str, step: Step) -> Iterator[Violation]:
    """The same commit makes or ends a bond on both sides."""
    other = step.commit.by_subject.get(Subject(CALL if subject.kind == AGENT else AGENT, partner))
    if other is None or (subject.id in other.state.bonds) != (partner in step.state.bonds):
        yield Violation(
            "agent and call change together",
            str(subject),
            f"v{step.version} by {step.commit.operation}: {partner}",
        )


def _places(life: Life) -> Iterator[Violation]:
    """The end of a wait, or a move, removes every entry, and no wait is without entries."""
    places: tuple[Place, ...] = ()
    for step in life.steps:
        waits, joined = step.state.status == QUEUED, step.written.joined
        if waits and not joined:
            if not places:
                yield Violation("who waits has a place", str(life.subject), f"v{step.version}")
            continue
        left = set(places) - step.commit.removed - set(joined)
        if left:
            yield Violation("who is taken leaves its places", str(life.subject), f"v{step.version}: {left}")
        places = joined if waits else ()


@dataclass(frozen=True, order=True)
class _Talk:
    """A time in which an agent certainly had a call, by its answers."""

    begun: float
    ended: float
    call: str
    agent: str


def _told_double(history: History) -> Iterator[Violation]:
    by_agent: defaultdict[str, list[_Talk]] = defaultdict(list)
    by_call: defaultdict[str, list[_Talk]] = defaultdict(list)
    for talk in sorted(_talks(history.operations)):
        for other in by_agent[talk.agent] if ROW_MARK not in talk.agent else ():
            if other.ended > talk.begun and other.call != talk.call:
                yield Violation("an agent has one call", f"agent {talk.agent}", f"told: {other} and {talk}")
        for other in by_call[talk.call]:
            if other.ended > talk.begun and other.agent != talk.agent:
                yield Violation("a call has one agent", f"call {talk.call}", f"told: {other} and {talk}")
        by_agent[talk.agent] = [talk, *(one for one in by_agent[talk.agent] if one.ended > talk.begun)]
        by_call[talk.call] = [talk, *(one for one in by_call[talk.call] if one.ended > talk.begun)]


def _talks(operations: list[Operation]) -> Iterator[_Talk]:
    """From each answered accept until the first message that may have ended the call."""
    of_call: defaultdict[str, list[Operation]] = defaultdict(list)
    of_agent: defaultdict[str, list[Operation]] = defaultdict(list)
    for one in operations:
        if one.name in CALL_ENDERS and one.subject:
            of_call[one.subject.id].append(one)
        elif one.name in AGENT_ENDERS and one.subject:
            of_agent[one.subject.id].append(one)
    resets = [one for one in operations if one.name in RESETS]
    closes = [one for one in operations if one.name in CHAT_CLOSES]
    for one in operations:
        if one.name == "call_accept" and one.outcome is Outcome.DONE and one.by_agent and one.subject:
            of_chats = closes if ROW_MARK in one.by_agent else ()
            enders = (*of_call[one.subject.id], *of_agent[one.by_agent], *resets, *of_chats)
            ended = min((other.begun for other in enders if _may_come_after(other, one)), default=NEVER)
            if one.ended < ended:
                yield _Talk(one.ended, ended, one.subject.id, one.by_agent)


def _may_come_after(ender: Operation, accepted: Operation) -> bool:
    return ender.ended > accepted.begun or ender.outcome is Outcome.UNKNOWN

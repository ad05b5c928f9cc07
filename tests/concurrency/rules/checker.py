"""Checker: every rule for a history, with each violation. Pure.

A storm must never do these, whatever was killed, lost or forged: give an agent two calls or a call two
agents; lose or forget a call; apply a commit twice, by half, or against the answer to its sender; pass over
an entry in line (`order` has that rule in full), or let later ones delay a call without bound (`starvation`);
act before a due time, or miss one (`deadlines`); let a queue's version differ from the number of commits that
changed it, or its depth from its entries; give a ticket twice; answer with a state that was never true, or no
longer true; carry out a repeated command with a key twice, or answer it differently; let a chat row hold more
chats than slots, or a chat be held twice; close a chat over an unseen message.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

from tests.concurrency.history import AGENT, CALL, History, Outcome, Reservation, Violation
from tests.concurrency.rules.answers import untrue_answers
from tests.concurrency.rules.bonds import broken_bonds
from tests.concurrency.rules.conversations import broken_conversations
from tests.concurrency.rules.deadlines import missed_deadlines
from tests.concurrency.rules.fairness import starved, wrongly_buried
from tests.concurrency.rules.lives import Lives, trace
from tests.concurrency.rules.order import passed_over
from tests.concurrency.rules.repeats import broken_repeats
from tests.concurrency.rules.starvation import kept_waiting

# Possible statuses of a call once everything is quiet: none is created or ringing.
ENDS = frozenset({"queued", "inProgress", "completed", "abandoned", "removed", "rejected", "deadLettered"})


def check(history: History) -> list[Violation]:
    """Every violation of a rule in the history; empty if it is sound."""
    lives, violations = trace(history)
    found = [
        *violations,
        *broken_bonds(history, lives),
        *untrue_answers(history, lives),
        *broken_repeats(history, lives),
        *passed_over(history, lives),
        *missed_deadlines(history, lives),
        *wrongly_buried(history, lives),
        *starved(history, lives),
        *kept_waiting(history, lives),
        *broken_conversations(history),
        *_lost_calls(history),
        *(_forgotten(history, lives) if history.settled else ()),
        *_miscounted(history, lives),
        *_misread(history, lives),
        *_mixed_tickets(history),
        *(Violation("the audit is clean", "table", finding) for finding in history.findings),
    ]
    return sorted(found)


def _lost_calls(history: History) -> Iterator[Violation]:
    ends = {kept.state.subject: kept.state.status for kept in history.kept if kept.state.subject.kind == CALL}
    for operation in history.operations:
        subject = operation.subject
        if operation.name == "call_enqueue" and operation.outcome is Outcome.DONE and subject not in ends:
            yield Violation(
                "no call is lost", str(subject), f"taken in by {operation.key}, and not in the table"
            )
    for subject, status in ends.items():
        if status not in ENDS:
            yield Violation("no call is lost", str(subject), f"is {status} when everything is quiet")


def _forgotten(history: History, lives: Lives) -> Iterator[Violation]:
    """Agents and calls still waiting after the last match do not fit each other."""
    waiting = [stay for stay in lives.stays() if stay.left is None]
    agents = [stay for stay in waiting if stay.subject.kind == AGENT]
    for call in waiting:
        if call.subject.kind == CALL:
            wanted = frozenset().union(*(history.fitting[queue] for queue in call.queues))
            for agent in agents:
                if call.terms.asks_for not in ("", agent.subject.id):
                    continue
                if agent.queues & wanted:
                    yield Violation(
                        "who fits is matched", str(call.subject), f"waits, and so does {agent.subject}"
                    )


def _miscounted(history: History, lives: Lives) -> Iterator[Violation]:
    versions: Counter[str] = Counter()
    depths: Counter[str] = Counter()
    for commit in lives.effective.values():
        versions.update(commit.depths.keys())
        depths.update(commit.depths)
    for queue, (version, depth) in history.infos.items():
        if version != versions[queue]:
            yield Violation("version counts commits", queue, f"version {version}, {versions[queue]} commits")
        if not depth == depths[queue] == history.entries.get(queue, 0):
            yield Violation(
                "depth equals entries",
                queue,
                f"depth {depth}, changes sum up to {depths[queue]}, {history.entries.get(queue, 0)} entries",
            )


def _misread(history: History, lives: Lives) -> Iterator[Violation]:
    """A version read lies between the number of commits certainly over and that of commits begun."""
    over, begun = defaultdict(list), defaultdict(list)
    for commit_id, commit in lives.effective.items():
        for queue in commit.depths:
            over[queue].append(lives.latest[commit_id])
            begun[queue].append(lives.earliest[commit_id])
    for moments in (*over.values(), *begun.values()):
        moments.sort()
    for seen in history.observations:
        least = bisect_left(over[seen.queue], seen.begun)
        most = bisect_right(begun[seen.queue], seen.ended)
        if not least <= seen.version <= most or seen.depth < 0:
            yield Violation(
                "a version read counts the commits so far",
                seen.queue,
                f"version {seen.version}, depth {seen.depth}; {least} to {most} commits by then",
            )


def _mixed_tickets(history: History) -> Iterator[Violation]:
    sides: defaultdict[str, list[Reservation]] = defaultdict(list)
    for reservation in history.reservations:
        sides[reservation.side].append(reservation)
    for side, given in sides.items():
        given.sort(key=lambda one: one.first)
        for one, other in pairwise(given):
            if one.last >= other.first:
                yield Violation("a ticket is given once", side, f"{other.first} to {one.last} twice")
        soonest = float("inf")
        for one in reversed(given):  # no larger ticket was given before this one was requested
            if soonest < one.begun:
                yield Violation("tickets follow time", side, f"{one.first} came after a larger one was given")
            soonest = min(soonest, one.ended)

"""Rule of order: nobody in line is passed over.

A match gives call C to agent B. It passes over another agent A if

1. C fits A, and A comes before B: agents who did not answer this call come last, else A's rank is smaller, in
   any of its queues;
2. A certainly waits: A's entries were certainly in place before the match, and the commit that removed them,
   if any, was certainly not sent before the match had taken place (or is the same commit, which does not pass
   over A);
3. A had to be seen, for one of two reasons:
   a. by ticket: A's entries were in place before the round that made the match began;
   b. by real time: A's entries were in place before B began to queue, that is, before the reservation of the
      ticket that B waits with was sent.

The same with sides exchanged: C passes over another call X that B fits and that is ahead of C, where rank is
the band at that time, then the ticket. A call that asks for one agent fits that one alone.

A direct assignment takes from one agent queue, for a new call, and a dequeue from one call queue, without an
agent: each passes over entries of that queue only. If one agent is served now, its call may pass over other
calls (those it did not answer come last), the agent over none.

Deliberately not a violation: if the enqueues of A and B overlap, the order of their ticket reservations is
unknown, and either may go first. An agent or call that comes back to its old place, or a call that is moved
(promoted, relaxed, touched), counts as in line there once its entries exist, so a round that began before may
miss it (3a), and so may one that saw an entry with a ticket by then (3b); every later round must see it. A
pause ends a wait, and a new enqueue takes a new ticket. A commit with unknown outcome is placed in time by
commits that built on it; without any, it is not certain, and proves nothing. Certain means bounded by `Lives`
through the true commit order on items and the machine's clock. Pure.
"""

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.concurrency.history import AGENT, CALL, Commit, History, Subject, Violation
from tests.concurrency.rules.lives import Lives, Stay

# Operations that serve one agent now, or one call queue without agents.
SERVES_ONE, DEQUEUES = "call_offer", "call_dequeue"


@dataclass(frozen=True, slots=True)
class Taken:
    """One side of a match: the wait that it ended, and the other side's, if any."""

    commit: Commit
    taken: Stay
    other: Stay | None


def passed_over(history: History, lives: Lives) -> Iterator[Violation]:
    """Every wait that a match passed over, though it had to be seen."""
    line = Line(history, lives)
    yield from line.check_agents()
    yield from line.check_calls()


def _matches(
    lives: Lives, ended: Mapping[tuple[str, Subject], Stay]
) -> Iterator[tuple[Commit, Stay, Stay | None]]:
    for commit in lives.effective.values():
        for call_id, agent_id in commit.pairs.items():
            agent = ended.get((commit.id, Subject(AGENT, agent_id)))
            if agent is not None:
                yield commit, agent, ended.get((commit.id, Subject(CALL, call_id)))


class Line:
    """Compares each match with the waits on the same side."""

    rule = "nobody in line is passed over"

    def __init__(self, history: History, lives: Lives) -> None:
        self._lives = lives
        self._fitting = history.fitting
        self._operations = {operation.key: operation for operation in history.operations}
        self._reserved = {
            (reservation.side, ticket): reservation.begun
            for reservation in history.reservations
            for ticket in range(reservation.first, reservation.last + 1)
        }
        self._stays = lives.stays()
        ended = {(stay.left.id, stay.subject): stay for stay in self._stays if stay.left is not None}
        self._matches = list(_matches(lives, ended))

    def check_agents(self) -> Iterator[Violation]:
        """Every agent that a match passed over."""
        agents = [stay for stay in self._stays if stay.subject.kind == AGENT]
        taken = [Taken(commit, agent, call) for commit, agent, call in self._matches]
        yield from self._check(agents, [one for one in taken if self._name_of(one.commit) != SERVES_ONE])

    def check_calls(self) -> Iterator[Violation]:
        """Every call that a match passed over, or one that was dequeued."""
        calls = [stay for stay in self._stays if stay.subject.kind == CALL]
        taken = [Taken(commit, call, agent) for commit, agent, call in self._matches if call]
        dequeued = [
            Taken(stay.left, stay, None)
            for stay in calls
            if stay.left is not None and self._name_of(stay.left) == DEQUEUES
        ]
        yield from self._check(calls, [*taken, *dequeued])

    def _name_of(self, commit: Commit) -> str:
        """The operation that sent a commit."""
        return self._operations[commit.operation].name

    def _check(self, stays: list[Stay], takings: list[Taken]) -> Iterator[Violation]:
        """Goes through time with the entries certainly in line."""
        coming = sorted(stays, key=lambda stay: self._lives.latest[stay.joined.id], reverse=True)
        in_line: list[tuple[float, int, Stay]] = []
        for match in sorted(takings, key=lambda one: self._lives.latest[one.commit.id]):
            over_at = self._lives.latest[match.commit.id]
            while coming and self._lives.latest[coming[-1].joined.id] <= over_at:
                stay = coming.pop()
                heapq.heappush(in_line, (self._leaves(stay), len(coming), stay))
            while in_line and in_line[0][0] < over_at:
                heapq.heappop(in_line)
            for _, _, stay in in_line:
                if self._is_passed_over(stay, match):
                    yield self._violation(stay, match)

    def _leaves(self, stay: Stay) -> float:
        return float("inf") if stay.left is None else self._lives.earliest[stay.left.id]

    def _is_passed_over(self, stay: Stay, match: Taken) -> bool:
        if stay.left is match.commit or stay.subject == match.taken.subject:
            return False
        if not self._comes_before(stay, match):
            return False
        return self._fits(stay, match) and self._had_to_be_seen(stay, match)

    def _comes_before(self, stay: Stay, match: Taken) -> bool:
        """Whether an entry comes before the one taken, for the other side of this match.

        A round that began before its call's current place may not know the agents tried.
        """
        by_rank = stay.rank < match.taken.rank
        was_missed, taken_was_missed = self._was_missed(stay, match), self._was_missed(match.taken, match)
        if was_missed == taken_was_missed:
            return by_rank
        call = match.other if stay.subject.kind == AGENT else stay
        began = self._operations[match.commit.operation].begun
        was_known = call is None or self._lives.latest[call.joined.id] < began
        return taken_was_missed and (was_known or by_rank)

    def _was_missed(self, stay: Stay, match: Taken) -> bool:
        """Whether the other side of this match was tried with an entry before."""
        if match.other is None:
            return False
        if stay.subject.kind == AGENT:
            return stay.subject.id in match.other.terms.tried
        return self._name_of(match.commit) == SERVES_ONE and match.other.subject.id in stay.terms.tried

    def _fits(self, stay: Stay, match: Taken) -> bool:
        if match.other is None:
            return self._operations[match.commit.operation].queue in stay.queues
        agent, call = (stay, match.other) if stay.subject.kind == AGENT else (match.other, stay)
        if call.terms.asks_for:
            return call.terms.asks_for == agent.subject.id
        return any(agent.queues & self._fitting[queue] for queue in call.queues)

    def _had_to_be_seen(self, stay: Stay, match: Taken) -> bool:
        there = self._lives.latest[stay.joined.id]
        return there < max(
            self._operations[match.commit.operation].begun, self._ticket_asked_for(match.taken)
        )

    def _ticket_asked_for(self, stay: Stay) -> float:
        """The time at which the reservation of an entry's ticket was sent."""
        return self._reserved.get((stay.subject.kind, stay.ticket), -1.0)

    def _violation(self, stay: Stay, match: Taken) -> Violation:
        lives, commit = self._lives, match.commit
        there, began = lives.latest[stay.joined.id], self._operations[commit.operation].begun
        return Violation(
            self.rule,
            str(stay.subject),
            f"{stay.rank} in {', '.join(sorted(stay.queues))}, in line at {there:.6f}, left at "
            f"{self._leaves(stay):.6f}; {match.taken.subject} {match.taken.rank} in "
            f"{', '.join(sorted(match.taken.queues))} was taken by {match.other and match.other.subject} at "
            f"{lives.latest[commit.id]:.6f} in a round of {commit.operation} begun {began:.6f}",
        )

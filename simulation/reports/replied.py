"""Replied: how long customers of chats wait for replies. Pure."""

from dataclasses import dataclass

from routing.model.queues import CHAT
from simulation.forward import Counts
from simulation.forward.counts import Tally
from simulation.reports.outcome import of_channel


@dataclass(frozen=True)
class Replied:
    """Replies in chats: times in seconds, shares from 0 to 1, None without chats.

    `first_response` is from a customer's arrival to the first answer of an agent, `reply` from each message
    to its answer (of the first message, from the agent's acceptance). `left_share` of the chats answered
    ended because the customer waited too long for a reply.
    """

    first_response_seconds: float | None
    first_response_p90_seconds: float | None
    reply_seconds: float | None
    reply_p90_seconds: float | None
    left: float
    left_share: float | None


def replied_of(tally: Tally, *, runs: int = 1) -> Replied:
    """The figures of a tally of chats."""
    return Replied(
        first_response_seconds=tally.first_replies.mean,
        first_response_p90_seconds=tally.first_replies.quantile(0.9),
        reply_seconds=tally.replies.mean,
        reply_p90_seconds=tally.replies.quantile(0.9),
        left=tally.left / runs,
        left_share=tally.left / tally.answered if tally.answered else None,
    )


def chats_of(counts: Counts) -> Tally:
    """All chats of a run."""
    return of_channel(counts, CHAT)

"""Messages of simulated chats: how many, and how long each side takes. Pure."""

from dataclasses import dataclass
from math import floor, log

from simulation.durations import Distribution

MESSAGE_TIMES = ("reply_time", "think_time", "patience")


@dataclass(frozen=True)
class Messages:
    """How a chat goes: the customer writes, the agent answers, and so on in turn.

    `per_chat` is the mean number of the customer's messages, at least one. `reply_time` is how long an agent
    reads and writes for one answer. An agent with several chats answers one at a time, first the message that
    has waited longest. `think_time` is how long a customer takes for the next message; a customer without
    an answer for the `patience` leaves, without it nobody does.
    """

    reply_time: Distribution
    think_time: Distribution
    per_chat: float = 5.0
    patience: Distribution | None = None

    def count_of(self, luck: float) -> int:
        """The number of messages of a chat, from a number between 0 and 1; geometric, from 1 on."""
        return 1 if self.per_chat <= 1 else 1 + floor(log(1 - luck) / log(1 - 1 / self.per_chat))

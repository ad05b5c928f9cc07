"""Replies: chats in progress, whose customers and agents write in turn. Pure.

An agent writes one reply at a time: with more slots customers wait less for an agent, and longer for each
reply.
"""

from collections.abc import Callable
from dataclasses import dataclass

from simulation.forward.played_agents import PlayedAgent, PlayedCall
from simulation.forward.stage import Stage
from simulation.luck import Luck, message_luck
from simulation.scenarios import Messages


@dataclass(slots=True, eq=False)
class Chat:
    """A chat in progress; `asked` is the time of the customer's last message, `left` how many follow."""

    chat: PlayedCall
    row: PlayedAgent
    left: int
    number: int = 0
    asked: float = 0.0
    waits: bool = False
    is_over: bool = False


class Replies:
    """The chats in progress of one run; `closed` is told the agent's row when one ends."""

    def __init__(self, stage: Stage, messages: Messages, closed: Callable[[PlayedAgent], None]) -> None:
        self._seed = stage.seed
        self._clock = stage.clock
        self._record = stage.record
        self._messages = messages
        self._closed = closed

    def begin(self, call: PlayedCall, row: PlayedAgent) -> None:
        """The agent has accepted; the message that opened the chat waits for its reply."""
        self._written(Chat(call, row, self._messages.count_of(call.luck.talk)))

    def _written(self, chat: Chat) -> None:
        """The customer has written, and waits."""
        chat.number += 1
        chat.asked, chat.waits = self._clock.now, True
        patience = self._messages.patience
        if patience is not None:
            seconds = patience.at(self._luck(chat).patience)
            self._clock.at(self._clock.now + seconds, self._out_of_patience, (chat, chat.number))
        chat.row.unanswered.append(chat)
        self._attend(chat.row)

    def _attend(self, row: PlayedAgent) -> None:
        """The agent begins a reply to the oldest message, unless already writing one."""
        while row.unanswered and not row.writes:
            chat = row.unanswered.popleft()
            if not chat.is_over:
                row.writes = True
                seconds = self._messages.reply_time.at(self._luck(chat).talk)
                self._clock.at(self._clock.now + seconds, self._answered, chat)

    def _answered(self, chat: Chat) -> None:
        chat.row.writes = False
        if not chat.is_over:
            self._record.replied(chat.chat, self._clock.now, asked=chat.asked, is_first=chat.number == 1)
            chat.waits = False
            chat.left -= 1
            if chat.left:
                seconds = self._messages.think_time.at(self._luck(chat).gap)
                self._clock.at(self._clock.now + seconds, self._written, chat)
            else:
                self._end(chat)
        self._attend(chat.row)

    def _out_of_patience(self, waiting: tuple[Chat, int]) -> None:
        """The customer leaves if the message has no reply yet; the agent finishes one that has begun."""
        chat, number = waiting
        if chat.waits and not chat.is_over and chat.number == number:
            self._record.left_chat(chat.chat)
            self._end(chat)

    def _end(self, chat: Chat) -> None:
        chat.is_over = True
        self._closed(chat.row)

    def _luck(self, chat: Chat) -> Luck:
        return message_luck(self._seed, chat.chat.number, message=chat.number)

"""Talks of a run: the dialogues of its chats in progress, and the chat rows of its agents. Pure."""

from collections.abc import Collection, Iterator
from datetime import datetime

from messaging.model.messages import Message
from routing.model.agents import Agent
from routing.model.calls import Call, CallStatus
from simulation.chats.dialogues import Dialogues, Reply
from simulation.people.behaviour import Action, Timer, is_played
from simulation.people.run_plan import Played


class Talks:
    """What a run knows of its chats beyond the calls that they are; nothing if its chats have no messages.

    A change answers the other chats that have to be planned again: an agent answers one after the other.
    """

    def __init__(self, plan: Played, by_hand: Collection[str]) -> None:
        messages = plan.messages
        self._plan = plan
        self._by_hand = by_hand
        self._dialogues = Dialogues(messages, seed=plan.durations.seed) if messages else None
        self._rows: dict[str, Agent] = {}

    @property
    def is_empty(self) -> bool:
        """Whether no chat is in progress."""
        return next(iter(self), None) is None

    def __contains__(self, call_id: object) -> bool:
        return self._dialogues is not None and call_id in self._dialogues

    def __iter__(self) -> Iterator[str]:
        return iter(self._dialogues or ())

    def timers(self, call_id: str) -> list[Timer]:
        """The next lines of a chat."""
        return [*self._dialogues.due(call_id)] if self._dialogues else []

    def row_of(self, call: Call) -> Agent | None:
        """The chat row with a chat, as last seen; None for a call."""
        return self._rows.get(call.agent_id or "") if call.channel else None

    def saw(self, agent: Agent | None) -> None:
        """Keeps an agent's chat row, unless a newer one is known."""
        if agent is not None and agent.channel:
            known = self._rows.get(agent.agent_id)
            if known is None or known.version < agent.version:
                self._rows[agent.agent_id] = agent

    def note(self, call: Call, *, at: datetime) -> set[str]:
        """Begins the dialogue of a chat that was accepted at that moment, or ends that of any other."""
        number = self._plan.number_of(call.call_id)
        if self._dialogues is None or number is None or not call.channel:
            return set()
        if call.status is CallStatus.IN_PROGRESS and is_played(call, self._by_hand):
            return self._dialogues.begin(call.call_id, number, row=call.agent_id or "", at=at)
        return self._dialogues.end(call.call_id, at=at)

    def gone(self, call_id: str, *, at: datetime) -> set[str]:
        """Ends the dialogue of a chat that is not in the table any more."""
        return self._dialogues.end(call_id, at=at) if self._dialogues else set()

    def said(self, action: Action, message: Message, *, at: datetime) -> set[str]:
        """Goes on after a line that was due at that moment."""
        if self._dialogues is None:
            return set()
        told = self._dialogues.answered if isinstance(action, Reply) else self._dialogues.asked
        return told(action.call_id, at=at, seen=message.number)

"""Dialogues of chats in progress: what customers and agents write next, in turn. Pure.

By the rules of virtual time (`forward/replies.py`): an agent writes one reply at a time, to the message that
has waited longest. Moments are those at which lines were due, so that a late line makes no other one late.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from simulation.luck import Luck, luck_of, message_luck
from simulation.scenarios import Messages

LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Question:
    """The customer writes message `turn`; `seen` is the last number the run knows in the conversation."""

    call_id: str
    turn: int
    seen: int


@dataclass(frozen=True)
class Reply:
    """The agent of a chat row answers message `turn`."""

    call_id: str
    turn: int
    seen: int
    row: str


@dataclass(frozen=True)
class Leave:
    """The chat ends: everything is said, or its customer has waited too long for a reply."""

    call_id: str


Line = Question | Reply | Leave
Due = tuple[datetime, Line]


@dataclass
class Dialogue:
    """A chat in progress: `turns` messages of its customer, of which `turn` was asked at `asked`.

    `due` is when the next line is due, None while the message waits in the agent's line; the agent begins its
    reply at `begins`.
    """

    number: int
    row: str
    turns: int
    asked: datetime
    turn: int = 1
    is_answered: bool = False
    begins: datetime = LONG_AGO
    due: datetime | None = None
    seen: int = 1


@dataclass
class Writer:
    """An agent with chats: those that wait for a reply, the one it answers, when it can begin another."""

    waiting: set[str] = field(default_factory=set)
    answers: str = ""
    free_at: datetime = LONG_AGO


class Dialogues:
    """The dialogues of one run, by chat. A change returns the other chats whose next line it has changed."""

    def __init__(self, messages: Messages, *, seed: int) -> None:
        self._messages = messages
        self._seed = seed
        self._dialogues: dict[str, Dialogue] = {}
        self._writers: dict[str, Writer] = {}

    def __contains__(self, call_id: object) -> bool:
        return call_id in self._dialogues

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._dialogues))

    def begin(self, call_id: str, number: int, *, row: str, at: datetime) -> set[str]:
        """The agent of a row has accepted the chat; from now on its first message waits for a reply."""
        found = self._dialogues.get(call_id)
        if found is not None and found.row == row:
            return set()
        changed = self.end(call_id, at=at)
        turns = self._messages.count_of(luck_of(self._seed, number).talk)
        self._dialogues[call_id] = Dialogue(number, row, turns, at)
        self._writers.setdefault(row, Writer()).waiting.add(call_id)
        return changed | self._attend(row)

    def asked(self, call_id: str, *, at: datetime, seen: int) -> set[str]:
        """The customer has written the next message."""
        dialogue = self._dialogues.get(call_id)
        if dialogue is None:
            return set()
        dialogue.turn, dialogue.seen = dialogue.turn + 1, seen
        dialogue.is_answered, dialogue.asked, dialogue.due = False, at, None
        self._writers[dialogue.row].waiting.add(call_id)
        return self._attend(dialogue.row)

    def answered(self, call_id: str, *, at: datetime, seen: int) -> set[str]:
        """The agent has answered, and turns to the next chat."""
        dialogue = self._dialogues.get(call_id)
        if dialogue is None:
            return set()
        writer = self._writers[dialogue.row]
        writer.answers, writer.free_at = "", at
        is_last = dialogue.turn >= dialogue.turns
        think = 0.0 if is_last else self._messages.think_time.at(self._luck(dialogue).gap)
        dialogue.is_answered, dialogue.seen, dialogue.due = True, seen, at + timedelta(seconds=think)
        return self._attend(dialogue.row)

    def end(self, call_id: str, *, at: datetime) -> set[str]:
        """The chat is over, or with nobody; its agent finishes a reply that it has begun."""
        dialogue = self._dialogues.pop(call_id, None)
        if dialogue is None:
            return set()
        writer = self._writers[dialogue.row]
        writer.waiting.discard(call_id)
        if writer.answers == call_id:
            writer.answers = ""
            if dialogue.due is not None and dialogue.begins <= at:
                writer.free_at = dialogue.due
        return self._attend(dialogue.row)

    def due(self, call_id: str) -> list[Due]:
        """The next lines of a chat, of which only the first one due is written."""
        dialogue = self._dialogues.get(call_id)
        if dialogue is None:
            return []
        if dialogue.is_answered:
            return [(dialogue.due or dialogue.asked, self._of_customer(call_id, dialogue))]
        found: list[Due] = []
        if dialogue.due is not None:
            found.append((dialogue.due, Reply(call_id, dialogue.turn, dialogue.seen, dialogue.row)))
        if self._messages.patience is not None:
            patience = self._messages.patience.at(self._luck(dialogue).patience)
            found.append((dialogue.asked + timedelta(seconds=patience), Leave(call_id)))
        return found

    def _of_customer(self, call_id: str, dialogue: Dialogue) -> Line:
        if dialogue.turn >= dialogue.turns:
            return Leave(call_id)
        return Question(call_id, dialogue.turn + 1, dialogue.seen)

    def _attend(self, row: str) -> set[str]:
        """An agent who is free turns to the message that has waited longest; returns its chat."""
        writer = self._writers[row]
        if writer.answers or not writer.waiting:
            return set()
        call_id = min(writer.waiting, key=lambda one: (self._dialogues[one].asked, one))
        dialogue = self._dialogues[call_id]
        writer.waiting.remove(call_id)
        writer.answers = call_id
        dialogue.begins = max(writer.free_at, dialogue.asked)
        reply_time = self._messages.reply_time.at(self._luck(dialogue).talk)
        dialogue.due = dialogue.begins + timedelta(seconds=reply_time)
        return {call_id}

    def _luck(self, dialogue: Dialogue) -> Luck:
        return message_luck(self._seed, dialogue.number, message=dialogue.turn)

"""Model of a contact centre in plain Python: who is there, and each one's place in line.

User operations are in `model_agents` and `model_calls`, automatic changes in `model_centre`. All moments are
seconds since the test began.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from routing.model.policies import Policies, QueuePolicy
from routing.model.queues import QueueKey, call_queue, parse_queue_key

RESTING = {"ready": "queued", "paused": "paused", "offline": "offline"}
FREE = ("available", "queued", "paused", "offline")
ENDED = ("completed", "abandoned", "removed", "rejected")
REMEMBERED_TRIED = 4
Stand = tuple[int, int, str, frozenset[str], str]


@dataclass
class Person:
    """An agent. `place` is where in line it stands or last stood, `since` when its status began."""

    gender: str
    languages: tuple[str, ...]
    since: int
    answers_itself: bool = False
    status: str = "available"
    choice: str = "ready"
    why: str = ""
    place: int | None = None
    call: str | None = None
    until: int | None = None
    missed: int = 0
    version: int = 1

    @property
    def queues(self) -> tuple[str, ...]:
        return tuple(f"Q#{language}#{self.gender}" for language in self.languages)

    def fits(self, language: str, gender: str) -> bool:
        return language in self.languages and gender in ("Any", self.gender)


@dataclass(frozen=True)
class Wish:
    """One step of a call: preferences and seconds."""

    gender: str
    seconds: int = 0
    agent: str = ""


@dataclass
class Caller:
    """A call: what it wants now, where it stands, and what is due when."""

    language: str
    gender: str = "Any"
    status: str = "created"
    priority: int = 5
    band: int = 5
    place: int | None = None
    wishes: tuple[Wish, ...] = ()
    wish: int = 0
    until: int | None = None
    promote_at: int | None = None
    relax_at: int | None = None
    overflow_at: int | None = None
    agent: str | None = None
    attempts: int = 0
    failures: int = 0
    tried: tuple[str, ...] = ()
    version: int = 1

    @property
    def queue(self) -> QueueKey:
        return call_queue(self.language, self.gender)

    @property
    def asks_for(self) -> str:
        return self.wishes[self.wish].agent if self.wishes else ""

    @property
    def due_at(self) -> int | None:
        """Due time of the current status."""
        if self.status != "queued":
            return self.until if self.status in ("created", "offered") else None
        return min((at for at in (self.promote_at, self.relax_at, self.overflow_at) if at), default=None)


@dataclass
class Floor:
    """Everybody, and how often each queue has changed."""

    policies: Policies
    people: dict[str, Person] = field(default_factory=dict)
    callers: dict[str, Caller] = field(default_factory=dict)
    versions: Counter[str] = field(default_factory=Counter)
    now: int = 0
    places: int = 0

    def policy(self, caller: Caller) -> QueuePolicy:
        """The policy of the call's current queue."""
        return self.policies.of(caller.queue)

    def in_seconds(self, seconds: float) -> int | None:
        """That number of seconds from now; None for 0, which stands for never."""
        return self.now + int(seconds) if seconds else None

    def lines(self) -> dict[str, list[Stand]]:
        """The entries of each queue that is not empty, in order."""
        lines: dict[str, list[Stand]] = {}
        for name, person in self.people.items():
            for queue in person.queues if person.status == "queued" else ():
                lines.setdefault(queue, []).append((0, person.place or 0, name, frozenset(), ""))
        for name, one in self.callers.items():
            if one.status == "queued":
                stand = (one.band, one.place or 0, name, frozenset(one.tried), one.asks_for)
                lines.setdefault(str(one.queue), []).append(stand)
        return {queue: sorted(line, key=lambda stand: stand[:2]) for queue, line in lines.items()}

    @contextmanager
    def one_change(self, *changed: Person | Caller) -> Iterator[None]:
        """One transaction: each queue in which an entry comes, goes or changes is one version on, once."""
        before = self.lines()
        yield
        after = self.lines()
        for queue in before.keys() | after.keys():
            self.versions[queue] += before.get(queue) != after.get(queue)
        for one in changed:
            one.version += 1

    def move(self, person: Person, status: str, *, call: str | None = None, until: int | None = None) -> None:
        person.status, person.since, person.call, person.until = status, self.now, call, until

    def settle(self, person: Person, *, at_old_place: bool = False) -> None:
        """To where it chose to be, into its queues if that is ready."""
        if person.choice != "ready" and person.status == person.choice:
            return
        self.move(person, RESTING[person.choice])
        if person.status == "queued" and not (at_old_place and person.place):
            person.place = self.next_place()

    def was_with(self, caller: Caller) -> None:
        """The agent it rang for comes last for this call from now on."""
        agent = caller.agent or ""
        tried = (*(one for one in caller.tried if one != agent), agent)
        caller.tried = tried[-REMEMBERED_TRIED:]

    def back_in_line(self, caller: Caller) -> None:
        """Waiting at its old place again."""
        caller.status, caller.agent, caller.until = "queued", None, None
        caller.place = caller.place or self.next_place()

    def next_place(self) -> int:
        self.places += 1
        return self.places

    def depth(self, queue: QueueKey, *, without: Caller) -> int:
        """The number of other calls waiting in a queue."""
        return sum(
            one.status == "queued" and one.queue == queue and one is not without
            for one in self.callers.values()
        )

    def queue_named(self, text: str) -> QueueKey:
        return parse_queue_key(text)

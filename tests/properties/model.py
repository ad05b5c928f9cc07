"""A contact centre in plain Python, as simple as can be: what the real one must be like after every step."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

RESTING = {"ready": "queued", "paused": "paused", "offline": "offline"}
BUSY = ("offered", "attendingCall")


@dataclass
class Person:
    """An agent. `place` is where in line it stands or last stood, `since` when its status began."""

    gender: str
    languages: tuple[str, ...]
    since: int
    status: str = "available"
    choice: str = "ready"
    place: int = 0
    call: str | None = None
    version: int = 1

    @property
    def queues(self) -> tuple[str, ...]:
        return tuple(f"Q#{language}#{self.gender}" for language in self.languages)


@dataclass
class Caller:
    """A call, since it was queued."""

    language: str
    gender: str
    priority: int
    place: int
    status: str = "queued"
    agent: str | None = None
    attempts: int = 0
    version: int = 1

    @property
    def queue(self) -> str:
        return f"W#{self.language}#{self.gender}"


@dataclass
class Centre:
    """Everybody, and how often each queue has changed. Operations answer False where they are in conflict."""

    people: dict[str, Person] = field(default_factory=dict)
    callers: dict[str, Caller] = field(default_factory=dict)
    versions: Counter[str] = field(default_factory=Counter)
    now: int = 0
    places: int = 0

    def lines(self) -> dict[str, list[str]]:
        """Who stands in each queue that is not empty, in order."""
        standing = [
            (0, person.place, name, queue)
            for name, person in self.people.items()
            if person.status == "queued"
            for queue in person.queues
        ]
        standing += [
            (caller.priority, caller.place, name, caller.queue)
            for name, caller in self.callers.items()
            if caller.status == "queued"
        ]
        lines: dict[str, list[str]] = {}
        for _, _, name, queue in sorted(standing):
            lines.setdefault(queue, []).append(name)
        return lines

    @contextmanager
    def one_change(self, *changed: Person | Caller) -> Iterator[None]:
        """One transaction: each queue in which somebody comes or goes is one version on, once."""
        before = self.lines()
        yield
        after = self.lines()
        for queue in before.keys() | after.keys():
            self.versions[queue] += set(before.get(queue, ())) != set(after.get(queue, ()))
        for one in changed:
            one.version += 1

    def move(self, person: Person, status: str, call: str | None = None) -> None:
        person.status, person.since, person.call = status, self.now, call

    def settle(self, person: Person, *, at_old_place: bool = False) -> None:
        """To where it chose to be, into its queues if that is ready."""
        self.move(person, RESTING[person.choice])
        if person.status == "queued" and not at_old_place:
            person.place = self.next_place()

    def next_place(self) -> int:
        self.places += 1
        return self.places

    # --- agents

    def create(self, name: str, gender: str, languages: tuple[str, ...]) -> bool:
        self.people.setdefault(name, Person(gender, languages, self.now))
        return True

    def enqueue_all(self) -> bool:
        ready = [person for _, person in sorted(self.people.items()) if person.status == "available"]
        with self.one_change(*ready):
            for person in sorted(ready, key=lambda person: person.since):
                self.settle(person)
        return True

    def choose(self, name: str, choice: str) -> bool:
        person = self.people[name]
        if person.status in BUSY:
            person.version += person.choice != choice
            person.choice = choice
        elif (person.choice, person.status) != (choice, RESTING[choice]):
            with self.one_change(person):
                person.choice = choice
                self.settle(person)
        return True

    def end_wrap_up(self, name: str) -> bool:
        person = self.people[name]
        if person.status == "wrapUp":
            with self.one_change(person):
                self.settle(person)
        return person.status not in BUSY

    def reset(self, *, only_first: bool = False) -> bool:
        for name, person in sorted(self.people.items()):
            if (person.status, person.choice) == ("available", "ready"):
                continue
            caller = self.callers[person.call] if person.call else None
            held = caller if caller and caller.status in ("offered", "inProgress") else None
            with self.one_change(person, *([held] if held else [])):
                if held and held.status == "offered":
                    held.status, held.agent = "queued", None
                elif held:
                    held.status = "completed"
                person.choice = "ready"
                self.move(self.people[name], "available")
            if only_first:
                break
        return True

    # --- calls

    def call(self, name: str, language: str, gender: str, priority: int) -> bool:
        if name not in self.callers:
            with self.one_change():
                self.callers[name] = Caller(language, gender, priority, self.next_place())
        return True

    def accept(self, name: str, agent: str) -> bool:
        caller = self.callers[name]
        if (caller.status, caller.agent) == ("offered", agent):
            person = self.people[agent]
            with self.one_change(person, caller):
                caller.status = "inProgress"
                self.move(person, "attendingCall", name)
        return (caller.status, caller.agent) == ("inProgress", agent)

    def decline(self, name: str, agent: str) -> bool:
        caller = self.callers[name]
        if (caller.status, caller.agent) != ("offered", agent):
            return False
        person = self.people[agent]
        with self.one_change(person, caller):
            caller.status, caller.agent = "queued", None
            self.settle(person)
        return True

    def complete(self, name: str) -> bool:
        caller = self.callers[name]
        if caller.status == "inProgress":
            person = self.people[str(caller.agent)]
            with self.one_change(person, caller):
                caller.status = "completed"
                self.move(person, "wrapUp", name)
        return caller.status == "completed"

    def abandon(self, name: str) -> bool:
        caller = self.callers[name]
        if caller.status in ("queued", "offered"):
            person = self.people[str(caller.agent)] if caller.status == "offered" else None
            with self.one_change(caller, *([person] if person else [])):
                caller.status = "abandoned"
                if person:
                    self.settle(person, at_old_place=True)
        return caller.status == "abandoned"

    # --- matching

    def match(self, *, at_most: int | None = None) -> list[tuple[str, str]]:
        """Each call in its turn takes the agent who has waited longest of those who fit."""
        waiting = [
            (one.priority, one.place, name) for name, one in self.callers.items() if one.status == "queued"
        ]
        pairs: list[tuple[str, str]] = []
        with self.one_change():
            for _, _, name in sorted(waiting)[: len(waiting)]:
                agent = self._longest_waiting(self.callers[name])
                if agent is not None and len(pairs) != at_most:
                    self._offer(name, agent)
                    pairs.append((name, agent))
        return pairs

    def _longest_waiting(self, caller: Caller) -> str | None:
        fitting = [
            (person.place, name)
            for name, person in self.people.items()
            if person.status == "queued"
            and caller.language in person.languages
            and caller.gender in ("Any", person.gender)
        ]
        return min(fitting)[1] if fitting else None

    def _offer(self, name: str, agent: str) -> None:
        caller, person = self.callers[name], self.people[agent]
        caller.status, caller.agent = "offered", agent
        caller.attempts += 1
        self.move(person, "offered", name)
        caller.version += 1
        person.version += 1

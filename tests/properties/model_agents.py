"""Model of what agents and supervisors do with agents.

Operations answer False if they are in conflict.
"""

from tests.properties.model import FREE, RESTING, Floor, Person


class Agents(Floor):
    """The agents' side."""

    def create(self, name: str, gender: str, languages: tuple[str, ...], *, answers_itself: bool) -> bool:
        self.people.setdefault(name, Person(gender, languages, self.now, answers_itself))
        return True

    def enqueue_all(self) -> bool:
        ready = [person for _, person in sorted(self.people.items()) if person.status == "available"]
        with self.one_change(*ready):
            for person in sorted(ready, key=lambda person: person.since):
                self.settle(person)
        return True

    def enqueue(self, name: str) -> bool:
        person = self.people[name]
        if person.status == "available":
            with self.one_change(person):
                self.settle(person)
        return person.status == "queued"

    def choose(self, name: str, choice: str) -> bool:
        person = self.people[name]
        if person.status not in FREE:
            if (person.choice, person.why) != (choice, ""):
                person.choice, person.why = choice, ""
                person.version += 1
        elif (person.choice, person.status, person.why) != (choice, RESTING[choice], ""):
            with self.one_change(person):
                person.choice, person.why = choice, ""
                if person.status != RESTING[choice]:
                    self.settle(person)
        return True

    def end_wrap_up(self, name: str) -> bool:
        person = self.people[name]
        if person.status == "wrapUp":
            with self.one_change(person):
                self.settle(person)
        return person.status in FREE

    def extend_wrap_up(self, name: str, seconds: int) -> bool:
        person = self.people[name]
        until = max(person.until or self.now, self.now) + seconds
        longest = person.since + self.policies.agents.longest_wrap_up_seconds
        if person.status != "wrapUp" or until > longest:
            return False
        person.until = until
        person.version += 1
        return True

    def release(self, name: str) -> bool:
        person = self.people[name]
        if person.status not in ("queued", "paused", "offline"):
            with self.one_change(person):
                rang = person.status == "offered"
                self.let_go(person)
                self.settle(person, at_old_place=rang)
        return True

    def reset(self, *, only_first: bool = False) -> bool:
        for _, person in sorted(self.people.items()):
            fresh = (person.status, person.choice, person.missed, person.until)
            if fresh == ("available", "ready", 0, None):
                continue
            with self.one_change(person):
                self.let_go(person)
                person.choice, person.missed, person.until = "ready", 0, None
                person.why = ""
                if person.status != "available":
                    self.move(person, "available")
            if only_first:
                break
        return True

    def let_go(self, person: Person) -> None:
        """Of the call that rings for it, which waits again, or runs, which is over."""
        caller = self.callers.get(person.call or "")
        if caller and caller.status == "offered":
            self.was_with(caller)
            self.back_in_line(caller)
            caller.version += 1
        elif caller and caller.status == "inProgress":
            caller.status, caller.until = "completed", None
            caller.version += 1

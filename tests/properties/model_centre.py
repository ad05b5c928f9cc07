"""Model of what routing does: it matches, and ends what is over."""

from collections.abc import Callable, Collection
from dataclasses import replace

from tests.properties.model import Caller, Person
from tests.properties.model_calls import Calls


class Centre(Calls):
    """A whole contact centre."""

    # --- matching

    def match(self, *, at_most: int | None = None) -> list[tuple[str, str]]:
        """Each call in its turn takes the longest-waiting agent who fits.

        Agents who did not answer it come last; a call that asks for one agent waits for that one.
        """
        pairs: list[tuple[str, str]] = []
        with self.one_change():
            for name in self._in_turn():
                agent = self._agent_for(self.callers[name])
                if agent is not None and len(pairs) != at_most:
                    self._offer(name, agent)
                    pairs.append((name, agent))
        return pairs

    def offer(self, agent: str) -> bool:
        """The agent is served now: the first fitting call rings, those it did not answer last."""
        person = self.people[agent]
        if person.status != "queued":
            return False
        fitting = [
            name
            for name in self._in_turn()
            if self.callers[name].asks_for in ("", agent)
            and person.fits(self.callers[name].language, self.callers[name].gender)
        ]
        if fitting:
            with self.one_change():
                self._offer(min(fitting, key=lambda name: agent in self.callers[name].tried), agent)
        return True

    def assign(self, queue: str, name: str) -> None:
        """The first agent of a queue gets a call of its own."""
        agent = self.lines()[queue][0][2]
        person = self.people[agent]
        _, language, gender = queue.split("#")
        caller = Caller(language, gender, "inProgress", agent=agent, attempts=1)
        caller.until = self.in_seconds(self.policy(caller).talk_limit_seconds)
        with self.one_change(person):
            self.callers[name] = caller
            self.move(person, "attendingCall", call=name, until=caller.until)
            person.missed = 0

    def _in_turn(self) -> list[str]:
        waiting = [
            (one.band, one.place or 0, name) for name, one in self.callers.items() if one.status == "queued"
        ]
        return [name for _, _, name in sorted(waiting)]

    def _agent_for(self, caller: Caller) -> str | None:
        fitting = [
            (name in caller.tried, person.place or 0, name)
            for name, person in self.people.items()
            if person.status == "queued" and person.fits(caller.language, caller.gender)
        ]
        if caller.asks_for:
            return next((name for _, _, name in fitting if name == caller.asks_for), None)
        return min(fitting)[2] if fitting else None

    def _offer(self, name: str, agent: str) -> None:
        caller, person, policy = self.callers[name], self.people[agent], self.policy(self.callers[name])
        caller.agent = agent
        caller.attempts += 1
        if person.answers_itself:
            caller.status, caller.until = "inProgress", self.in_seconds(policy.talk_limit_seconds)
            self.move(person, "attendingCall", call=name, until=caller.until)
        else:
            caller.status, caller.until = "offered", self.in_seconds(policy.ring_seconds)
            self.move(person, "offered", call=name, until=caller.until)
        caller.version += 1
        person.version += 1

    # --- what is due

    def sweep(self, order: Callable[[str], int], refused: Collection[str] = ()) -> bool:
        """Everything that is due, until nothing is any more.

        Those who come to the end of a line in one sweep may do so in any order: `order` says in which. So may
        those who leave a full queue and those who want to join it. `refused` found it full: before others
        left, if it is full now, else after others came.
        """
        full = {name for name in refused if not self._next_has_room(self.callers[name])}
        for name in sorted(self.people, key=order):
            self.agent_when_due(name)

        def turn(name: str) -> tuple[int, int]:
            return (0 if name in full else 2 if name in refused else 1, order(name))

        for name in sorted(self.callers, key=turn):
            while self._is_due(self.callers[name].due_at):
                self.call_when_due(name)
        return True

    def wants_to_move_on(self, caller: Caller) -> bool:
        """Whether it is time to let go of a wish, and nothing else comes first."""
        waits = caller.status == "queued" and not self._is_due(caller.overflow_at)
        return waits and self._is_due(caller.relax_at)

    def _next_has_room(self, caller: Caller) -> bool:
        return self.has_room(replace(caller, gender=caller.wishes[caller.wish + 1].gender))

    def agent_when_due(self, name: str) -> bool:
        person = self.people[name]
        if person.status in ("available", "wrapUp") and self._is_due(person.until):
            with self.one_change(person):
                self.settle(person)
        return True

    def _is_due(self, at: int | None) -> bool:
        return at is not None and at <= self.now

    def call_when_due(self, name: str) -> bool:
        """The one thing that is due next, if its time has come."""
        caller = self.callers[name]
        if self._is_due(caller.due_at):
            self._do_what_is_due(caller)
        return True

    def _do_what_is_due(self, caller: Caller) -> None:
        if caller.status == "offered":
            person = self.people[str(caller.agent)]
            with self.one_change(person, caller):
                self._not_answered(person)
                self.offer_failed(caller)
            return
        with self.one_change(caller):
            if caller.status == "created":
                caller.status, caller.until = "abandoned", None
            elif self._is_due(caller.overflow_at):
                self.overflow(caller, caller.place, full=frozenset({caller.queue}))
            elif self._is_due(caller.relax_at):
                self._let_go(caller)
            else:
                caller.band -= 1
                caller.promote_at = self.next_promotion(caller)

    def _let_go(self, caller: Caller) -> None:
        """Of one wish; while the queue of the next is full, it asks again after an offer there would end."""
        here, gender = caller.queue, caller.gender
        caller.gender = caller.wishes[caller.wish + 1].gender
        if caller.queue != here:
            if not self.has_room(caller):
                caller.relax_at = self.in_seconds(self.policy(caller).ring_seconds)
                caller.gender = gender
                return
            self.waits_elsewhere(caller)
        caller.wish += 1
        last = caller.wish + 1 >= len(caller.wishes)
        caller.relax_at = None if last else self.in_seconds(caller.wishes[caller.wish].seconds)

    def _not_answered(self, person: Person) -> None:
        policy = self.policies.agents
        person.missed += 1
        if person.missed >= policy.max_missed_offers and person.choice == "ready":
            person.choice, person.why, person.missed = "paused", "no answer", 0
        self.rest(person, policy.no_answer_rest_seconds)

"""Model of what is done with calls.

Operations answer False if they are in conflict. `at` is the version that the sender saw, if it said so.
"""

from tests.properties.model import ENDED, Caller, Person, Wish
from tests.properties.model_agents import Agents


class Calls(Agents):
    """The callers' side."""

    def create_call(self, name: str, language: str) -> bool:
        if name not in self.callers:
            caller = Caller(language)
            caller.until = self.in_seconds(self.policy(caller).collect_seconds)
            self.callers[name] = caller
        return True

    def call(self, name: str, language: str, wishes: tuple[Wish, ...], priority: int, asks_for: str) -> bool:
        known = self.callers.get(name)
        if known is None or known.status == "created":
            caller = Caller(language, wishes[0].gender, priority=priority, band=priority, wishes=wishes)
            person = self.people.get(asks_for)
            if person and person.status != "offline" and person.fits(language, caller.gender):
                seconds = int(self.policy(caller).preferred_agent_seconds)
                caller.wishes = (Wish(caller.gender, seconds, asks_for), *wishes)
            with self.one_change():
                self.callers[name] = caller
                self.put_in_line(caller, self.next_place())
                caller.version = known.version + 1 if known else 1
        return True

    def put_in_line(
        self, caller: Caller, place: int | None, *, full: frozenset[object] = frozenset()
    ) -> None:
        """Into its queue, or where it overflows to if that is full; what is due is counted from now."""
        if not self.has_room(caller):
            self.overflow(caller, place, full=full | {caller.queue})
            return
        if not full:
            self.count_from_now(caller)
        caller.status, caller.place = "queued", place

    def count_from_now(self, caller: Caller) -> None:
        policy = self.policy(caller)
        caller.promote_at = self.next_promotion(caller)
        last = caller.wish + 1 >= len(caller.wishes)
        caller.relax_at = None if last else self.in_seconds(caller.wishes[caller.wish].seconds)
        caller.overflow_at = self.in_seconds(policy.max_wait_seconds)

    def next_promotion(self, caller: Caller) -> int | None:
        policy = self.policy(caller)
        return self.in_seconds(policy.promote_after_seconds) if caller.band > policy.highest_band else None

    def waits_elsewhere(self, caller: Caller) -> None:
        """In another queue: promoted when it was to be, if at all; for as long as may be waited there."""
        following = self.next_promotion(caller)
        caller.promote_at = (caller.promote_at or following) if following else None
        caller.overflow_at = self.in_seconds(self.policy(caller).max_wait_seconds)

    def has_room(self, caller: Caller) -> bool:
        length = self.policy(caller).max_length
        return not length or self.depth(caller.queue, without=caller) < length

    def overflow(self, caller: Caller, place: int | None, *, full: frozenset[object]) -> None:
        """As the policy of the queue says that is full, or in which it has waited too long."""
        policy = self.policy(caller)
        if policy.overflow == "deadLetter":
            self.bury(caller)
        elif policy.overflow == "reject":
            caller.status = "rejected"
            caller.promote_at = caller.relax_at = caller.overflow_at = None
        else:
            if caller.status == "created":
                self.count_from_now(caller)
            other = self.queue_named(policy.overflow)
            caller.language, caller.gender, caller.wishes, caller.wish = other.language, other.gender, (), 0
            caller.relax_at = None
            self.waits_elsewhere(caller)
            self.put_in_line(caller, place, full=full)

    def bury(self, caller: Caller) -> None:
        caller.status, caller.agent, caller.until = "deadLettered", None, None
        caller.promote_at = caller.relax_at = caller.overflow_at = None

    # --- offered

    def accept(self, name: str, agent: str, at: int | None = None) -> bool:
        caller = self.callers[name]
        if (caller.status, caller.agent) == ("inProgress", agent):
            return True
        if self._is_late(caller, at) or (caller.status, caller.agent) != ("offered", agent):
            return False
        person = self.people[agent]
        with self.one_change(person, caller):
            caller.status, caller.until = (
                "inProgress",
                self.in_seconds(self.policy(caller).talk_limit_seconds),
            )
            self.move(person, "attendingCall", call=name, until=caller.until)
            person.missed = 0
        return True

    def decline(self, name: str, agent: str, at: int | None = None) -> bool:
        caller = self.callers[name]
        if self._is_late(caller, at) or (caller.status, caller.agent) != ("offered", agent):
            return False
        person = self.people[agent]
        with self.one_change(person, caller):
            self.rest(person, self.policies.agents.declined_rest_seconds)
            self.offer_failed(caller)
        return True

    def rest(self, person: Person, seconds: float) -> None:
        if person.choice == "ready":
            self.move(person, "available", until=self.in_seconds(seconds))
        else:
            self.settle(person)

    def offer_failed(self, caller: Caller) -> None:
        policy = self.policy(caller)
        self.was_with(caller)
        caller.failures += 1
        if caller.failures >= policy.max_offers:
            self.bury(caller)
            return
        self.back_in_line(caller)
        if policy.restore_to_end:
            caller.place = self.next_place()

    def complete(self, name: str) -> bool:
        caller = self.callers[name]
        if caller.status == "inProgress":
            person = self.people[str(caller.agent)]
            seconds = self.policy(caller).wrap_up_seconds
            with self.one_change(person, caller):
                caller.status, caller.until = "completed", None
                if seconds:
                    self.move(person, "wrapUp", call=name, until=self.in_seconds(seconds))
                else:
                    self.settle(person)
        return caller.status == "completed"

    def hand_back(self, name: str, at: int | None = None) -> bool:
        caller = self.callers[name]
        if caller.status == "queued":
            return True
        if caller.status != "inProgress" or self._is_late(caller, at):
            return False
        person = self.people[str(caller.agent)]
        with self.one_change(person, caller):
            if person.choice == "ready":
                person.choice, person.why = "paused", "call handed back"
            self.settle(person)
            self.count_from_now(caller)  # no wait during the talk
            self.back_in_line(caller)
        return True

    # --- out of the line

    def abandon(self, name: str) -> bool:
        return self._gone(name, "abandoned", None)

    def remove(self, name: str, at: int | None = None) -> bool:
        return self._gone(name, "removed", at)

    def _gone(self, name: str, status: str, at: int | None) -> bool:
        caller = self.callers[name]
        if caller.status == status:
            return True
        if caller.status in ("inProgress", *ENDED) or self._is_late(caller, at):
            return False
        with self.one_change(caller):
            self._free_agent_of(caller)
            caller.status, caller.until = status, None
        return True

    def _free_agent_of(self, caller: Caller) -> None:
        if caller.status == "offered":
            person = self.people[str(caller.agent)]
            self.settle(person, at_old_place=True)
            person.version += 1

    def dead_letter(self, name: str, at: int | None = None) -> bool:
        caller = self.callers[name]
        if caller.status == "deadLettered":
            return True
        if caller.status not in ("created", "queued", "offered") or self._is_late(caller, at):
            return False
        with self.one_change(caller):
            self._free_agent_of(caller)
            self.bury(caller)
        return True

    def restore(self, name: str, *, to_end: bool, at: int | None = None) -> bool:
        caller = self.callers[name]
        if caller.status == "queued":
            return True
        if caller.status not in ("offered", "deadLettered") or self._is_late(caller, at):
            return False
        with self.one_change(caller):
            self._free_agent_of(caller)
            if caller.status == "deadLettered":
                caller.attempts, caller.failures, caller.tried, caller.band = 0, 0, (), caller.priority
                self.count_from_now(caller)
            else:
                self.was_with(caller)
            caller.place = None if to_end else caller.place
            self.back_in_line(caller)
        return True

    def dequeue(self, queue: str) -> bool:
        line = self.lines().get(queue)
        if line:
            caller = self.callers[line[0][2]]
            with self.one_change(caller):
                caller.status = "completed"
        return True

    # --- within the line

    def touch(self, name: str, at: int | None = None) -> bool:
        caller = self.callers[name]
        if caller.status != "queued" or self._is_late(caller, at):
            return False
        with self.one_change(caller):
            caller.place = self.next_place()
        return True

    def change_priority(self, name: str, priority: int, at: int | None = None) -> bool:
        caller = self.callers[name]
        if caller.status != "queued":
            return False
        if caller.priority == caller.band == priority:
            return True
        if self._is_late(caller, at):
            return False
        with self.one_change(caller):
            caller.priority = caller.band = priority
            caller.promote_at = self.next_promotion(caller)
        return True

    def _is_late(self, caller: Caller, at: int | None) -> bool:
        return at not in (None, caller.version)

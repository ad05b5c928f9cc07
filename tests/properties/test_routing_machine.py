"""Routing under any order of operations, repeated messages, lost replies and killed senders.

After each step the table is sound, and everybody in it is as in a contact centre in plain Python: in memory,
and on the real engine with fewer steps.
"""

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test

from dynamo.aws_table import DynamoTable
from dynamo.exceptions import EngineUnavailableError, OutcomeUnknownError
from dynamo.items import key_of
from dynamo.transaction import MAX_ITEMS, Transaction
from routing import services
from routing.model.agents import Choice
from routing.repair.reading import read_table
from tests.builders import unique_id
from tests.properties.call_rules import CallRules, somebody_came
from tests.properties.fates import Fate
from tests.properties.machine import fates, picks
from tests.thorough import examples

# A failing run is reported as it was: shrinking takes too long for a test.
TELL_AS_IT_WAS = tuple(phase for phase in Phase if phase not in (Phase.shrink, Phase.explain))


WAITING = ("queued", "offered")


class ContactCentre(CallRules):
    """The whole contact centre, with automatic changes."""

    @rule(fate=fates, seconds=st.sampled_from([0, 1, 2, 4, 7, 12]))
    def what_is_due_is_done(self, fate: Fate, seconds: int) -> None:
        """A sweep may be cut short and run again: what it does, it does once."""
        self.pass_time(seconds)
        self.table.fate = fate
        try:
            services.sweep(self.router)
        except (EngineUnavailableError, OutcomeUnknownError):
            assert fate is not Fate.FINE
        self.table.fate = Fate.FINE
        while services.sweep(self.router).changed:
            pass
        assert services.sweep(self.router).changed == 0
        reading = read_table(self.router)
        tickets = {
            name: one.ticket or 0
            for people in (reading.agents, reading.calls)
            for name, one in people.items()
        }
        asked = {name for name, one in self.model.callers.items() if self.model.wants_to_move_on(one)}
        refused = {name for name in asked if reading.calls[name].step == self.model.callers[name].wish}
        self.model.sweep(tickets.__getitem__, refused)

    @precondition(lambda self: any(one.status in WAITING for one in self.model.callers.values()))
    @rule(fate=fates, pick=picks, declines=st.lists(st.booleans(), min_size=1, max_size=4))
    def offers_are_missed(self, fate: Fate, pick: int, declines: list[bool]) -> None:
        """One offer after the other is declined or not answered; agents rest in between, and others join."""
        for declined in declines:
            self.a_round_of_matching(Fate.FINE)
            if declined:
                self.a_call_is_declined(fate, pick, rightly=True, twice=False)
                self.one_agent_is_looked_at(Fate.FINE, pick)
            self.what_is_due_is_done(fate, 4)
            if pick % 2:
                self.an_agent_chooses(Fate.FINE, pick, Choice.READY, of=("paused", "offline", "available"))
        self.a_round_of_matching(Fate.FINE)

    @rule(fate=fates, pick=picks)
    def one_agent_is_looked_at(self, fate: Fate, pick: int) -> None:
        name = self.a_person(pick, "available", "wrapUp")
        self.both(
            fate,
            lambda: services.agent_when_due(self.router, agent_id=name),
            lambda: self.model.agent_when_due(name),
        )

    @somebody_came
    @rule(fate=fates, pick=picks, status=st.sampled_from(["created", "queued", "offered"]))
    def one_call_is_looked_at(self, fate: Fate, pick: int, status: str) -> None:
        name = self.a_caller(pick, status)
        self.both(
            fate,
            lambda: services.call_when_due(self.router, call_id=name),
            lambda: self.model.call_when_due(name),
        )

    @somebody_came
    @rule(fate=fates, pick=picks, choice=st.none() | st.sampled_from(Choice))
    def a_call_runs_its_course(self, fate: Fate, pick: int, choice: Choice | None) -> None:
        """From the offer to the agent's next call, and what the agent chose meanwhile."""
        self.a_call_is_accepted(fate, pick, rightly=True, twice=False)
        if choice is not None:
            self.an_agent_chooses(Fate.FINE, pick, choice)
        self.a_call_is_completed(fate, pick)
        self.one_agent_is_looked_at(Fate.FINE, pick)
        self.what_is_due_is_done(fate, 6)
        self.a_round_of_matching(fate)


TestContactCentre = ContactCentre.TestCase
TestContactCentre.settings = settings(
    max_examples=examples(160),
    stateful_step_count=50,
    deadline=None,
    phases=TELL_AS_IT_WAS,
    suppress_health_check=[HealthCheck.too_slow],
)


def test_the_real_engine_is_as_good_as_memory(table: DynamoTable) -> None:
    def emptied() -> DynamoTable:
        keys = [key_of(item) for item in table.scan()]
        for start in range(0, len(keys), MAX_ITEMS):
            transaction = Transaction(unique_id())
            for key in keys[start : start + MAX_ITEMS]:
                transaction.delete(key)
            assert table.commit(transaction).ok
        return table

    class OnTheEngine(ContactCentre):
        new_table = staticmethod(emptied)

    run_state_machine_as_test(
        OnTheEngine,
        settings=settings(
            max_examples=examples(22),
            stateful_step_count=35,
            deadline=None,
            phases=TELL_AS_IT_WAS,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )

"""Agents and calls do whatever they like, in any order, and every message may come twice or lose its reply.

After each step the table is sound, and everybody in it is as in a contact centre in plain Python.
"""

from collections.abc import Callable

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dynamo.exceptions import EngineUnavailableError, OutcomeUnknownError
from routing import selectors, services
from routing.agents import Choice
from routing.audit import audit
from routing.outcomes import Conflict
from routing.router import Router
from tests.builders import FakeClock, a_router
from tests.centres import in_line
from tests.properties.fates import UNDONE, Fate, FatefulTable
from tests.properties.model import Centre

LANGUAGES = ("English", "Spanish")

fates = st.sampled_from([*[Fate.FINE] * 6, *Fate])
picks = st.integers(min_value=0, max_value=11)
usually = st.sampled_from([True, True, True, False])
spoken = st.sampled_from([("English",), ("Spanish",), LANGUAGES])


class ContactCentre(RuleBasedStateMachine):
    """The services on a table in memory, beside the model."""

    @initialize(
        strategy=st.sampled_from(["batched", "published"]),
        people=st.lists(st.tuples(st.sampled_from("FM"), spoken), min_size=2, max_size=4),
    )
    def open(self, strategy: str, people: list[tuple[str, tuple[str, ...]]]) -> None:
        self.table = FatefulTable()
        self.clock = FakeClock()
        self.router: Router = a_router(self.table, languages=LANGUAGES, strategy=strategy, clock=self.clock)
        self.model = Centre()
        for number, (gender, languages) in enumerate(people):
            self.an_agent_comes(Fate.FINE, number, gender, languages)
        self.the_shift_is_queued(Fate.FINE)

    def a_person(self, pick: int, *statuses: str) -> str:
        """An agent, in one of these statuses if there is one."""
        people = self.model.people
        wanted = [name for name, one in people.items() if one.status in statuses] or list(people)
        return wanted[pick % len(wanted)]

    def a_caller(self, pick: int, *statuses: str) -> str:
        """A call, in one of these statuses if there is one."""
        callers = self.model.callers
        wanted = [name for name, one in callers.items() if one.status in statuses] or list(callers)
        return wanted[pick % len(wanted)]

    def both(
        self,
        fate: Fate,
        act: Callable[[], object],
        expect: Callable[[], bool],
        *,
        partly: Callable[[], bool] | None = None,
    ) -> None:
        """Does it here and there. Where it is cut short, the model follows what the fate says was done."""
        self.clock.advance(1)
        self.model.now += 1
        self.table.fate = fate
        try:
            answer = act()
        except (EngineUnavailableError, OutcomeUnknownError):
            assert fate not in (Fate.FINE, Fate.REPLY_LOST)
            if fate not in UNDONE:
                (partly or expect)()
        else:
            assert isinstance(answer, Conflict) is not expect()
        self.table.fate = Fate.FINE

    # --- agents

    @rule(fate=fates, pick=st.integers(0, 5), gender=st.sampled_from("FM"), languages=spoken)
    def an_agent_comes(self, fate: Fate, pick: int, gender: str, languages: tuple[str, ...]) -> None:
        name = f"a{pick}"
        self.both(
            fate,
            lambda: services.agent_create(
                self.router, agent_id=name, name=name, gender=gender, languages=languages
            ),
            lambda: self.model.create(name, gender, languages),
        )

    @rule(fate=fates)
    def the_shift_is_queued(self, fate: Fate) -> None:
        self.both(fate, lambda: services.agents_enqueue(self.router), self.model.enqueue_all)

    @rule(fate=fates, pick=picks, choice=st.sampled_from([*Choice, Choice.READY]))
    def an_agent_chooses(self, fate: Fate, pick: int, choice: Choice) -> None:
        name = self.a_person(pick)
        self.both(
            fate,
            lambda: services.agent_choose(self.router, agent_id=name, choice=choice),
            lambda: self.model.choose(name, str(choice)),
        )

    @rule(fate=fates, pick=picks)
    def a_wrap_up_ends(self, fate: Fate, pick: int) -> None:
        name = self.a_person(pick, "wrapUp")
        self.both(
            fate,
            lambda: services.agent_end_wrap_up(self.router, agent_id=name),
            lambda: self.model.end_wrap_up(name),
        )

    @rule(fate=fates, really=st.sampled_from([True, False, False, False]))
    def everybody_starts_anew(self, fate: Fate, really: bool) -> None:  # noqa: FBT001 - drawn, not called
        if really:
            self.both(
                fate,
                lambda: services.agents_reset(self.router),
                self.model.reset,
                partly=lambda: self.model.reset(only_first=True),
            )

            self.the_shift_is_queued(Fate.FINE)

    # --- calls

    @precondition(lambda self: self.model.callers)
    @rule(fate=fates, pick=picks, choice=st.none() | st.sampled_from(Choice))
    def a_call_runs_its_course(self, fate: Fate, pick: int, choice: Choice | None) -> None:
        """From the offer to the agent's next call, and what the agent chose meanwhile."""
        self.a_call_is_accepted(fate, pick, rightly=True)
        if choice is not None:
            self.an_agent_chooses(Fate.FINE, pick, choice)
        self.a_call_is_completed(fate, pick)
        self.a_wrap_up_ends(fate, pick)
        self.a_round_of_matching(fate)

    @rule(
        fate=fates,
        count=st.integers(min_value=1, max_value=3),
        language=st.sampled_from(LANGUAGES),
        gender=st.sampled_from(["F", "M", "Any", "Any"]),
        priority=st.sampled_from([0, 5, 5]),
    )
    def calls_come(self, fate: Fate, count: int, language: str, gender: str, priority: int) -> None:
        for _ in range(count):
            self.call(fate, f"c{len(self.model.callers):02d}", language, gender, priority)
        self.a_round_of_matching(fate)

    @precondition(lambda self: self.model.callers)
    @rule(fate=fates, pick=picks)
    def a_call_is_sent_again(self, fate: Fate, pick: int) -> None:
        self.call(fate, self.a_caller(pick), "English", "Any", 9)

    def call(self, fate: Fate, name: str, language: str, gender: str, priority: int) -> None:
        self.both(
            fate,
            lambda: services.call_enqueue(
                self.router, call_id=name, language=language, gender=gender, priority=priority
            ),
            lambda: self.model.call(name, language, gender, priority),
        )

    @precondition(lambda self: self.model.callers)
    @rule(fate=fates, pick=picks, rightly=usually)
    def a_call_is_accepted(self, fate: Fate, pick: int, rightly: bool) -> None:  # noqa: FBT001
        name, agent = self.a_caller_and_agent(pick, rightly=rightly)
        self.both(
            fate,
            lambda: services.call_accept(self.router, call_id=name, agent_id=agent),
            lambda: self.model.accept(name, agent),
        )

    @precondition(lambda self: self.model.callers)
    @rule(fate=fates, pick=picks, rightly=usually)
    def a_call_is_declined(self, fate: Fate, pick: int, rightly: bool) -> None:  # noqa: FBT001
        name, agent = self.a_caller_and_agent(pick, rightly=rightly)
        self.both(
            fate,
            lambda: services.call_decline(self.router, call_id=name, agent_id=agent),
            lambda: self.model.decline(name, agent),
        )

    def a_caller_and_agent(self, pick: int, *, rightly: bool) -> tuple[str, str]:
        """A call that rings if there is one, and its agent or any other."""
        name = self.a_caller(pick, "offered")
        return name, (self.model.callers[name].agent if rightly else None) or self.a_person(pick)

    @precondition(lambda self: self.model.callers)
    @rule(fate=fates, pick=picks)
    def a_call_is_completed(self, fate: Fate, pick: int) -> None:
        name = self.a_caller(pick, "inProgress")
        self.both(
            fate,
            lambda: services.call_complete(self.router, call_id=name),
            lambda: self.model.complete(name),
        )

    @precondition(lambda self: self.model.callers)
    @rule(fate=fates, pick=picks, ringing=st.booleans())
    def a_caller_hangs_up(self, fate: Fate, pick: int, ringing: bool) -> None:  # noqa: FBT001
        name = self.a_caller(pick, "offered" if ringing else "queued")
        self.both(
            fate,
            lambda: services.call_abandon(self.router, call_id=name),
            lambda: self.model.abandon(name),
        )

    @rule(fate=fates)
    def a_round_of_matching(self, fate: Fate) -> None:
        made: list[tuple[str, str]] = []

        def match() -> None:
            found = services.match_once(self.router)
            assert found.conflicts == 0
            made.extend((match.call.call_id, match.agent.agent_id) for match in found.matches)

        def expect() -> bool:
            pairs = self.model.match(at_most=1 if self.router.strategy == "published" else None)
            assert made in (pairs, [])
            assert bool(made) is bool(pairs) or fate not in (Fate.FINE, Fate.REPLY_LOST)
            return True

        self.both(fate, match, expect)

    # --- what holds after every step

    @invariant()
    def the_table_is_sound(self) -> None:
        assert audit(self.router) == []

    @invariant()
    def everybody_is_as_in_the_model(self) -> None:
        agents = {
            agent.agent_id: (str(agent.status), str(agent.choice), agent.call_id, agent.version)
            for agent in selectors.agents(self.router)
        }
        calls = {
            call.call_id: (str(call.status), call.agent_id, call.attempts, call.version)
            for call in selectors.all_calls(self.router)
        }
        assert agents == {
            name: (one.status, one.choice, one.call, one.version) for name, one in self.model.people.items()
        }
        assert calls == {
            name: (one.status, one.agent, one.attempts, one.version)
            for name, one in self.model.callers.items()
        }

    @invariant()
    def every_queue_is_as_in_the_model(self) -> None:
        infos = [*selectors.agent_queue_infos(self.router), *selectors.call_queue_infos(self.router)]
        lines = self.model.lines()
        for info in infos:
            queue = str(info.key)
            assert in_line(self.router, info.key) == lines.get(queue, []), queue
            assert (info.version, info.depth) == (self.model.versions[queue], len(lines.get(queue, []))), (
                queue
            )


TestContactCentre = ContactCentre.TestCase
TestContactCentre.settings = settings(
    max_examples=80, stateful_step_count=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

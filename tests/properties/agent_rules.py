"""Rules of the state machine for agents and supervisors: any order, each message with its own fate."""

from hypothesis import strategies as st
from hypothesis.stateful import rule

from routing import services
from routing.model.agents import Choice
from tests.properties.fates import Fate
from tests.properties.machine import Machine, fates, picks, rarely, spoken


class AgentRules(Machine):
    """The agents' side."""

    def begin(self, people: list[tuple[str, tuple[str, ...]]]) -> None:
        for number, (gender, languages) in enumerate(people):
            self.an_agent_comes(Fate.FINE, number, gender, languages, answers_itself=False)
        self.the_shift_is_queued(Fate.FINE)

    @rule(
        fate=fates,
        pick=st.integers(0, 5),
        gender=st.sampled_from("FM"),
        languages=spoken,
        answers_itself=rarely,
    )
    def an_agent_comes(
        self, fate: Fate, pick: int, gender: str, languages: tuple[str, ...], *, answers_itself: bool
    ) -> None:
        name = f"a{pick}"
        self.both(
            fate,
            lambda: services.agent_create(
                self.router,
                agent_id=name,
                name=name,
                gender=gender,
                languages=languages,
                auto_answer=answers_itself,
            ),
            lambda: self.model.create(name, gender, languages, answers_itself=answers_itself),
        )

    @rule(fate=fates)
    def the_shift_is_queued(self, fate: Fate) -> None:
        self.both(fate, lambda: services.agents_enqueue(self.router), self.model.enqueue_all)

    @rule(fate=fates, pick=picks)
    def an_agent_is_queued(self, fate: Fate, pick: int) -> None:
        name = self.a_person(pick, "available")
        self.both(
            fate,
            lambda: services.agent_enqueue(self.router, agent_id=name),
            lambda: self.model.enqueue(name),
        )

    @rule(fate=fates, pick=picks, choice=st.sampled_from([*Choice, Choice.READY]))
    def an_agent_chooses(self, fate: Fate, pick: int, choice: Choice, of: tuple[str, ...] = ()) -> None:
        name = self.a_person(pick, *of)
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

    @rule(fate=fates, pick=picks, seconds=st.sampled_from([1, 5, 12, 20]))
    def a_wrap_up_is_extended(self, fate: Fate, pick: int, seconds: int) -> None:
        name = self.a_person(pick, "wrapUp")
        self.both(
            fate,
            lambda: services.agent_extend_wrap_up(self.router, agent_id=name, seconds=seconds),
            lambda: self.model.extend_wrap_up(name, seconds),
        )

    @rule(fate=fates, pick=picks, held=st.sampled_from(["offered", "attendingCall", "wrapUp", "available"]))
    def an_agent_is_released(self, fate: Fate, pick: int, held: str) -> None:
        name = self.a_person(pick, held)
        self.both(
            fate,
            lambda: services.agent_release(self.router, agent_id=name, reason="stuck"),
            lambda: self.model.release(name),
        )

    @rule(fate=fates, really=rarely)
    def all_agents_are_reset(self, fate: Fate, *, really: bool) -> None:
        if really:
            self.both(
                fate,
                lambda: services.agents_reset(self.router),
                self.model.reset,
                partly=lambda: self.model.reset(only_first=True),
            )
            self.the_shift_is_queued(Fate.FINE)

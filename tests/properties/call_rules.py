"""Rules of the state machine for calls: any order, messages twice, late, or without a reply."""

from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from routing import services
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.model.queues import call_queue
from routing.model.steps import Step
from tests.properties.agent_rules import AgentRules
from tests.properties.fates import Fate
from tests.properties.machine import LANGUAGES, fates, picks, rarely, usually
from tests.properties.model import Wish

ANYONE = (Wish("Any"),)
wishes = st.sampled_from(
    [
        ANYONE,
        ANYONE,
        (Wish("F"),),
        (Wish("M"),),
        (Wish("F", seconds=9), Wish("Any")),
        (Wish("M", seconds=22), Wish("F", seconds=22), Wish("Any")),
    ]
)
priorities = st.sampled_from([0, 1, 5, 5, 5, 9])
languages = st.sampled_from(LANGUAGES)
somebody_came = precondition(lambda self: self.model.callers)
Service = Callable[..., Call | Conflict]


class CallRules(AgentRules):
    """The callers' side."""

    def about(
        self,
        fate: Fate,
        service: Service,
        name: str,
        expect: Callable[[int | None], bool],
        *,
        twice: bool,
        **facts: object,
    ) -> None:
        """A message about a call at the version that its sender saw; now and then it comes twice."""
        seen = self.model.callers[name].version
        for _ in range(2 if twice else 1):
            self.both(
                fate,
                lambda: service(self.router, call_id=name, expected_version=seen, **facts),
                lambda: expect(seen),
            )

    # --- they come

    @rule(fate=fates, language=languages)
    def a_call_is_created(self, fate: Fate, language: str) -> None:
        name = f"c{len(self.model.callers):02d}"
        self.both(
            fate,
            lambda: services.call_create(self.router, call_id=name, language=language),
            lambda: self.model.create_call(name, language),
        )

    @rule(fate=fates, count=st.integers(1, 3), language=languages, wish=wishes, priority=priorities)
    def calls_come(
        self, fate: Fate, count: int, language: str, wish: tuple[Wish, ...], priority: int
    ) -> None:
        for _ in range(count):
            self.call(fate, f"c{len(self.model.callers):02d}", language, wish, priority)
        self.a_round_of_matching(fate)

    @rule(fate=fates, language=languages, wish=wishes, pick=picks, served_now=usually)
    def a_caller_asks_for_an_agent(
        self, fate: Fate, language: str, wish: tuple[Wish, ...], pick: int, *, served_now: bool
    ) -> None:
        name, agent = f"c{len(self.model.callers):02d}", self.a_person(pick, "queued", "wrapUp")
        self.call(fate, name, language, wish, 5, preferred_agent=agent)
        if served_now:
            self.an_agent_is_served_now(fate, pick)

    @somebody_came
    @rule(fate=fates, pick=picks, wish=wishes)
    def a_call_is_sent_again(self, fate: Fate, pick: int, wish: tuple[Wish, ...]) -> None:
        self.call(fate, self.a_caller(pick, "created"), "English", wish, 9)

    def call(
        self,
        fate: Fate,
        name: str,
        language: str,
        wish: tuple[Wish, ...],
        priority: int,
        *,
        preferred_agent: str = "",
    ) -> None:
        steps = tuple(Step(one.gender, seconds=one.seconds) for one in wish)
        self.both(
            fate,
            lambda: services.call_enqueue(
                self.router,
                call_id=name,
                language=language,
                steps=steps,
                priority=priority,
                preferred_agent=preferred_agent,
            ),
            lambda: self.model.call(name, language, wish, priority, preferred_agent),
        )

    # --- they ring and run

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

    @rule(fate=fates, pick=picks)
    def an_agent_is_served_now(self, fate: Fate, pick: int) -> None:
        name = self.a_person(pick, "queued")
        self.both(
            fate, lambda: services.call_offer(self.router, agent_id=name), lambda: self.model.offer(name)
        )

    @somebody_came
    @rule(fate=fates, pick=picks, rightly=usually, twice=rarely)
    def a_call_is_accepted(self, fate: Fate, pick: int, *, rightly: bool, twice: bool) -> None:
        name, agent = self.a_caller_and_agent(pick, rightly=rightly)
        self.about(
            fate,
            services.call_accept,
            name,
            lambda at: self.model.accept(name, agent, at),
            twice=twice,
            agent_id=agent,
        )

    @somebody_came
    @rule(fate=fates, pick=picks, rightly=usually, twice=rarely)
    def a_call_is_declined(self, fate: Fate, pick: int, *, rightly: bool, twice: bool) -> None:
        name, agent = self.a_caller_and_agent(pick, rightly=rightly)
        self.about(
            fate,
            services.call_decline,
            name,
            lambda at: self.model.decline(name, agent, at),
            twice=twice,
            agent_id=agent,
        )

    def a_caller_and_agent(self, pick: int, *, rightly: bool) -> tuple[str, str]:
        """A call that rings if there is one, and its agent or any other."""
        name = self.a_caller(pick, "offered")
        return name, (self.model.callers[name].agent if rightly else None) or self.a_person(pick)

    @somebody_came
    @rule(fate=fates, pick=picks)
    def a_call_is_completed(self, fate: Fate, pick: int) -> None:
        name = self.a_caller(pick, "inProgress")
        self.both(
            fate,
            lambda: services.call_complete(self.router, call_id=name),
            lambda: self.model.complete(name),
        )

    @somebody_came
    @rule(fate=fates, pick=picks, twice=rarely)
    def a_call_is_handed_back(self, fate: Fate, pick: int, *, twice: bool) -> None:
        name = self.a_caller(pick, "inProgress")
        self.about(
            fate,
            services.call_hand_back,
            name,
            lambda at: self.model.hand_back(name, at),
            twice=twice,
            reason="wrong department",
        )

    @rule(pick=picks)
    def an_agent_is_assigned_directly(self, pick: int) -> None:
        queues = [queue for queue in self.model.lines() if queue.startswith("Q#")]
        if queues:
            queue = queues[pick % len(queues)]
            self.pass_time(1)
            made = services.queue_assign(self.router, queue=self.router.skills.queue_named(queue))
            assert made is not None
            assert not isinstance(made, Conflict)
            self.model.assign(queue, made.call.call_id)

    # --- they leave, and come back

    @somebody_came
    @rule(fate=fates, pick=picks, status=st.sampled_from(["queued", "offered", "created", "deadLettered"]))
    def a_caller_hangs_up(self, fate: Fate, pick: int, status: str) -> None:
        name = self.a_caller(pick, status)
        self.both(
            fate,
            lambda: services.call_abandon(self.router, call_id=name),
            lambda: self.model.abandon(name),
        )

    @somebody_came
    @rule(fate=fates, pick=picks, status=st.sampled_from(["queued", "offered", "deadLettered"]), twice=rarely)
    def a_call_is_removed(self, fate: Fate, pick: int, status: str, *, twice: bool) -> None:
        name = self.a_caller(pick, status)
        self.about(
            fate,
            services.call_remove,
            name,
            lambda at: self.model.remove(name, at),
            twice=twice,
            reason="prank",
        )

    @somebody_came
    @rule(fate=fates, pick=picks, status=st.sampled_from(["queued", "offered", "created"]), twice=rarely)
    def a_call_is_dead_lettered(self, fate: Fate, pick: int, status: str, *, twice: bool) -> None:
        name = self.a_caller(pick, status)
        self.about(
            fate,
            services.call_dead_letter,
            name,
            lambda at: self.model.dead_letter(name, at),
            twice=twice,
            reason="nobody can help",
        )

    @somebody_came
    @rule(
        fate=fates,
        pick=picks,
        status=st.sampled_from(["offered", "deadLettered"]),
        to_end=rarely,
        twice=rarely,
    )
    def a_call_is_restored(self, fate: Fate, pick: int, status: str, *, to_end: bool, twice: bool) -> None:
        name = self.a_caller(pick, status)
        self.about(
            fate,
            services.call_restore,
            name,
            lambda at: self.model.restore(name, to_end=to_end, at=at),
            twice=twice,
            to_end=to_end,
        )

    @rule(fate=fates, language=languages, gender=st.sampled_from(["F", "M", "Any"]))
    def a_call_is_dequeued(self, fate: Fate, language: str, gender: str) -> None:
        queue = call_queue(language, gender)
        self.both(
            fate,
            lambda: services.call_dequeue(self.router, queue=queue),
            lambda: self.model.dequeue(str(queue)),
        )

    # --- they change places

    @somebody_came
    @rule(fate=fates, pick=picks, twice=rarely)
    def a_call_is_touched(self, fate: Fate, pick: int, *, twice: bool) -> None:
        name = self.a_caller(pick, "queued")
        self.about(fate, services.call_touch, name, lambda at: self.model.touch(name, at), twice=twice)

    @somebody_came
    @rule(fate=fates, pick=picks, priority=priorities, twice=rarely)
    def a_call_changes_its_priority(self, fate: Fate, pick: int, priority: int, *, twice: bool) -> None:
        name = self.a_caller(pick, "queued")
        self.about(
            fate,
            services.call_change_priority,
            name,
            lambda at: self.model.change_priority(name, priority, at),
            twice=twice,
            priority=priority,
        )

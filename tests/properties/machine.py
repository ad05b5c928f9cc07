"""Base of the state machine: a contact centre on a table, its model, both compared after each step."""

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant

from dynamo.exceptions import EngineUnavailableError, OutcomeUnknownError
from dynamo.table import Table
from routing.exceptions import InvalidFieldError
from routing.model.outcomes import Conflict
from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from routing.model.queues import call_queue
from routing.repair.audit import find
from routing.repair.reading import read_table
from routing.router import Router
from routing.services.tickets import counters_begin
from tests.builders import FakeClock, a_router
from tests.memory.table import MemoryTable
from tests.properties.fates import UNDONE, Fate, FatefulTable
from tests.properties.model_centre import Centre
from tests.properties.seeing import agent_seen, call_seen, caller_meant, person_meant

LANGUAGES = ("English", "Spanish")
USUAL = QueuePolicy(
    ring_seconds=4,
    wrap_up_seconds=6,
    promote_after_seconds=10,
    max_offers=3,
    preferred_agent_seconds=7,
    collect_seconds=8,
)
POLICIES = Policies(
    AgentPolicy(
        max_missed_offers=2, declined_rest_seconds=3, no_answer_rest_seconds=5, longest_wrap_up_seconds=20
    ),
    USUAL,
    {
        call_queue("Spanish", "Any"): replace(USUAL, restore_to_end=True, max_offers=2, max_length=3),
        call_queue("English", "F"): replace(USUAL, max_wait_seconds=15, overflow="W#English#Any"),
        call_queue("English", "M"): replace(USUAL, highest_band=3, max_length=2, overflow="W#English#Any"),
        call_queue("Spanish", "F"): replace(
            USUAL, wrap_up_seconds=0, max_wait_seconds=20, overflow="deadLetter"
        ),
        call_queue("Spanish", "M"): replace(USUAL, ring_seconds=2, max_wait_seconds=25),
    },
)

fates = st.sampled_from([*[Fate.FINE] * 6, *Fate])
picks = st.integers(min_value=0, max_value=11)
usually = st.sampled_from([True, True, True, False])
rarely = st.sampled_from([False, False, False, True])
spoken = st.sampled_from([("English",), ("Spanish",), LANGUAGES])


class Machine(RuleBasedStateMachine):
    """A contact centre and its model. `new_table` gives the empty table of one run."""

    new_table: ClassVar[Callable[[], Table]] = MemoryTable

    @initialize(
        strategy=st.sampled_from(["batched", "published"]),
        people=st.lists(st.tuples(st.sampled_from("FM"), spoken), min_size=2, max_size=4),
    )
    def open(self, strategy: str, people: list[tuple[str, tuple[str, ...]]]) -> None:
        self.table = FatefulTable(type(self).new_table())
        self.clock = FakeClock()
        self.router: Router = a_router(
            self.table, languages=LANGUAGES, strategy=strategy, clock=self.clock, policies=POLICIES
        )
        counters_begin(self.router)  # an emptied table has none, and a fate is for the operation's own commit
        self.model = Centre(POLICIES)
        self.begin(people)

    def begin(self, people: list[tuple[str, tuple[str, ...]]]) -> None:
        """Lets the first agents come."""
        raise NotImplementedError

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

    def pass_time(self, seconds: int) -> None:
        """Lets the clocks go on; what is due by then stays undone."""
        self.clock.advance(seconds)
        self.model.now += seconds

    def both(
        self,
        fate: Fate,
        act: Callable[[], object],
        expect: Callable[[], bool],
        *,
        partly: Callable[[], bool] | None = None,
    ) -> None:
        """Does it here and there. Where it is cut short, the model follows what the fate says was done."""
        self.pass_time(1)
        self.table.fate = fate
        try:
            answer = act()
        except (EngineUnavailableError, OutcomeUnknownError):
            assert fate not in (Fate.FINE, Fate.REPLY_LOST)
            if fate not in UNDONE:
                (partly or expect)()
        except InvalidFieldError:
            assert not expect()
        else:
            assert isinstance(answer, Conflict) is not expect(), answer
        self.table.fate = Fate.FINE

    @invariant()
    def the_table_is_sound_and_as_in_the_model(self) -> None:
        reading = read_table(self.router)
        assert find(reading) == set()
        people, callers = self.model.people, self.model.callers
        assert {name: agent_seen(one) for name, one in reading.agents.items()} == {
            name: person_meant(one) for name, one in people.items()
        }
        assert {name: call_seen(one) for name, one in reading.calls.items()} == {
            name: caller_meant(one) for name, one in callers.items()
        }
        lines = self.model.lines()
        names = {key: entry.agent_id for key, entry in reading.agent_entries.items()}
        names |= {key: entry.call_id for key, entry in reading.call_entries.items()}
        standing: dict[str, list[str]] = {}
        for key in sorted(names):
            standing.setdefault(key.pk, []).append(names[key])
        assert standing == {queue: [stand[2] for stand in line] for queue, line in lines.items()}
        assert {str(queue): info.version for queue, info in reading.infos.items()} == {
            str(queue): self.model.versions[str(queue)] for queue in reading.infos
        }

"""Scenarios in real time, on a test clock and a table in memory."""

from dataclasses import dataclass, field, replace
from itertools import count

from routing import selectors
from routing.model.calls import Call
from routing.router import Router
from routing.services import table_create
from simulation.chats.conversations import with_own_conversations
from simulation.durations import Constant, Exponential, Uniform
from simulation.in_real_time import Ended, Play, Progress
from simulation.in_real_time.scenario_plan import policies_of
from simulation.people.pace import Pace
from simulation.scenarios import Messages, Preference, Scenario, Volume
from tests.memory.table import MemoryTable
from tests.messengers import a_messenger
from tests.unit.simulation.days import a_group, a_scenario
from tests.unit.simulation.worlds import Clock

RUN = "0badcafe"
CHAT = Preference("English", channel="chat")
WRITTEN = Messages(per_chat=3, reply_time=Uniform(1, 3), think_time=Exponential(4), patience=Exponential(40))


def ten_agents(**changes: object) -> Scenario:
    """Ten agents of two languages and two calls a second for a minute: everything a scenario can have."""
    facts = {
        "length_seconds": 60,
        "warm_up_seconds": 0,
        "volume": Volume((2.0 * 1_800,)),
        "mix": (Preference("English", share=2), Preference("Spanish")),
        "groups": (
            a_group("English", 5),
            a_group("Both", 5, languages=("English", "Spanish"), gender="M"),
        ),
        "handle_time": Exponential(3),
        "wrap_up": Exponential(1),
        "patience": Exponential(20),
        "answer_delay": Uniform(0.5, 1.5),
        "priorities": ((5, 9), (2, 1)),
        "seed": 5,
    }
    return a_scenario(**{**facts, **changes})


def chats(**changes: object) -> Scenario:
    """Four agents with three slots each, and a chat every two seconds."""
    facts = {
        "volume": Volume((0.5 * 1_800,)),
        "mix": (CHAT,),
        "groups": (a_group("English", 4, chat_slots=3),),
        "messages": WRITTEN,
        "answer_delay": Uniform(1, 2),
        "length_seconds": 120,
        "wrap_up": Constant(0),
    }
    return ten_agents(**{**facts, **changes})


@dataclass
class Sitting:
    """A run of a scenario; `progress` is what was told, once a second."""

    scenario: Scenario
    clock: Clock = field(default_factory=Clock)
    progress: list[Progress] = field(default_factory=list)

    def __post_init__(self) -> None:
        ids = count()
        table = MemoryTable()
        bare = Router(
            table,
            self.scenario.skills,
            clock=self.clock,
            new_id=lambda: f"id-{next(ids):06d}",
            policies=policies_of(self.scenario),
            newest_first=self.scenario.newest_first,
        )
        table_create(bare)
        self.router = bare
        if self.scenario.has_chats:
            messenger = a_messenger(table.beside("messages"), clock=self.clock, new_id=bare.new_id)
            self.router = with_own_conversations(bare, messenger, self.scenario)

    @property
    def play(self) -> Play:
        """The run, not begun."""
        return Play(self.router, self.scenario, RUN, pace=Pace(self.clock.monotonic, self.clock.sleep))

    def played(self, *, stop_after_seconds: float | None = None) -> Ended:
        """Plays to the end, or for some seconds of real time."""

        def watch(progress: Progress) -> bool:
            self.progress.append(progress)
            return stop_after_seconds is None or progress.elapsed_seconds < stop_after_seconds

        return self.play.run(watch=watch)

    def calls(self) -> list[Call]:
        """The calls as the table has them."""
        return sorted(selectors.all_calls(self.router), key=lambda call: call.call_id)


def callers_of(router: Router) -> list[tuple[object, ...]]:
    """The callers in order, with their preferences."""
    calls = sorted(selectors.all_calls(router), key=lambda call: call.call_id)
    return [
        (call.call_id.rpartition("-")[2], call.caller, call.language, call.gender, call.priority)
        for call in calls
    ]


def other_seed(scenario: Scenario) -> Scenario:
    """The same with other chances."""
    return replace(scenario, seed=scenario.seed + 1)

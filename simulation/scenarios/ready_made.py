"""Ready-made scenarios: examples to play first and to start from. Pure."""

from types import MappingProxyType

from routing.model.calls import DEFAULT_PRIORITY
from routing.model.queues import CHAT
from simulation.durations import Constant, Exponential, Lognormal, Uniform
from simulation.scenarios.messages import Messages
from simulation.scenarios.population import AgentGroup, Preference, Shift
from simulation.scenarios.scenario import Scenario
from simulation.scenarios.volume import Volume

HOUR = 3_600
PUBLISHED = Scenario(
    name="Five agents, three languages",
    length_seconds=2 * HOUR,
    volume=Volume((30,)),
    mix=tuple(
        Preference(language, share=share)
        for language, share in (("English", 5), ("French", 2), ("Spanish", 3))
    ),
    groups=(
        AgentGroup("English and Spanish, F", 1, ("English", "Spanish"), "F"),
        AgentGroup("English and French, M", 1, ("English", "French"), "M"),
        AgentGroup("Spanish, T", 1, ("Spanish",), "T"),
        AgentGroup("All three, F", 1, ("English", "French", "Spanish"), "F"),
        AgentGroup("English, M", 1, ("English",), "M"),
    ),
    handle_time=Lognormal(180, 120),
    wrap_up=Exponential(20),
    patience=Exponential(240),
    answer_delay=Uniform(2, 6),
    missed_share=0.02,
)
MONDAY = Scenario(
    name="Monday morning",
    length_seconds=5 * HOUR,
    # Half hours from 7:30 on, with a peak when offices open.
    volume=Volume((80, 210, 420, 560, 520, 450, 390, 330, 280, 250)),
    mix=(
        Preference("English", share=55),
        Preference("English", "F", share=5),
        Preference("French", share=18),
        Preference("Spanish", share=22),
    ),
    groups=(
        AgentGroup("English, early", 30, ("English",), "F", shifts=(Shift(0, 4 * HOUR),)),
        AgentGroup("English, late", 22, ("English",), "M", shifts=(Shift(HOUR, 5 * HOUR),)),
        AgentGroup("French", 14, ("English", "French"), "F"),
        AgentGroup("Spanish", 16, ("English", "Spanish"), "M"),
        AgentGroup("All three", 6, ("English", "French", "Spanish"), "T", shifts=(Shift(HOUR, 5 * HOUR),)),
    ),
    handle_time=Lognormal(210, 160),
    wrap_up=Exponential(30),
    patience=Exponential(180),
    answer_delay=Uniform(2, 6),
    missed_share=0.03,
    priorities=((DEFAULT_PRIORITY, 90), (2, 10)),
)
SHIFT_START = Scenario(
    name="Shift start of 500 agents",
    length_seconds=HOUR,
    volume=Volume((3_600,)),
    mix=(Preference("English", share=3), Preference("French"), Preference("Spanish")),
    groups=(
        AgentGroup("English", 300, ("English",), "F", shifts=(Shift(300, HOUR),)),
        AgentGroup("French", 100, ("English", "French"), "M", shifts=(Shift(300, HOUR),)),
        AgentGroup("Spanish", 100, ("English", "Spanish"), "F", shifts=(Shift(300, HOUR),)),
    ),
    handle_time=Lognormal(180, 120),
    wrap_up=Exponential(20),
    patience=Exponential(600),
    answer_delay=Uniform(2, 6),
)
ONE_QUEUE = Scenario(
    name="One queue (M/M/c)",
    length_seconds=8 * HOUR,
    warm_up_seconds=HOUR,
    volume=Volume((100,)),
    mix=(Preference("English"),),
    groups=(AgentGroup("Agents", 13, ("English",), "F"),),
    handle_time=Exponential(180),
)
OVERLOAD = Scenario(
    name="Overload",
    length_seconds=4 * HOUR,
    warm_up_seconds=HOUR / 2,
    volume=Volume((150,)),
    mix=(Preference("English"),),
    groups=(AgentGroup("Agents", 12, ("English",), "F"),),
    handle_time=Exponential(180),
    patience=Exponential(180),
)
SCARCE = Scenario(
    name="Scarce skills",
    length_seconds=4 * HOUR,
    volume=Volume((140,)),
    mix=(
        Preference("English", topic="Billing", share=60),
        Preference("English", topic="Technical", share=25),
        Preference("French", topic="Billing", share=10),
        Preference("French", topic="Technical", share=5),
    ),
    groups=(
        AgentGroup("Billing", 11, ("English",), "F", ("Billing",)),
        AgentGroup("Technical", 5, ("English",), "M", ("Billing", "Technical")),
        AgentGroup("The only ones for French", 2, ("English", "French"), "F", ("Billing", "Technical")),
    ),
    handle_time=Lognormal(180, 120),
    wrap_up=Constant(15),
    patience=Exponential(240),
    answer_delay=Constant(3),
)
CHATS = Scenario(
    name="Chats, three at once",
    length_seconds=4 * HOUR,
    warm_up_seconds=HOUR / 2,
    volume=Volume((150,)),
    mix=(Preference("English", channel=CHAT),),
    groups=(AgentGroup("Agents", 5, ("English",), "F", chat_slots=3),),
    handle_time=Exponential(180),
    patience=Exponential(240),
    answer_delay=Constant(3),
    messages=Messages(
        per_chat=4, reply_time=Exponential(15), think_time=Exponential(30), patience=Exponential(600)
    ),
)
READY_MADE = MappingProxyType(
    {
        "published": PUBLISHED,
        "monday": MONDAY,
        "shift-start": SHIFT_START,
        "one-queue": ONE_QUEUE,
        "overload": OVERLOAD,
        "scarce": SCARCE,
        "chats": CHATS,
    }
)

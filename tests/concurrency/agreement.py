"""Policies of a storm: times so short that everything falls due within it."""

from dataclasses import replace

from messaging.model.scenes import Scenes, read_scenes
from routing.model.policies import DEAD_LETTER, AgentPolicy, Policies, QueuePolicy
from routing.model.queues import CALLS, CHAT, call_queue
from routing.model.skills import Skills
from tests.concurrency.history import Agreed

SKILLS = Skills(languages=("English", "Spanish"), genders=("F", "M"), channels=(CALLS, CHAT))
_SCENES = read_scenes(
    {
        "english": {"language": "English", "reopen_seconds": 2},
        "spanish": {"language": "Spanish", "gender": "F", "reopen_seconds": 0, "priority": 7},
        "hours": {"language": "English", "reopen_seconds": 0, "robot": "clerk"},
    },
    SKILLS,
)
SCENES = Scenes({name: replace(one, robot_seconds=1) for name, one in _SCENES.by_name.items()})
USUAL = QueuePolicy(
    ring_seconds=1.0,
    wrap_up_seconds=0.3,
    promote_after_seconds=1.5,
    max_offers=2,
    preferred_agent_seconds=1.2,
    collect_seconds=0.8,
)
STEP_SECONDS = 1.2
POLICIES = Policies(
    AgentPolicy(
        max_missed_offers=2,
        declined_rest_seconds=0.2,
        no_answer_rest_seconds=0.4,
        longest_wrap_up_seconds=3,
    ),
    USUAL,
    {
        call_queue("English", "F"): replace(USUAL, max_wait_seconds=4, overflow=DEAD_LETTER),
        call_queue("English", "M"): replace(USUAL, max_length=10),
        call_queue("Spanish", "F"): replace(USUAL, max_wait_seconds=3, overflow="W#Spanish#Any"),
        call_queue("Spanish", "M"): replace(USUAL, restore_to_end=True, wrap_up_seconds=0),
    },
    chats=replace(USUAL, wrap_up_seconds=0),
)
AGREED = Agreed(USUAL.max_offers, USUAL.promote_after_seconds)


def broken(*, offers_too_few: int = 0, promotes: bool = True) -> Policies:
    """The same with one policy misread."""
    changes: dict[str, float] = {"max_offers": USUAL.max_offers - offers_too_few}
    if not promotes:
        changes["promote_after_seconds"] = 0
    return replace(
        POLICIES,
        default=replace(USUAL, **changes),  # type: ignore[arg-type]
        queues={queue: replace(policy, **changes) for queue, policy in POLICIES.queues.items()},  # type: ignore[arg-type]
    )

"""Slots: results of the same chats with other numbers of slots per agent. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from routing.model.agents import MOST_SLOTS
from simulation.forward import Watch
from simulation.reports.outcome import added
from simulation.reports.replications import replicated
from simulation.reports.replied import chats_of, replied_of
from simulation.scenarios import Scenario

# Slots shown beyond those of the scenario.
MORE_SLOTS = 3
# Replications of each row: the first of those of the run.
MOST_REPEATED = 10


@dataclass(frozen=True)
class WithSlots:
    """Figures of the same chats with one number of slots per agent."""

    slots: int
    service_level: float | None
    asa_seconds: float | None
    abandoned_share: float | None
    first_response_seconds: float | None
    reply_p90_seconds: float | None
    left_share: float | None


def by_slots(
    scenario: Scenario, *, replications: int = 1, watch: Watch | None = None
) -> tuple[WithSlots, ...]:
    """The outcome for each number of slots per agent, starting at 1, over at most ten replications.

    Every group that chats gets the same number. If `watch` stops the run, the rest are missing.
    Empty unless the scenario's chats have messages. Raises ScenarioError.
    """
    if not scenario.messages or not scenario.has_chats:
        return ()
    return tuple(_by_slots(scenario, min(replications, MOST_REPEATED), watch))


def _by_slots(scenario: Scenario, replications: int, watch: Watch | None) -> Iterator[WithSlots]:
    most = max(group.chat_slots for group in scenario.chatting)
    for slots in range(1, min(MOST_SLOTS, most + MORE_SLOTS) + 1):
        groups = (replace(one, chat_slots=slots) if one.chat_slots else one for one in scenario.groups)
        runs = list(replicated(replace(scenario, groups=tuple(groups)), replications, watch=watch))
        if len(runs) < replications or runs[0].stopped_at is not None:
            return
        tally = added(map(chats_of, runs))
        replied = replied_of(tally)
        yield WithSlots(
            slots=slots,
            service_level=scenario.level.share(tally.counted),
            asa_seconds=tally.waits.mean,
            abandoned_share=tally.abandoned / tally.offered if tally.offered else None,
            first_response_seconds=replied.first_response_seconds,
            reply_p90_seconds=replied.reply_p90_seconds,
            left_share=replied.left_share,
        )

"""Fields of policies as pages show them: labels, units, groups, and the name of a source. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from routing.model.policies import ALL_CHATS, ALL_QUEUES, FLAGS
from routing.model.settings.documents import AGENTS
from routing.model.settings.policy_sources import base_with, is_of_chats

PER_CENT = 100


class Unit(StrEnum):
    """Units of fields; SHARE is stored as a part of 1 and shown in percent."""

    SECONDS = "s"
    NUMBER = ""
    SHARE = "%"
    FLAG = "yes or no"
    OVERFLOW = "queue"


@dataclass(frozen=True)
class PolicyField:
    """One field: its name in the document, label and note."""

    name: str
    label: str
    note: str = ""

    @property
    def unit(self) -> Unit:
        if self.name in FLAGS:
            return Unit.FLAG
        if self.name == "overflow":
            return Unit.OVERFLOW
        if self.name.endswith("_seconds"):
            return Unit.SECONDS
        is_share = self.name in SHARES or self.name.startswith(("least_", "most_"))
        return Unit.SHARE if is_share else Unit.NUMBER


SHARES = frozenset({"service_level_target", "abandonment_target", "first_response_target"})
Fields = tuple[tuple[str, tuple[PolicyField, ...]], ...]
QUEUE_FIELDS: Fields = (
    (
        "Offers",
        (
            PolicyField("ring_seconds", "Ring time"),
            PolicyField(
                "max_offers", "Most offers", "A call is marked as failed after this many unanswered ones."
            ),
            PolicyField(
                "preferred_agent_seconds", "Preferred agent", "How long a call waits for that agent only."
            ),
            PolicyField("restore_to_end", "Restored calls go to the end"),
        ),
    ),
    (
        "Waiting",
        (
            PolicyField("promote_after_seconds", "Priority rises after", "0: never."),
            PolicyField("highest_band", "Highest priority by waiting", "0 is served first."),
            PolicyField("max_wait_seconds", "Longest wait", "0: no limit."),
            PolicyField("max_length", "Queue limit", "Most calls that may wait. 0: no limit."),
            PolicyField("overflow", "Overflow", "What happens beyond the longest wait or the queue limit."),
            PolicyField(
                "collect_seconds", "Time to queue", "A new call that is not queued by then is abandoned."
            ),
        ),
    ),
    (
        "Calls and chats",
        (
            PolicyField("wrap_up_seconds", "Wrap-up"),
            PolicyField("talk_limit_seconds", "Talk limit", "A longer call is marked, not ended."),
            PolicyField("idle_seconds", "Close chats when idle for", "0: never."),
            PolicyField("outcome_required", "Outcome required"),
        ),
    ),
    (
        "Targets",
        (
            PolicyField("service_level_seconds", "Answered within"),
            PolicyField("service_level_target", "Service level"),
            PolicyField("asa_target_seconds", "Mean wait of answered calls"),
            PolicyField("abandonment_target", "Abandoned at most"),
            PolicyField("first_response_seconds", "First response within", "Chats only."),
            PolicyField("first_response_target", "First responses in time", "Chats only."),
            PolicyField("rating_target", "Rating at least", "Chats only, from 1 to 5. 0: no target."),
            PolicyField("waiting_target", "Waiting at most", "0: no target."),
            PolicyField(
                "red_beyond", "Red beyond", "Times the target. Up to there, a missed target is orange."
            ),
        ),
    ),
)
AGENT_FIELDS: Fields = (
    (
        "Missed offers",
        (
            PolicyField("max_missed_offers", "Pause after", "Missed offers in a row."),
            PolicyField("declined_rest_seconds", "Rest after a declined offer"),
            PolicyField("no_answer_rest_seconds", "Rest after an unanswered offer"),
            PolicyField("longest_wrap_up_seconds", "Longest wrap-up", "Including extensions."),
        ),
    ),
    (
        "Targets, as shares of signed-in agents",
        (
            PolicyField("least_available", "Available at least"),
            PolicyField("most_ringing", "Ringing at most", "0: no target."),
            PolicyField("most_on_call", "On a call at most"),
            PolicyField("most_in_wrap_up", "In wrap-up at most"),
            PolicyField("most_paused", "Paused at most"),
            PolicyField("most_offline", "Offline at most", "Share of all agents. 0: no target."),
            PolicyField("red_beyond", "Red beyond", "Times the target."),
        ),
    ),
)
NAMES = {ALL_QUEUES: "All queues", ALL_CHATS: "All chats"}


def fields_of(key: str) -> Fields:
    """The fields that make sense for a key of the document: agents, all queues, all chats, or a queue."""
    if key == AGENTS:
        return AGENT_FIELDS
    left_out = {"wrap_up_seconds"} if is_of_chats(key) else set()
    if not is_of_chats(key) and key not in NAMES:
        left_out = {"idle_seconds"}
    return tuple(
        (title, tuple(one for one in group if one.name not in left_out)) for title, group in QUEUE_FIELDS
    )


def source_of(document: Mapping[str, Any], key: str, name: str, value: object) -> str:
    """Where a value comes from that the key does not set itself: "All queues", or "default"."""
    base = base_with(document, key, name, value)
    return NAMES.get(base, base)


def shown(one: PolicyField, value: Any) -> str:
    """A value in words, with its unit."""
    if one.unit is Unit.FLAG:
        return "yes" if value else "no"
    if one.unit is Unit.OVERFLOW:
        return str(OVERFLOWS.get(value, value))
    if not value and one.name in WITHOUT:
        return WITHOUT[one.name]
    return f"{entered(one, value)} {one.unit}".strip()


def entered(one: PolicyField, value: Any) -> str:
    """A value as the form's field has it."""
    if one.unit is Unit.FLAG:
        return "yes" if value else "no"
    if one.unit is Unit.OVERFLOW:
        return str(value)
    number = value * PER_CENT if one.unit is Unit.SHARE else value
    return f"{number:.10g}"


WITHOUT = {"max_wait_seconds": "no limit", "max_length": "no limit", "promote_after_seconds": "never"}
OVERFLOWS = {"reject": "Turn away", "deadLetter": "Mark as failed"}

"""Words for a simulation's policies, played and not played. Pure."""

from collections.abc import Iterator

from routing.model.policies import DEAD_LETTER, REJECT, QueuePolicy
from routing.model.queues import ANY
from routing.model.words import queue_name
from simulation.scenarios import Preference, Scenario

NOT_PLAYED = (
    "Preferred agents; calls that are declined, returned to their queue, moved by hand or "
    "restored after failing."
)
MINUTE, FEW_MINUTES = 60, 2
OVERFLOW = {REJECT: "turned away", DEAD_LETTER: "marked as failed"}


def treatment_of(scenario: Scenario) -> list[tuple[str, str]]:
    """Policies by subject: all queues, those that differ, agents, callers with steps."""
    policies = scenario.policies
    lines = [("All call queues", _sentences(policies.default))]
    lines += [
        (queue_name(queue), _sentences(policies.of(queue)))
        for queue in scenario.queues
        if policies.of(queue) != policies.default
    ]
    agents = policies.agents
    rest = _time(agents.no_answer_rest_seconds)
    most = agents.max_missed_offers
    lines.append(("Agents", f"Rest {rest} after a missed offer, five minutes after {most} in a row."))
    lines += [(queue_name(queue), "Newest first.") for queue in sorted(scenario.newest_first)]
    lines += [(_asks(one), _steps(one)) for one in scenario.mix if one.then]
    return lines


def _sentences(policy: QueuePolicy) -> str:
    return " ".join(_about(policy))


def _about(policy: QueuePolicy) -> Iterator[str]:
    ring = _time(policy.ring_seconds)
    yield f"An offer rings {ring}; after {policy.max_offers} unanswered offers a call fails."
    if policy.promote_after_seconds:
        after = _time(policy.promote_after_seconds)
        yield f"Every {after} of waiting a call rises by one priority, up to {policy.highest_band}."
    limits = [f"have waited {_time(policy.max_wait_seconds)}"] if policy.max_wait_seconds else []
    limits += [f"find {policy.max_length:,} waiting"] if policy.max_length else []
    if limits:
        where = OVERFLOW.get(policy.overflow, f"sent to {queue_name(policy.overflow)}")
        yield f"Callers who {' or '.join(limits)} are {where}."
    else:
        yield "No calls are turned away."


def _asks(wanted: Preference) -> str:
    parts = (wanted.language, wanted.gender, wanted.topic)
    return "Callers for " + ", ".join(part for part in parts if part and part != ANY)


def _steps(wanted: Preference) -> str:
    further = (
        f"after {_time(one.after_seconds)} {one.gender if one.gender != ANY else 'any gender'}"
        + (f", {one.topic}" if one.topic else "")
        for one in wanted.then
    )
    return "Preferences relax: " + "; ".join(further) + "."


def _time(seconds: float) -> str:
    minutes, rest = divmod(seconds, MINUTE)
    return f"{seconds:g} s" if rest or minutes < FEW_MINUTES else f"{minutes:g} min"

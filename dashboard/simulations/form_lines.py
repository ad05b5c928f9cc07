"""Callers and agents of the form as lines of text; an error names field and line. Pure."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from routing.model.queues import ANY, CHAT
from simulation.decimals import number_from
from simulation.scenarios import AgentGroup, Preference, Scenario, ScenarioError, Shift
from simulation.scenarios.exceptions import told

MOST_LINES = 100
HOUR = 3_600
MINUTES = 60
CALLER_PARTS = 4
AGENT_PARTS = 6
MOST_DIGITS = 6

Part = TypeVar("Part")


def mix_from(text: str) -> tuple[Preference, ...]:
    """Callers, one line each: `language, gender, topic, share`; only the language is required.

    A fifth part, `chat`, says that they write.

    Raises ScenarioError.
    """
    return tuple(_lines("mix", text, CALLER_PARTS, _preference, lambda part: part == CHAT))


def groups_from(text: str) -> tuple[AgentGroup, ...]:
    """Agents, one line each: `name, agents, languages, gender, topics, shifts`.

    Languages and topics are joined by `+`; so are shifts, `0:30-4:00` in hours and minutes from the start.
    Topics and shifts are optional, and so is a seventh part, the chats at once. Raises ScenarioError.
    """
    return tuple(_lines("groups", text, AGENT_PARTS, _group, _is_count))


def written_mix(scenario: Scenario) -> str:
    return "\n".join(", ".join(_preference_parts(one)) for one in scenario.mix)


def written_groups(scenario: Scenario) -> str:
    return "\n".join(_written_group(group) for group in scenario.groups)


def _lines(
    field: str,
    text: str,
    most: int,
    read: Callable[[str, list[str]], Part],
    of_chats: Callable[[str], bool],
) -> Iterator[Part]:
    """What the lines say; one part more may be there for chats."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not 0 < len(lines) <= MOST_LINES:
        raise ScenarioError(field, f"1 to {MOST_LINES} lines are allowed, not {len(lines)}")
    for number, line in lines:
        parts = [part.strip() for part in line.split(",")]
        if len(parts) > most + of_chats("".join(parts[most : most + 1])):
            raise ScenarioError(field, f"line {number}: at most {most} parts, not {len(parts)}")
        yield read(f"{field}, line {number}", parts)


def _preference(field: str, parts: list[str]) -> Preference:
    language, gender, topic, share, channel = (*parts, *[""] * CALLER_PARTS)[: CALLER_PARTS + 1]
    weight = _number(f"{field}, share", share) if share else 1.0
    return Preference(language, gender or ANY, topic, weight, channel=channel)


def _preference_parts(one: Preference) -> tuple[str, ...]:
    parts = (one.language, one.gender, one.topic, f"{one.share:g}")
    return (*parts, one.channel) if one.channel else parts


def _group(field: str, parts: list[str]) -> AgentGroup:
    name, agents, languages, gender, topics, shifts, chats = (*parts, *[""] * AGENT_PARTS)[: AGENT_PARTS + 1]
    if not _is_count(agents):
        raise ScenarioError(f"{field}, agents", f"{told(agents)} is not a whole number")
    named: dict[str, Any] = {"languages": _joined(languages), "topics": _joined(topics)}
    found = tuple(_shift(f"{field}, shifts", one) for one in _joined(shifts))
    return AgentGroup(name, int(agents), gender=gender, shifts=found, chat_slots=int(chats or 0), **named)


def _joined(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("+") if part.strip())


def _shift(field: str, text: str) -> Shift:
    start, _, end = text.partition("-")
    return Shift(_moment(field, start), _moment(field, end))


def _moment(field: str, text: str) -> float:
    hours, _, minutes = text.strip().partition(":")
    whole = _is_count(hours) and _is_count(minutes) and len(minutes) == len("30")
    if not whole or int(minutes) >= MINUTES:
        raise ScenarioError(field, f"{told(text)} is not a shift; write 0:30-4:00, counted from the start")
    return float(int(hours) * HOUR + int(minutes) * MINUTES)


def _number(field: str, text: str) -> float:
    found = number_from(text)
    if found is None:
        raise ScenarioError(field, f"{told(text)} is not a number")
    return found


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


def _written_group(group: AgentGroup) -> str:
    shifts = "+".join(f"{_clock(one.from_seconds)}-{_clock(one.to_seconds)}" for one in group.shifts)
    parts = (group.name.replace(",", " ·"), str(group.agents), "+".join(group.languages), group.gender)
    chats = str(group.chat_slots) if group.chat_slots else ""
    return ", ".join((*parts, "+".join(group.topics), shifts, chats)).rstrip(", ")


def _clock(seconds: float) -> str:
    minutes = round(seconds / MINUTES)
    return f"{minutes // MINUTES}:{minutes % MINUTES:02}"

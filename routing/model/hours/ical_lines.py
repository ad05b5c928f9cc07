"""Lines of an iCalendar file: checked before it is parsed, with the line number of each event. Pure."""

import re
from dataclasses import dataclass

from routing.exceptions import InvalidFieldError

MOST_EVENTS = 1000
DEEPEST = 4
_CONTENT = re.compile(r"[A-Za-z0-9-]+[;:]")
ZONE = "VTIMEZONE"
EVENT = "VEVENT"


@dataclass(frozen=True)
class Lines:
    """The text without definitions of time zones; the line number of each event."""

    text: str
    events: list[int]


def read_lines(text: str) -> Lines:
    """Raises InvalidFieldError with the first wrong line."""
    open_parts: list[str] = []
    kept: list[str] = []
    events: list[int] = []
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        if not line.strip():
            continue
        is_folded = line[0] in " \t" and bool(open_parts)
        begins, ends = _part(line, "BEGIN"), _part(line, "END")
        if not is_folded:
            _check(number, line, open_parts, begins, ends)
        if begins:
            open_parts.append(begins)
        if ZONE not in open_parts:
            kept.append(line)
        if begins == EVENT:
            events.append(number)
        if ends:
            open_parts.pop()
        if len(events) > MOST_EVENTS:
            raise InvalidFieldError(f"line {number}", EVENT, f"at most {MOST_EVENTS:,} events")
    if not kept or open_parts:
        raise InvalidFieldError(
            "file", "", "it must be iCalendar text, from BEGIN:VCALENDAR to END:VCALENDAR"
        )
    return Lines("\r\n".join([*kept, ""]), events)


def _check(number: int, line: str, open_parts: list[str], begins: str, ends: str) -> None:
    where = f"line {number}"
    if not _CONTENT.match(line):
        raise InvalidFieldError(where, line[:60], "it must be iCalendar text such as SUMMARY:New Year's Day")
    if not open_parts and begins != "VCALENDAR":
        raise InvalidFieldError(where, line[:60], "a file begins with BEGIN:VCALENDAR")
    if ends and ends != open_parts[-1]:
        raise InvalidFieldError(where, line[:60], f"END:{open_parts[-1]} is expected here")
    if begins and len(open_parts) >= DEEPEST:
        raise InvalidFieldError(where, line[:60], f"at most {DEEPEST} nested parts")


def _part(line: str, word: str) -> str:
    name, _, value = line.partition(":")
    return value.strip().upper() if name.upper() == word else ""

"""Codes as lines of text: outcomes in two levels, pause reasons with limits, teams. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from routing.exceptions import InvalidFieldError
from routing.model.settings.documents import Kind
from routing.model.settings.pause_reasons import DAILY_LIMIT, LIMIT
from routing.model.settings.teams import LABEL

SECONDS_PER_MINUTE = 60
INDENT = "  "
PER_DAY = "/"
NO_MINUTES = "put a number of minutes after the colon, such as 15, or 15/30 with a limit per day"


def outline_of(kind: Kind, document: Mapping[str, Any]) -> str:
    """A document as lines."""
    return "\n".join(WRITE[kind](document))


def document_of(kind: Kind, text: str) -> dict[str, Any]:
    """The document that lines describe. Raises InvalidFieldError with the line."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    return READ[kind](lines)


def _of_outcomes(document: Mapping[str, Any]) -> Iterator[str]:
    for code, group in document.items():
        yield f"{code}: {group['label']}"
        yield from (f"{INDENT}{one}: {label}" for one, label in group["codes"].items())


def _of_pauses(document: Mapping[str, Any]) -> Iterator[str]:
    for reason, given in document.items():
        once, daily = (given.get(name, 0) / SECONDS_PER_MINUTE for name in (LIMIT, DAILY_LIMIT))
        limits = f"{once:g}" * bool(once) + f"{PER_DAY}{daily:g}" * bool(daily)
        yield f"{reason}: {limits}" if limits else reason


def _of_teams(document: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{code}: {given[LABEL]}" for code, given in document.items())


def _outcomes(lines: list[tuple[int, str]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    group: dict[str, str] | None = None
    groups: list[tuple[int, str, dict[str, str]]] = []
    for number, line in lines:
        code, label = _pair(number, line)
        if line[0].isspace():
            if group is None:
                raise _wrong(number, line, "put a group above it, not indented")
            _add(group, number, code, label)
        else:
            group = {}
            groups.append((number, line, group))
            _add(found, number, code, {"label": label, "codes": group})
    for number, line, codes in groups:
        if not codes:
            raise _wrong(number, line, "a group needs outcomes below it, indented")
    return found


def _pauses(lines: list[tuple[int, str]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, line in lines:
        reason, between, limits = (one.strip() for one in line.rpartition(":"))
        once, _, daily = limits.partition(PER_DAY)
        parts = {LIMIT: once.strip(), DAILY_LIMIT: daily.strip()} if between else {}
        given = {name: _seconds(number, line, one) for name, one in parts.items() if one}
        if between and not given:
            raise _wrong(number, line, NO_MINUTES)
        _add(found, number, reason if between else limits, given)
    return found


def _teams(lines: list[tuple[int, str]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, line in lines:
        code, label = _pair(number, line)
        _add(found, number, code, {LABEL: label})
    return found


def _seconds(number: int, line: str, text: str) -> float:
    try:
        seconds = float(text.replace(",", ".")) * SECONDS_PER_MINUTE
        return int(seconds) if seconds == int(seconds) else seconds
    except (ValueError, OverflowError):
        raise _wrong(number, line, NO_MINUTES) from None


def _pair(number: int, line: str) -> tuple[str, str]:
    code, between, label = (one.strip() for one in line.partition(":"))
    if not between:
        raise _wrong(number, line, "write a code, a colon and a label, such as sales: Sales")
    return code, label


def _add(found: dict[str, Any], number: int, name: str, value: Any) -> None:
    if name in found:
        raise _wrong(number, name, "each may appear once")
    found[name] = value


def _wrong(number: int, text: str, allowed: str) -> InvalidFieldError:
    return InvalidFieldError(f"line {number}", text.strip()[:60], allowed)


WRITE: dict[Kind, Callable[[Mapping[str, Any]], Iterator[str]]] = {
    Kind.OUTCOMES: _of_outcomes,
    Kind.PAUSES: _of_pauses,
    Kind.TEAMS: _of_teams,
}
READ: dict[Kind, Callable[[list[tuple[int, str]]], dict[str, Any]]] = {
    Kind.OUTCOMES: _outcomes,
    Kind.PAUSES: _pauses,
    Kind.TEAMS: _teams,
}

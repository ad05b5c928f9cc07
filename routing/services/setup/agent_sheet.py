"""Agents as CSV: checked headings, and the facts of each line or what is wrong with it. Pure."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from io import StringIO

from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent
from routing.services.setup.staff import Facts
from routing.sheets import Cell, unmarked

HEADINGS = ("agent_id", "name", "gender", "languages", "topics", "auto_answer", "active", "team")
NEEDED = ("agent_id", "name", "gender", "languages")
BETWEEN = ";"
MOST_LINES = 2000
USUAL = {"auto_answer": "no", "active": "yes"}
YES_NO = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}


@dataclass(frozen=True)
class SheetLine:
    """One line: its number in the sheet, the agent, its facts, and each cell that is wrong by itself."""

    number: int
    agent_id: str
    facts: Facts
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True)
class WrongLine:
    """One line that cannot be read at all, and why."""

    number: int
    why: str


def sheet_lines(agents: Iterable[Agent]) -> list[list[Cell]]:
    """The lines of a sheet, without headings; chat rows follow their agents and have none."""
    return [
        [
            agent.agent_id,
            agent.name,
            agent.gender,
            BETWEEN.join(sorted(agent.languages)),
            BETWEEN.join(sorted(agent.topics)),
            "yes" if agent.auto_answer else "no",
            "no" if agent.is_deactivated else "yes",
            agent.team,
        ]
        for agent in agents
        if not agent.channel
    ]


def read_sheet(text: str) -> list[SheetLine | WrongLine]:
    """The lines of a sheet. Raises InvalidFieldError for wrong headings or too many lines."""
    rows = csv.DictReader(StringIO(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"), newline=""))
    try:
        headings = [one.strip() for one in rows.fieldnames or ()]
    except csv.Error as error:
        raise InvalidFieldError("headings", "", f"it must be CSV: {error}") from None
    rows.fieldnames = headings
    if unknown := [one for one in headings if one not in HEADINGS]:
        raise InvalidFieldError("headings", unknown[0], f"choose from {', '.join(HEADINGS)}")
    if missing := [one for one in NEEDED if one not in headings]:
        raise InvalidFieldError("headings", ", ".join(headings), f"{', '.join(missing)} must be among them")
    if len(set(headings)) != len(headings):
        raise InvalidFieldError("headings", ", ".join(headings), "each may appear once")
    try:
        lines = [_line(rows.line_num, row) for row in rows if any(one for one in row.values())]
    except csv.Error as error:
        raise InvalidFieldError(f"line {rows.line_num}", "", f"it must be CSV: {error}") from None
    if not 1 <= len(lines) <= MOST_LINES:
        raise InvalidFieldError("lines", len(lines), f"from 1 to {MOST_LINES:,}")
    seen: set[str] = set()
    return [_once(line, seen) for line in lines]


def _line(number: int, row: Mapping[str | None, str | list[str] | None]) -> SheetLine | WrongLine:
    if None in row:
        return WrongLine(number, "more cells than headings")
    cells = {str(name): unmarked(str(cell or "").strip()) for name, cell in row.items()}
    flags = {name: cells.get(name, "").lower() or usual for name, usual in USUAL.items()}
    wrong = [
        f"{name}: {cells[name]!r} is not allowed; yes or no" for name in flags if flags[name] not in YES_NO
    ]
    facts = Facts(
        name=cells["name"],
        gender=cells["gender"],
        languages=_parts(cells["languages"]),
        topics=_parts(cells.get("topics", "")),
        auto_answer=YES_NO.get(flags["auto_answer"], False),
        is_active=YES_NO.get(flags["active"], False),
        team=cells.get("team"),
    )
    missing = () if cells["agent_id"] else ("agent_id: required",)
    return SheetLine(number, cells["agent_id"], facts, (*missing, *wrong))


def _once(line: SheetLine | WrongLine, seen: set[str]) -> SheetLine | WrongLine:
    if isinstance(line, WrongLine) or not line.agent_id:
        return line
    if line.agent_id in seen:
        again = f"agent_id: {line.agent_id!r} is on an earlier line too"
        return replace(line, wrong=(again, *line.wrong))
    seen.add(line.agent_id)
    return line


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in cell.split(BETWEEN) if part.strip()))

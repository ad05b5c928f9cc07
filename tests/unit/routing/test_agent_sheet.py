"""Agents as CSV: there and back; headings and lines that are wrong are named."""

import pytest

from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent, AgentStatus
from routing.services import Facts
from routing.services.setup.agent_sheet import HEADINGS, SheetLine, WrongLine, read_sheet, sheet_lines
from routing.sheets import csv_text
from tests.builders import NOON

HEAD = "agent_id,name,gender,languages\n"


def test_what_is_exported_can_be_imported() -> None:
    ana = Agent(
        agent_id="ana",
        name='Ana "Nan" Torres, Dr',
        gender="F",
        languages=frozenset({"Spanish", "English"}),
        topics=frozenset({"Cars"}),
        status=AgentStatus.OFFLINE,
        status_since=NOON,
        is_deactivated=True,
        team="sales",
    )
    text = csv_text(HEADINGS, sheet_lines([ana]))
    facts = Facts(ana.name, "F", ("English", "Spanish"), ("Cars",), is_active=False, team="sales")
    assert read_sheet(f"\N{ZERO WIDTH NO-BREAK SPACE}{text}") == [SheetLine(2, "ana", facts)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "headings: .* agent_id, name, gender, languages must be among them"),
        ("agent_id,name,gender,languages,color\n", "headings: 'color' .* choose from"),
        ("agent_id,name,name,gender,languages\n", "headings: .* once"),
        (HEAD, "lines: 0 .* from 1 to 2,000"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidFieldError, match=said):
        read_sheet(text)


def test_each_wrong_line_is_named() -> None:
    text = f"{HEAD},Ana,F,Spanish\nben,Ben,M,French,more\n\nben,Ben,M,French\nben,Bea,F,French\n"
    found = read_sheet(text)
    assert [one.number for one in found] == [2, 3, 5, 6]
    assert [one.why if isinstance(one, WrongLine) else one.wrong for one in found] == [
        ("agent_id: required",),
        "more cells than headings",
        (),
        ("agent_id: 'ben' is on an earlier line too",),
    ]
    (both,) = read_sheet("agent_id,name,gender,languages,active,auto_answer\n,Ana,F,Spanish,perhaps,2\n")
    assert isinstance(both, SheetLine)
    assert both.wrong == (
        "agent_id: required",
        "auto_answer: '2' is not allowed; yes or no",
        "active: 'perhaps' is not allowed; yes or no",
    )

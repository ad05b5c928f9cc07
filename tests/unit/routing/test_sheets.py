"""CSV for spreadsheets: no typed text becomes a formula."""

import csv
from io import StringIO

import pytest

from routing.sheets import csv_text
from tests.architecture.sources import python_sources


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


@pytest.mark.parametrize(
    "mark", ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n"]
)
def test_text_that_a_spreadsheet_takes_for_a_formula_is_quoted(mark: str) -> None:
    text = f"{mark}cmd|' /C calc'!A0"

    assert cells(csv_text(["label"], [[text]])) == [["label"], [f"'{text}"]]


def test_headers_are_treated_the_same() -> None:
    assert cells(csv_text(["=1+1"], [])) == [["'=1+1"]]


def test_numbers_and_plain_text_stay_as_they_are() -> None:
    line = ["W#Spanish#Any", "08:00", "", None, -3, -0.5, "-0.5", "1=1", "'quoted'", 'a "b", c']

    assert cells(csv_text(["x"], [line]))[1] == [
        *("W#Spanish#Any", "08:00", "", "", "-3", "-0.5", "-0.5", "1=1", "'quoted'", 'a "b", c')
    ]


def test_no_other_module_writes_csv() -> None:
    writers = {"csv.writer", "csv.DictWriter", "writer", "DictWriter"}
    found = [source.module for source in python_sources() if writers & set(source.called_names())]

    assert found == ["routing.sheets"]

"""Codes as lines: there and back; a wrong line is named."""

from typing import Any

import pytest

from dashboard.setup.outlines import document_of, outline_of
from routing.exceptions import InvalidFieldError
from routing.model.settings.documents import Kind

OUTCOMES = {
    "sales": {"label": "Sales: new", "codes": {"booked": "Visit booked", "later": "Call back"}},
    "other": {"label": "Other", "codes": {"none": "Nothing"}},
}
PAUSES = {
    "Break: short": {"limit_seconds": 90, "daily_limit_seconds": 1800},
    "Lunch": {"limit_seconds": 1800},
    "Errand": {"daily_limit_seconds": 600},
    "Training": {},
}


@pytest.mark.parametrize(
    ("kind", "document", "text"),
    [
        (
            Kind.OUTCOMES,
            OUTCOMES,
            "sales: Sales: new\n  booked: Visit booked\n  later: Call back\nother: Other\n  none: Nothing",
        ),
        (Kind.PAUSES, PAUSES, "Break: short: 1.5/30\nLunch: 30\nErrand: /10\nTraining"),
        (Kind.OUTCOMES, {}, ""),
        (
            Kind.TEAMS,
            {"sales": {"label": "Sales: new"}, "north": {"label": "North"}},
            "sales: Sales: new\nnorth: North",
        ),
    ],
)
def test_a_document_is_lines_and_lines_are_a_document(kind: Kind, document: Any, text: str) -> None:
    assert outline_of(kind, document) == text
    assert document_of(kind, f"\n{text}\n\n") == document


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        (Kind.OUTCOMES, "  booked: Visit", "line 1: 'booked: Visit' .* put a group above"),
        (Kind.OUTCOMES, "sales: Sales\n  booked", "line 2: 'booked' .* a code, a colon and a label"),
        (Kind.OUTCOMES, "sales: Sales\nsales: Sales", "line 2: 'sales' .* once"),
        (
            Kind.OUTCOMES,
            "sales: Sales\n  new: New\nno: Nothing",
            "line 3: 'no: Nothing' .* outcomes below it",
        ),
        (Kind.TEAMS, "sales", "line 1: 'sales' .* a code, a colon and a label"),
        (Kind.TEAMS, "sales: Sales\nsales: Other", "line 2: 'sales' .* once"),
        (Kind.PAUSES, "Lunch: soon", "line 1: 'Lunch: soon' .* minutes"),
        (Kind.PAUSES, "Lunch: inf", "line 1: 'Lunch: inf' .* minutes"),
        (Kind.PAUSES, "Lunch: 3/4/5", "line 1: 'Lunch: 3/4/5' .* minutes"),
        (Kind.PAUSES, "Lunch: /", "line 1: 'Lunch: /' .* 15/30"),
        (Kind.PAUSES, "Lunch\nLunch: 3", "line 2: 'Lunch' .* once"),
    ],
)
def test_a_wrong_line_is_named(kind: Kind, text: str, said: str) -> None:
    with pytest.raises(InvalidFieldError, match=said):
        document_of(kind, text)

"""Outcomes of contacts: codes of two levels in words, and errors that name the place."""

from typing import Any

import pytest

from routing.exceptions import InvalidFieldError
from routing.model.contact_outcomes import ContactOutcomes, read_outcomes

SALES = {"label": "Sales", "codes": {"booked": "Visit booked", "lost": "Not interested"}}


def test_an_outcome_is_named_by_group_and_code() -> None:
    outcomes = read_outcomes({"sales": SALES})

    assert outcomes.label("sales.booked") == "Sales: Visit booked"
    assert outcomes.label("sales.gone") == "sales.gone", "a code of yesterday's settings stays readable"
    outcomes.check("")
    with pytest.raises(
        InvalidFieldError, match="no outcomes are set up; an administrator sets them in Setup"
    ):
        ContactOutcomes().check("sales.booked")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"Sales": SALES}, "outcomes: 'Sales' .* lower-case letters"),
        ({"sales": {"codes": SALES["codes"]}}, "outcomes sales label: None .* 1 to 40 characters"),
        ({"sales": {"label": "Sales"}}, "outcomes sales codes: None .* codes with labels"),
        ({"sales": {**SALES, "color": "red"}}, "outcomes sales: .* it must have only label and codes"),
        ({"sales": {"label": "Sales", "codes": {"a.b": "x"}}}, "outcomes sales codes: 'a.b'"),
        ({"sales": {"label": "Sales", "codes": {"a": "x" * 41}}}, "outcomes sales codes a: .* 1 to 40"),
        ({"sales": {"label": "a\nb", "codes": {"a": "x"}}}, "outcomes sales label"),
        ({f"g{number}": SALES for number in range(21)}, "outcomes: 21 .* at most 20"),
    ],
)
def test_an_error_names_the_place_and_the_limit(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidFieldError, match=said):
        read_outcomes(given)

"""Retention: the days of a document, and what it refuses."""

from typing import Any

import pytest

from routing.exceptions import InvalidFieldError
from routing.model.settings.retention import Retention, read_retention


def test_what_a_document_lacks_is_as_usual() -> None:
    assert read_retention({}) == Retention()
    assert read_retention({"calls": 30, "trail": 90}) == Retention(calls=30, trail=90)


@pytest.mark.parametrize(
    ("given", "field", "allowed"),
    [
        ({"calls": 1}, "retention calls", "from 2 to 3650"),
        ({"messages": 0}, "retention messages", "from 1 to 3650"),
        ({"trail": True}, "retention trail", "whole days"),
        ({"history": 1.5}, "retention history", "whole days"),
        ({"faxes": 7}, "retention", "choose from calls, messages, history, trail, deliveries"),
        ({"calls": 90, "history": 30}, "retention history", "at least as long as calls, 90 days"),
    ],
)
def test_a_wrong_value_is_named_with_its_limit(given: dict[str, Any], field: str, allowed: str) -> None:
    with pytest.raises(InvalidFieldError, match=allowed) as caught:
        read_retention(given)
    assert caught.value.field == field

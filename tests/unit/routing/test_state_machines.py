"""The pictures in `docs/state-machines.md` say what the code says."""

import re
from collections.abc import Mapping
from enum import StrEnum

import pytest
from django.conf import settings

from routing import agents, calls

ARROW = re.compile(r"^ *(?P<before>\w+) --> (?P<after>\w+)", re.MULTILINE)


def drawn(title: str) -> set[tuple[str, str]]:
    """The arrows of the picture under a heading, those from and to the outside left out."""
    page = (settings.BASE_DIR / "docs" / "state-machines.md").read_text()
    section = page.split(f"## {title}\n")[1].split("\n## ")[0]
    return {(arrow["before"], arrow["after"]) for arrow in ARROW.finditer(section)}


@pytest.mark.parametrize(
    ("title", "transitions"), [("Agent", agents.TRANSITIONS), ("Call", calls.TRANSITIONS)]
)
def test_the_picture_has_just_the_arrows_of_the_table(
    title: str, transitions: Mapping[StrEnum, frozenset[StrEnum]]
) -> None:
    allowed = {(str(before), str(after)) for before, following in transitions.items() for after in following}
    assert drawn(title) == allowed

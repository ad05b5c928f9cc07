"""Teams of a document: names in their order; what does not fit is named."""

from typing import Any

import pytest

from routing.exceptions import InvalidFieldError
from routing.model.settings.teams import read_teams


def test_teams_have_names_and_a_removed_one_is_its_code() -> None:
    found = read_teams({"sales": {"label": "Sales"}, "north": {"label": "North"}})
    assert [*found.names] == ["sales", "north"]
    assert (found.name("north"), found.name("south")) == ("North", "south")


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"Sales": {"label": "Sales"}}, "teams: 'Sales' .* lower-case"),
        ({"sales": {}}, "teams sales label: None .* a label"),
        ({"sales": {"label": "Sales", "lead": "ana"}}, "teams sales: .* the only field is label"),
        ({"sales": {"label": "Sales"}, "s": {"label": "Sales"}}, "teams: 'Sales' .* once"),
        ({f"t{one}": {"label": f"T {one}"} for one in range(101)}, "teams: 101 .* at most 100"),
    ],
)
def test_what_does_not_fit_is_named(document: Any, said: str) -> None:
    with pytest.raises(InvalidFieldError, match=said):
        read_teams(document)

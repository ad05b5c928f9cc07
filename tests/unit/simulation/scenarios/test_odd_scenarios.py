"""Scenarios with odd values anywhere: read as written or refused in a line, never a traceback."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulation.reports import prediction_for
from simulation.scenarios import (
    READY_MADE,
    ScenarioError,
    ScenarioRangeError,
    scenario_from_json,
    scenario_to,
    scenario_to_json,
)
from simulation.scenarios.exceptions import LONGEST_TEXT
from tests.thorough import examples

WRITTEN = [scenario_to(one) for one in READY_MADE.values()]
ODD: st.SearchStrategy[object] = st.sampled_from(
    [None, True, -1, 0, 0.5, 10**30, 1e308, float("nan"), float("inf"), [], {}, [[]]]
) | (st.sampled_from(["", "x", "٣", "1_0", "\ud800", "\x00", "9" * 5_000, "Any", "F", "English", "Billing"]))
Path = tuple[str | int, ...]


def paths(value: Any, before: Path = ()) -> Iterator[Path]:
    """Paths of all values in a plain object."""
    yield from [before] if before else []
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield from paths(value[key], (*before, key))


@settings(max_examples=examples(400))
@given(data=st.data())
def test_an_odd_value_anywhere_is_refused_in_a_line_or_means_what_it_says(data: st.DataObject) -> None:
    scenario = deepcopy(data.draw(st.sampled_from(WRITTEN)))
    *before, last = data.draw(st.sampled_from(list(paths(scenario))))
    place: Any = scenario
    for key in before:
        place = place[key]
    place[last] = data.draw(ODD)
    try:
        found = scenario_from_json(json.dumps(scenario))
    except ScenarioError as error:
        said = str(error)
    else:
        assert scenario_from_json(scenario_to_json(found)) == found
        prediction_for(found)
        return
    assert ": " in said
    assert len(said.encode()) < 3 * LONGEST_TEXT


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"policies": {"\ud800": 5}}, "policies, \\ud800: must be an object"),
        ({"name": "9" * 5_000}, f"name: '{'9' * 59}… is not allowed; a name has 1 to 80 characters"),
    ],
)
def test_what_is_wrong_can_be_shown_whatever_it_is_made_of(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        scenario_from_json(json.dumps({**WRITTEN[3], **changes}))

    assert str(refused.value) == message


def test_limits_stay_with_an_error_whose_text_is_cut() -> None:
    with pytest.raises(ScenarioRangeError) as refused:
        scenario_from_json(json.dumps({**WRITTEN[3], "speed": 10**400}))

    assert refused.value.limits.most == 100

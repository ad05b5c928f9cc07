"""Share of generated cases tried: a cover by default, all with `--exhaustive`."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

EXHAUSTIVE, COVER = "exhaustive", "cover"
SHARE = 4


def profile_load(*, exhaustive: bool) -> None:
    """Sets the number of examples of this process, before the modules that ask for it are imported.

    A slow machine fails no test: examples have no deadline.
    """
    given = settings.get_profile(settings.get_current_profile_name())  # hypothesis has another one for CI
    at_any_pace = settings(given, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile(EXHAUSTIVE, at_any_pace)
    settings.register_profile(COVER, at_any_pace, max_examples=given.max_examples // SHARE)
    settings.load_profile(EXHAUSTIVE if exhaustive else COVER)


def is_exhaustive() -> bool:
    """Whether this run tries everything."""
    return settings.get_current_profile_name() == EXHAUSTIVE


def examples(everything: int) -> int:
    """The number of examples of a property test: a quarter by default."""
    return everything if is_exhaustive() else everything // SHARE


def covering(rows: Iterable[Any], chosen: Callable[[Any], bool]) -> list[Any]:
    """All rows as parameters of a test; those that are not chosen are for exhaustive runs only."""
    return [_row(one, chosen=chosen(one)) for one in rows]


def every(step: int, *columns: Iterable[Any]) -> list[Any]:
    """The product of some columns as parameters; rows whose numbers do not add up to a multiple of `step` are
    for exhaustive runs only. Of three columns, two of them `step` long, the rest has every pair of values.
    """
    if len(columns) == 1:
        return [_row(one, chosen=number % step == 0) for number, one in enumerate(columns[0])]
    return [
        _row(tuple(one for _, one in row), chosen=sum(number for number, _ in row) % step == 0)
        for row in product(*map(enumerate, columns))
    ]


def _row(row: Any, *, chosen: bool) -> Any:
    values = row if isinstance(row, tuple) else (row,)
    return pytest.param(*values, marks=() if chosen else pytest.mark.exhaustive)

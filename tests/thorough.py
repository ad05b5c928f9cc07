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
    """The chosen rows as parameters of a test, all of them in exhaustive runs."""
    return [_row(one) for one in rows if is_exhaustive() or chosen(one)]


def every(step: int, *columns: Iterable[Any]) -> list[Any]:
    """The product of some columns as parameters; in usual runs only the rows whose numbers add up to a
    multiple of `step`. Of three columns, two of them `step` long, these have every pair of values.
    """
    rows = [
        (sum(number for number, _ in row), tuple(one for _, one in row))
        for row in product(*map(enumerate, columns))
    ]
    chosen = [row for total, row in rows if is_exhaustive() or total % step == 0]
    return [_row(row[0] if len(columns) == 1 else row) for row in chosen]


def _row(row: Any) -> Any:
    return pytest.param(*(row if isinstance(row, tuple) else (row,)))

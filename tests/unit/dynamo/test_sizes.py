"""Sizes and capacity units, by Amazon's published rules."""

import pytest

from dynamo.items import Value
from tests.memory.sizes import item_bytes, read_units, write_units


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ("text", 4),
        ("ü", 2),
        ("", 0),
        (7, 12),
        (0.5, 12),
        (True, 1),
        (None, 1),
        (frozenset({"ab", "c"}), 3),
        (["ab", None], 3 + 3 + 2),
        ({"k": "v"}, 3 + 2 + 1),
    ],
)
def test_an_attribute_weighs_its_name_and_its_value(value: Value, size: int) -> None:
    assert item_bytes({"Name": value}) == 4 + size


@pytest.mark.parametrize(("size", "units"), [(0, 1), (1, 1), (1024, 1), (1025, 2), (10_000, 10)])
def test_a_write_costs_a_unit_for_each_kilobyte_begun(size: int, units: int) -> None:
    assert write_units(size) == units
    assert write_units(size, factor=2) == 2 * units


@pytest.mark.parametrize(("size", "units"), [(0, 1), (4096, 1), (4097, 2)])
def test_a_read_costs_a_unit_for_each_four_kilobytes_begun(size: int, units: int) -> None:
    assert read_units(size) == units
    assert read_units(size, factor=2) == 2 * units

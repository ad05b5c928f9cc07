"""Figures of benchmarks: quantiles, medians, printed rows."""

import json

import pytest

from bench.figures import Row, aligned, markdown, median, printed, quantile

ROWS: list[Row] = [
    {"strategy": "published", "agents": 400, "matches_per_s": 90.5},
    {"strategy": "batched", "agents": 10_000, "matches_per_s": 1234.5},
]


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([7.0], 0.5, 7.0),
        ([7.0], 0.99, 7.0),
        ([1.0, 2.0], 0.5, 1.0),
        ([1.0, 2.0, 3.0], 0.5, 2.0),
        ([float(number) for number in range(1, 101)], 0.99, 99.0),
        ([float(number) for number in range(1, 102)], 0.99, 100.0),
        ([1.0, 2.0, 3.0, 4.0], 0.0, 1.0),
        ([1.0, 2.0, 3.0, 4.0], 1.0, 4.0),
        ([], 0.99, 0.0),
    ],
)
def test_a_quantile_is_the_smallest_value_that_the_share_does_not_exceed(
    values: list[float], share: float, expected: float
) -> None:
    assert quantile(values, share) == expected


def test_a_median_is_the_middle_rounded() -> None:
    assert median([3.0, 1.0, 2.26], 1) == 2.3
    assert median([1.0, 2.0], 2) == 1.5


def test_programs_get_one_object_with_rows() -> None:
    assert json.loads(printed(ROWS, as_json=True)) == {"rows": ROWS}


def test_people_get_columns() -> None:
    assert printed(ROWS, as_json=False).splitlines() == [
        " strategy  agents  matches_per_s",
        "published     400           90.5",
        "  batched  10,000        1,234.5",
    ]


def test_rows_with_other_names_get_a_heading_of_their_own() -> None:
    rows: list[Row] = [{"a": 1}, {"a": 2}, {"b": 3}]

    assert aligned(rows).splitlines() == ["a", "1", "2", "", "b", "3"]


def test_documents_get_a_markdown_table() -> None:
    assert markdown(ROWS).splitlines() == [
        "| strategy | agents | matches_per_s |",
        "| ---: | ---: | ---: |",
        "| published | 400 | 90.5 |",
        "| batched | 10,000 | 1,234.5 |",
    ]

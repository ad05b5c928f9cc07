"""JSON bodies: what two readers could understand differently is refused."""

import pytest

from api.conventions.json_bodies import read_json
from api.conventions.problems import Problem


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"{", "Expecting"),
        (b"", "Expecting value"),
        (b'{"a": 1, "a": 1}', "'a' is given twice"),
        (b'{"a": {"b": 1, "b": 2}}', "'b' is given twice"),
        (b'{"a": NaN}', "NaN is not a JSON number"),
        (b"[Infinity]", "Infinity is not a JSON number"),
        (b"\xff", "not UTF-8"),
        (b'["\\ud800"]', "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"1" * 5000, "digits"),
    ],
)
def test_it_is_refused_with_the_reason(body: bytes, why: str) -> None:
    with pytest.raises(Problem, match=why) as refused:
        read_json(body)

    assert (refused.value.status, refused.value.code) == (400, "invalid_json")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b'{"caller": "a\\u0000b"}', "caller"),
        (b'{"a": 1, "steps": [{"topic": "x"}, {"topic": "\\u0000"}]}', "steps.1.topic"),
        (b'{"document": {"a\\u0000": 1}}', "document"),
        (b'"\\u0000"', "body"),
    ],
)
def test_a_null_character_is_refused_with_its_field(body: bytes, field: str) -> None:
    with pytest.raises(Problem, match="without null characters") as refused:
        read_json(body)

    assert (refused.value.status, refused.value.field) == (400, field)


def test_anything_else_is_read() -> None:
    assert read_json('{"a": ["é", "\\ud83d\\ude00", "\\\\u0000"]}'.encode()) == {"a": ["é", "😀", "\\u0000"]}

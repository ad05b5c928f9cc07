"""Environment variables with JSON objects."""

from collections.abc import Callable

import pytest

from callcenter import env


@pytest.mark.parametrize("unset", [{}, {"POLICY": ""}, {"POLICY": "  "}, {"POLICY": "{}"}])
def test_unset_blank_and_empty_mean_no_fields(unset: dict[str, str]) -> None:
    assert env.fields(unset, "POLICY") == {}
    assert env.fields_by_name(unset, "POLICY") == {}


def test_it_reads_an_object_with_values_of_their_own_kinds() -> None:
    policy = env.fields({"POLICY": ' {"seconds": 0.5, "count": 3, "on": true, "text": "ä"} '}, "POLICY")

    assert policy == {"seconds": 0.5, "count": 3, "on": True, "text": "ä"}
    assert isinstance(policy["count"], int)


def test_it_reads_an_object_of_objects() -> None:
    policies = env.fields_by_name({"POLICIES": '{"*": {"a": 1}, "W#Spanish#Any": {}}'}, "POLICIES")

    assert policies == {"*": {"a": 1}, "W#Spanish#Any": {}}


@pytest.mark.parametrize("read", [env.fields, env.fields_by_name])
@pytest.mark.parametrize("value", ["[1]", "3", '"text"', "null", "true"])
def test_anything_but_an_object_is_refused(read: Callable[..., object], value: str) -> None:
    with pytest.raises(env.SettingError) as caught:
        read({"POLICY": value}, "POLICY")

    assert str(caught.value) == "POLICY='…' cannot be used: a JSON object is needed"


@pytest.mark.parametrize("value", ["{", "{a: 1}", "ring_seconds=3"])
def test_what_is_no_json_is_refused_with_the_place(value: str) -> None:
    with pytest.raises(env.SettingError, match=r"a JSON object is needed \(.* line 1 column \d+"):
        env.fields({"POLICY": value}, "POLICY")


@pytest.mark.parametrize("value", ['{"wfm": "hush"}', '{"wfm": {"secret": "hush"', '"hush"'])
def test_what_may_hold_a_secret_is_not_repeated(value: str) -> None:
    with pytest.raises(env.SettingError) as caught:
        env.fields_by_name({"SINKS": value}, "SINKS")

    assert "hush" not in str(caught.value)


def test_a_name_without_an_object_is_named() -> None:
    with pytest.raises(env.SettingError) as caught:
        env.fields_by_name({"POLICIES": '{"*": {}, "W#Spanish#Any": 3}'}, "POLICIES")

    assert str(caught.value) == "POLICIES='…' cannot be used: a JSON object is needed for W#Spanish#Any"

"""Copies with some fields changed: equal to those of `dataclasses.replace`, and as strict."""

import dataclasses
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pytest

from routing.model.calls import CallStatus
from routing.model.copies import replace
from tests.builders import NOON, a_call


@dataclass(frozen=True)
class Checked:
    """Objects that are more than their fields."""

    most: int
    doubled: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        if self.most < 0:
            raise ValueError("most")


@dataclass(frozen=True)
class Remembering:
    most: int

    @cached_property
    def double(self) -> int:
        return 2 * self.most


@dataclass(frozen=True, slots=True)
class Slotted:
    most: int


def test_a_copy_has_the_new_fields_and_leaves_the_other_alone() -> None:
    call = a_call()
    before = dataclasses.asdict(call)

    copy = replace(call, status=CallStatus.OFFERED, offered_at=NOON)

    assert copy == dataclasses.replace(call, status=CallStatus.OFFERED, offered_at=NOON)
    assert hash(copy) == hash(dataclasses.replace(copy))
    assert dataclasses.asdict(call) == before


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="Call has no field colour"):
        replace(a_call(), colour="red")  # type: ignore[call-arg]  # the point


@pytest.mark.parametrize("one", [Remembering(1), Slotted(1), Checked(1)])
def test_objects_that_are_more_than_their_fields_are_made_as_usual(one: Any) -> None:
    assert getattr(one, "double", 2) == 2

    copy = replace(one, most=3)

    assert copy.most == 3
    assert getattr(copy, "double", 6) == 6


def test_what_is_checked_when_made_is_checked_in_a_copy() -> None:
    with pytest.raises(ValueError, match="most"):
        replace(Checked(1), most=-1)

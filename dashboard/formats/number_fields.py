"""Form fields for typed numbers, read as simulation.decimals reads them."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django import forms
from django.core.exceptions import ValidationError

from simulation.decimals import number_from, whole_from

T = TypeVar("T")


class Typed(forms.Field, Generic[T]):
    """A typed value; its error `invalid` says what it takes."""

    read: Callable[[str], T | None]

    def to_python(self, value: Any) -> T | None:
        """The value, None if empty."""
        if value in self.empty_values or not str(value).strip():
            return None
        found = self.read(str(value))
        if found is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return found


class NumberField(Typed[float], forms.FloatField):  # type: ignore[misc]  # as Django's own
    read = staticmethod(number_from)


class WholeField(Typed[int], forms.IntegerField):
    read = staticmethod(whole_from)

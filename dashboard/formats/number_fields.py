"""Form fields for typed numbers, read as simulation.decimals reads them."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from simulation.decimals import number_from, whole_from


class NumberField(forms.FloatField):
    """A decimal number; its error `invalid` says what it takes."""

    def to_python(self, value: Any) -> float | None:  # type: ignore[override]  # as Django's own does
        """The number, None if empty."""
        if value in self.empty_values or not str(value).strip():
            return None
        found = number_from(str(value))
        if found is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return found


class WholeField(forms.IntegerField):
    """A whole number; its error `invalid` says what it takes."""

    def to_python(self, value: Any) -> int | None:
        """The number, None if empty."""
        if value in self.empty_values or not str(value).strip():
            return None
        found = whole_from(str(value))
        if found is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return found

"""Form of the demo load, with one clear message for each wrong value."""

from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS

from simulation.load.load_plan import LIMITS

USUAL_LOAD = {"rate": 5, "agents": 50}


class LoadForm(forms.Form):
    """A demo load: calls per second and the number of agents. The simulation checks the limits."""

    rate = forms.FloatField()
    agents = forms.IntegerField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, one in self.fields.items():
            limits = LIMITS[name]
            takes = f"a number from {limits.least:g} to {limits.most:g} {limits.unit}"
            one.error_messages = dict.fromkeys(("required", "invalid"), takes)


def first_error(form: forms.Form) -> str:
    """`field: what it takes`, for the first wrong field, by the name it is sent under."""
    name, errors = next(iter(form.errors.items()))
    return str(errors[0]) if name == NON_FIELD_ERRORS else f"{form.add_prefix(name)}: {errors[0]}"

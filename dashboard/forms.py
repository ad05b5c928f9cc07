"""Owns what the pages' forms take, and the one sentence that says what is wrong with a value."""

from typing import Any

from django import forms

from routing.agents import Choice
from routing.services.checks import MAX_REASON_LENGTH
from simulation.limits import LIMITS

PAUSE_REASONS = ("Break", "Lunch", "Training", "Meeting", "Paperwork", "Technical problem")

USUAL_LOAD = {"rate": 5, "agents": 50}


class ChoiceForm(forms.Form):
    """An agent's choice. `expected_version` is the version the reader saw; without it the newest counts."""

    choice = forms.ChoiceField(
        choices=[(choice.value, choice.value) for choice in Choice],
        error_messages=dict.fromkeys(("required", "invalid_choice"), f"choose one of {', '.join(Choice)}"),
    )
    reason = forms.CharField(
        required=False,
        max_length=MAX_REASON_LENGTH,
        error_messages={"max_length": "at most %(limit_value)d characters; this one has %(show_value)d"},
    )
    expected_version = forms.IntegerField(
        required=False,
        min_value=1,
        error_messages={"invalid": "a whole number from 1", "min_value": "a whole number from 1"},
    )


class LoadForm(forms.Form):
    """A demo load: calls per second and the number of agents. The simulation itself checks the limits."""

    rate = forms.FloatField()
    agents = forms.IntegerField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, one in self.fields.items():
            limits = LIMITS[name]
            takes = f"a number from {limits.least:g} to {limits.most:g} {limits.unit}"
            one.error_messages = dict.fromkeys(("required", "invalid"), takes)


def first_error(form: forms.Form) -> str:
    """`field: what it takes`, of the first field that is wrong."""
    name, errors = next(iter(form.errors.items()))
    return f"{name}: {errors[0]}"

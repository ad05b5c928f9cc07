"""Form of a policy: an empty field inherits its value."""

from collections.abc import Mapping
from typing import Any

from django import forms

from dashboard.formats.skill_names import queue_name
from dashboard.setup.form_pages import SetupForm
from dashboard.setup.policy_fields import (
    OVERFLOWS,
    PER_CENT,
    PolicyField,
    Unit,
    entered,
    fields_of,
    shown,
    source_of,
)
from routing.exceptions import InvalidFieldError
from routing.model.policies import LIMITS, WHOLE, AgentPolicy, QueuePolicy
from routing.model.queues import QueueKey
from routing.model.settings.documents import LONGEST_NOTE
from routing.model.settings.policy_sources import own_values

MOST_DIGITS = 20
YES_NO = {"yes": True, "no": False}


class PolicyForm(SetupForm):
    """The fields of one key of the document, and a note for the list of versions."""

    note = forms.CharField(
        label="Note",
        required=False,
        max_length=LONGEST_NOTE,
        help_text="The reason for the change, shown in the list of versions.",
        widget=forms.TextInput(attrs={"class": "wide"}),
    )

    def __init__(
        self,
        key: str,
        document: Mapping[str, Any],
        inherited: QueuePolicy | AgentPolicy,
        queues: list[QueueKey],
        *args: Any,
        **named: Any,
    ) -> None:
        self.key, self.document = key, document
        own = own_values(document, key)
        initial = {one.name: entered(one, own[one.name]) for one in self.all_fields if one.name in own}
        named["initial"] = {**initial, **named.get("initial", {})}
        super().__init__(*args, **named)
        for one in self.all_fields:
            self.fields[one.name] = _field(one, key, document, getattr(inherited, one.name), queues)
            self.point_at_notes(one.name)

    @property
    def all_fields(self) -> list[PolicyField]:
        return [one for _, group in fields_of(self.key) for one in group]

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [(title, [self[one.name] for one in group]) for title, group in fields_of(self.key)]

    def values(self) -> dict[str, Any]:
        """The fields that are set, in the order of the form. Raises InvalidFieldError."""
        found = {one.name: self.cleaned_data[one.name].strip() for one in self.all_fields}
        hidden = {
            name: value for name, value in own_values(self.document, self.key).items() if name not in found
        }
        given = {one.name: _value(one, found[one.name]) for one in self.all_fields if found[one.name]}
        return {**hidden, **given}


def _field(
    one: PolicyField, key: str, document: Mapping[str, Any], value: Any, queues: list[QueueKey]
) -> forms.Field:
    source = source_of(document, key, one.name, value)
    usual = f"{shown(one, value)} ({source})"
    note = f"{one.note} If empty: {usual}.".strip()
    if one.unit is Unit.FLAG:
        choices = [("", f"Not set: {usual}"), ("yes", "Yes"), ("no", "No")]
        return forms.ChoiceField(label=one.label, required=False, choices=choices, help_text=one.note)
    if one.unit is Unit.OVERFLOW:
        named = [(str(queue), queue_name(queue)) for queue in queues if str(queue) != key]
        choices = [("", f"Not set: {usual}"), *OVERFLOWS.items(), *named]
        return forms.ChoiceField(label=one.label, required=False, choices=choices, help_text=one.note)
    label = f"{one.label} ({one.unit})" if one.unit else one.label
    attrs = {"inputmode": "decimal", "class": "number", "placeholder": entered(one, value)}
    return forms.CharField(
        label=label,
        required=False,
        max_length=MOST_DIGITS,
        help_text=note,
        widget=forms.TextInput(attrs=attrs),
    )


def _value(one: PolicyField, text: str) -> Any:
    if one.unit is Unit.FLAG:
        return YES_NO[text]
    if one.unit is Unit.OVERFLOW:
        return text
    return _number(one, text)


def _number(one: PolicyField, text: str) -> float:
    least, most = LIMITS[one.name]
    shown_as = PER_CENT if one.unit is Unit.SHARE else 1
    allowed = f"a number from {least * shown_as:g} to {most * shown_as:g}"
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        raise InvalidFieldError(one.name, text, allowed) from None
    value = round(number / shown_as, 10)
    if not least <= value <= most:
        raise InvalidFieldError(one.name, text, allowed)
    if one.name in WHOLE and value != int(value):
        raise InvalidFieldError(one.name, text, f"a whole number from {least:g} to {most:g}")
    return int(value) if value == int(value) else value

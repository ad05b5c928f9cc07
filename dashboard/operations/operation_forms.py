"""Forms of operations on one subject, read from the catalogue: fields, buttons, questions."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from dashboard.operations.offered_reasons import offered
from operations.buttons import Button, Place, Status
from operations.catalogue import CATALOGUE
from operations.fields import input_of, limit_of
from operations.operation import Operation, Subject

DANGER = "danger"


@dataclass(frozen=True)
class Seen:
    """A subject as a page shows it.

    `values` of fields are sent along, or shown first; `words` complete labels and notes; fields in `without`
    are not asked for; `options` has the choices of fields that depend on the deployment.
    """

    one: str = ""
    name: str = ""
    status: Status | None = None
    rests: bool = False
    values: Mapping[str, Any] = field(default_factory=dict)
    words: Mapping[str, object] = field(default_factory=dict)
    without: Collection[str] = ()
    options: Mapping[str, Sequence[str | tuple[str, str]]] = field(default_factory=dict)

    def said(self, text: str) -> str:
        return text.format(name=self.name, **self.words)


@dataclass(frozen=True)
class FormField:
    """A field to fill in. `choices` are pairs of value and word, if that is another."""

    name: str
    label: str
    value: Any
    choices: Sequence[tuple[str, str]]
    limit: int | None
    rows: int
    is_box: bool
    is_required: bool


@dataclass(frozen=True)
class FormButton:
    """A button with its address, and the `name` and `value` that it sends; `is_on` if that is so already."""

    declared: Button
    word: str
    look: str
    spoken: str
    address: str
    name: str
    value: Any
    is_on: bool
    reason: str
    reason_spoken: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Form:
    """Buttons with what they send. A danger is opened first, by `opens`."""

    key: str
    label: str
    opens: str
    note: str
    hidden: dict[str, Any]
    fields: dict[str, FormField]
    buttons: list[FormButton]

    @property
    def is_danger(self) -> bool:
        """Whether its button is one to think about."""
        return self.buttons[0].look == DANGER


def forms_for(
    subject: Subject, seen: Seen, permitted: Collection[str], place: Place = Place.PAGE
) -> list[Form]:
    """The forms at a place of a subject, for a reader with these permissions."""
    together = defaultdict(list)
    for operation in CATALOGUE.values():
        if operation.subject is subject and operation.permission in permitted:
            found = operation.buttons_at(place, seen.status, rests=seen.rests)
            # Those with reasons last, beside their reasons.
            for button in sorted(found, key=lambda one: one.reasons is not None):
                together[operation.form or operation.verb].append((operation, button))
    return [_form(seen, buttons, place) for buttons in together.values()]


def form_button(operation: Operation, button: Button, seen: Seen, place: Place) -> FormButton:
    """A button at a place of a subject; at a desk `seen.one` is the agent's id."""
    name, value = next(iter(button.fields.items()), ("", ""))
    url = f"desk-{operation.verb}" if place is Place.DESK else operation.name
    return FormButton(
        declared=button,
        word=(place is Place.DESK and button.desk and button.desk.word) or seen.said(button.word),
        look="" if place is Place.ROW and button.look != DANGER else button.look,
        spoken="" if place in (Place.PAGE, Place.DESK) else seen.said(button.spoken),
        address=reverse(url, args=[seen.one] if seen.one else None),
        name=name,
        value=value,
        is_on=bool(name) and seen.values.get(name) == value,
        reason=seen.values.get("reason", ""),
        reason_spoken=seen.said(button.reasons.spoken) if button.reasons else "",
        reasons=offered(button.reasons) if button.reasons else (),
    )


def _form(seen: Seen, buttons: list[tuple[Operation, Button]], place: Place) -> Form:
    operation, first = buttons[0]
    preset = {name for _, button in buttons for name in button.fields}
    preset |= {"reason" for _, button in buttons if button.reasons}
    fields = {one.name: one for each, _ in buttons for one in _fields(each, seen) if one.name not in preset}
    back = {"back": seen.values["back"]} if "back" in seen.values else {}
    return Form(
        key=operation.verb,
        label=seen.said(operation.form) if place is Place.PAGE else "",
        opens=first.opens or first.word,
        note=seen.said(first.note),
        hidden={one.name: one.value for one in fields.values() if not one.label and one.value is not None}
        | back,
        fields={
            one.name: one
            for one in sorted(fields.values(), key=lambda one: one.is_required)
            if one.label and (place is Place.PAGE or one.is_required)
        },
        buttons=[form_button(*one, seen, place) for one in buttons],
    )


def _fields(operation: Operation, seen: Seen) -> Iterator[FormField]:
    for own, info in operation.fields.model_fields.items():
        name, given = info.alias or own, input_of(info)
        if name in seen.without:
            continue
        options = seen.options.get(name)
        yield FormField(
            name=name,
            label=seen.said(given.label),
            value=seen.values.get(name),
            choices=[_choice(one) for one in options] if options else given.choices,
            limit=limit_of(info),
            rows=given.rows,
            is_box=info.annotation is bool,
            is_required=info.is_required(),
        )


def _choice(option: str | tuple[str, str]) -> tuple[str, str]:
    value, word = (option, "") if isinstance(option, str) else option
    return value, "" if word == value else word

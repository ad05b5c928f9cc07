"""Pages that change what is set up: who may, fields with their errors, the version check."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from dashboard.access.permissions import permitted
from messaging.exceptions import InvalidFieldError, MessagingError
from routing.exceptions import InvalidFieldError as RoutingFieldError
from routing.exceptions import RoutingError

CONFLICT = int(HTTPStatus.CONFLICT)
MOST_DIGITS = 15
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class Difference:
    """A field that somebody else has changed: its label, and its current value."""

    label: str
    present: str


def form_page(permission: str) -> Callable[[View], View]:
    """Decorates a page with a form: GET, HEAD and POST, of users with the permission, never cached."""

    def decorate(view: View) -> View:
        return require_http_methods(["GET", "HEAD", "POST"])(never_cache(permitted(permission)(view)))

    return decorate


def version_in(request: HttpRequest) -> int:
    """The version that a page without fields shows; 0 for none."""
    return max(0, number_in(request.POST.get("version", "")))


def number_in(text: str) -> int:
    """A version that a page or an address names; -1 for none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else -1


class NotedForm(forms.Form):
    """Fields that point at their notes and errors, as `parts/form_field.html` has them."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for name in self.fields:
            self.point_at_notes(name)

    def point_at_notes(self, name: str) -> None:
        """For a field that was added, or has another widget, after the form was made."""
        shown = self.add_prefix(name)
        says = {"aria-describedby": f"{shown}-note {shown}-error", "autocomplete": "off"}
        self.fields[name].widget.attrs.update(says)


class SetupForm(NotedForm):
    """Fields whose limits the model checks; `version` is the one that the page shows."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def refuse(self, error: MessagingError | RoutingError) -> None:
        """Shows an error of the model at its field: `hours mon` at that of Monday."""
        names = str(getattr(error, "field", "")).replace(".", " ").split()
        place = next((name for name in reversed(names) if name in self.fields), None)
        said = str(error).partition(": ")[2]
        if isinstance(error, InvalidFieldError | RoutingFieldError):
            said = error.allowed
        self.add_error(place, f"{self.fields[place].label}: {said}" if place else str(error))

    def differences(self, present: dict[str, Any]) -> list[Difference]:
        """The fields whose current values are not those entered."""
        return [
            Difference(str(one.label), _words(present[one.name]))
            for one in self.visible_fields()
            if one.name in present
            and str(present[one.name] or "") != str(one.value() or "").replace("\r\n", "\n")
        ]

    def at(self, version: int) -> None:
        """Sets the version that the next attempt is checked against."""
        data = self.data.copy()  # type: ignore[attr-defined]  # a QueryDict
        data[self.add_prefix("version")] = str(version)
        self.data = data


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (", ".join(map(str, value)) if isinstance(value, list) else str(value)) or "empty"

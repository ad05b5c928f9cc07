"""Forms of operations on agents, calls and the load, with one clear message for each wrong value."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict

from routing.model.agents import Choice
from routing.model.calls import HIGHEST_PRIORITY, LOWEST_PRIORITY, MAX_TEXT_LENGTH
from routing.services.checks import MAX_REASON_LENGTH
from routing.services.dead_letters import MAX_RESTORED_AT_ONCE
from simulation.load.load_figures import LIMITS

PAUSE_REASONS = ("Break", "Lunch", "Training", "Meeting", "Paperwork", "Technical problem")

END_WRAP_UP_REASONS = ("Callers wait", "Notes are done", "Left the desk")
RELEASE_REASONS = ("Left the desk", "Line is dead", "Stuck", "Technical problem")
PRIORITIES = range(HIGHEST_PRIORITY, LOWEST_PRIORITY + 1)
MORE_WRAP_UP_SECONDS = 60
MAX_AGENTS_AT_ONCE = 500
VERSION_DIGITS = 18  # more than any agent or call ever reaches

USUAL_LOAD = {"rate": 5, "agents": 50}


class VersionedForm(forms.Form):
    """A command at the `expected_version` that the user saw; without it at the newest."""

    expected_version = forms.IntegerField(
        required=False,
        min_value=1,
        error_messages={"invalid": "a whole number from 1", "min_value": "a whole number from 1"},
    )


def _reason(*, required: bool) -> forms.CharField:
    return forms.CharField(
        required=required,
        max_length=MAX_REASON_LENGTH,
        error_messages={
            "required": f"give a reason of 1 to {MAX_REASON_LENGTH} characters",
            "max_length": "at most %(limit_value)d characters; this one has %(show_value)d",
        },
    )


class ChoiceForm(VersionedForm):
    """An agent's choice."""

    choice = forms.ChoiceField(
        choices=[(choice.value, choice.value) for choice in Choice],
        error_messages=dict.fromkeys(("required", "invalid_choice"), f"choose one of {', '.join(Choice)}"),
    )
    reason = _reason(required=False)


class ReasonForm(VersionedForm):
    """A command that needs a reason."""

    reason = _reason(required=True)


class HandBackForm(ReasonForm):
    """The return of a call to its queue; its agent is paused unless it stays available."""

    keep_available = forms.BooleanField(required=False)


class RestoreForm(VersionedForm):
    """The restore of a call: at its old place, or at the end."""

    reason = _reason(required=False)
    to_end = forms.BooleanField(required=False)


def priority_field(*, required: bool = True) -> forms.TypedChoiceField:
    """A call's priority."""
    return forms.TypedChoiceField(
        required=required,
        choices=[(number, number) for number in PRIORITIES],
        coerce=int,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), f"from {HIGHEST_PRIORITY} (first) to {LOWEST_PRIORITY} (last)"
        ),
    )


class PriorityForm(VersionedForm):
    """Another priority for a waiting call."""

    priority = priority_field()


class ExtendForm(VersionedForm):
    """More time for a wrap-up. The core checks the limits."""

    seconds = forms.FloatField(error_messages=dict.fromkeys(("required", "invalid"), "a number of seconds"))


class EndWrapUpForm(forms.Form):
    """The end of a wrap-up; with `call` only that of this call, so that a late click does not end a later
    one.
    """

    call = forms.CharField(
        required=False, max_length=MAX_TEXT_LENGTH, error_messages={"max_length": "a call ID"}
    )
    reason = _reason(required=False)


class BulkForm(forms.Form):
    """A command on many agents, as `agent=<version>:<id>` each."""

    def clean(self) -> dict[str, Any]:
        """Adds `versions`: pairs of id and version, each agent once."""
        cleaned = super().clean() or {}
        assert isinstance(self.data, QueryDict)
        pairs = _seen_versions(self.data.getlist("agent"))
        if not pairs:
            self.add_error(None, "agent: at least one, as <version>:<id>")
        elif len(pairs) > MAX_AGENTS_AT_ONCE:
            self.add_error(None, f"agent: at most {MAX_AGENTS_AT_ONCE} at once; these are {len(pairs)}")
        return {**cleaned, "versions": pairs}


class BulkChoiceForm(BulkForm):
    """A choice for many agents, or the end of their wrap-ups, with an optional reason."""

    reason = _reason(required=False)


class BulkReasonForm(BulkForm):
    """A command on many agents that needs a reason."""

    reason = _reason(required=True)


class LettersForm(forms.Form):
    """Dead letters to restore: those `picked`, or all shown, as `<version>:<id>` each."""

    which = forms.ChoiceField(
        choices=[("picked", "picked"), ("all", "all")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), "choose one of picked, all"),
    )
    to_end = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Adds `versions`: pairs of id and version, each call once."""
        cleaned = super().clean() or {}
        assert isinstance(self.data, QueryDict)
        texts = self.data.getlist("shown" if cleaned.get("which") == "all" else "letter")
        cleaned["versions"] = _seen_versions(texts)
        if not cleaned["versions"]:
            self.add_error(None, "select at least one call")
        if len(texts) > MAX_RESTORED_AT_ONCE:
            self.add_error(None, f"at most {MAX_RESTORED_AT_ONCE} at once")
        return cleaned


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


def _seen_versions(texts: Sequence[str]) -> list[tuple[str, int]]:
    """Pairs of id and version from `<version>:<id>` each, every id once; none if a text is malformed."""
    pairs = [text.partition(":")[::2] for text in texts]
    if not all(version.isdecimal() and len(version) <= VERSION_DIGITS and one for version, one in pairs):
        return []
    return list({one: int(version) for version, one in pairs}.items())


def first_error(form: forms.Form) -> str:
    """`field: what it takes`, for the first wrong field, by the name it is sent under."""
    name, errors = next(iter(form.errors.items()))
    return str(errors[0]) if name == NON_FIELD_ERRORS else f"{form.add_prefix(name)}: {errors[0]}"

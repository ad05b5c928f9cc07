"""Form of a simulation: fields, initial values, and the scenario they describe."""

import re
from collections.abc import Callable
from typing import Any

from django import forms

from dashboard.formats.number_fields import NumberField, WholeField
from dashboard.simulations.form_lines import groups_from, mix_from, written_groups, written_mix
from dashboard.simulations.message_fields import MESSAGE_FIELDS, messages_from, written_messages
from simulation.decimals import number_from, share_of, times
from simulation.durations import Constant, Distribution, Exponential, Lognormal, mean_of
from simulation.scenarios import (
    READY_MADE,
    Scenario,
    ScenarioError,
    ScenarioRangeError,
    Target,
    Volume,
    calls_from_csv,
)
from simulation.scenarios.exceptions import told
from simulation.scenarios.field_limits import LIMITS

MOST_BYTES = 1_000_000
USUAL_REPLICATIONS = 20
FIRST = READY_MADE["one-queue"]
PERCENT = 100
MINUTE, HOUR = 60, 3_600
THOUSANDS = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
SPREAD = 2 / 3  # spread of lognormal handle times, relative to their mean
TALKS = {"exponential": "exponential", "lognormal": "lognormal", "constant": "always the same"}
# Form field of each part of a scenario.
FIELDS = {
    "length_seconds": "hours",
    "warm_up_seconds": "warm_up",
    "interval_minutes": "interval_minutes",
    "handle_time": "handle_time",
    "wrap_up": "wrap_up",
    "patience": "patience",
    "answer_delay": "answer_delay",
    "missed_share": "missed",
    "target": "target",
    "csv": "file",
}

# Form units of values that a scenario has in seconds or shares, with the factor.
UNITS = {
    "length_seconds": (HOUR, "hours"),
    "warm_up_seconds": (MINUTE, "minutes"),
    "missed_share": (1 / PERCENT, "%"),
    "target, share": (1 / PERCENT, "%"),
}


def _figure(label: str, unit: str = "", note: str = "", *, required: bool = True) -> NumberField:
    wrong = "a number" if required else "a number, or nothing"
    field = NumberField(
        label=label,
        required=required,
        help_text=note,
        error_messages=dict.fromkeys(("required", "invalid"), wrong),
        # Not a number input: that would hide what was mistyped.
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    field.unit = unit  # type: ignore[attr-defined]  # read by the template
    return field


def _whole(label: str, note: str = "") -> WholeField:
    field = WholeField(
        label=label,
        help_text=note,
        error_messages=dict.fromkeys(("required", "invalid"), "a whole number"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    field.unit = ""  # type: ignore[attr-defined]  # as above
    return field


class SimulationForm(forms.Form):
    """The main fields of a scenario; if valid, `cleaned_data` has it as `scenario`."""

    name = forms.CharField(label="Name", required=False)
    hours = _figure("Length", "h")
    warm_up = _figure("Warm-up, not counted", "min")
    calls = forms.CharField(
        label="Calls and chats per interval",
        required=False,
        widget=forms.Textarea,
        help_text="One number for all intervals, or one per line",
    )
    file = forms.FileField(label="Or a CSV file: interval,calls", required=False)
    interval_minutes = _figure("Interval", "min")
    handle_time = _figure("Handle time, mean", "s")
    distribution = forms.ChoiceField(label="Handle times are", choices=tuple(TALKS.items()))
    wrap_up = _figure("Wrap-up, mean", "s")
    patience = _figure("Patience, mean", "s", "Empty: nobody hangs up", required=False)
    answer_delay = _figure("Answer delay", "s")
    missed = _figure("Offers missed", "%")
    target = _figure("Service level", "%")
    within = _figure("Answered within", "s")
    per_chat = _figure("Messages per chat, mean", note="The customer's", required=False)
    reply_time = _figure("Reply time, mean", "s", "The agent's, for one message", required=False)
    think_time = _figure("Think time, mean", "s", "The customer's, before the next message", required=False)
    reply_patience = _figure("Patience for a reply, mean", "s", "Empty: no customer leaves", required=False)
    mix = forms.CharField(
        label="Callers",
        required=False,
        widget=forms.Textarea,
        help_text="language, gender, topic, share; add chat as a fifth part for customers who write",
    )
    groups = forms.CharField(
        label="Agents",
        required=False,
        widget=forms.Textarea,
        help_text="name, agents, languages, gender, topics, shifts: Late, 9, English+French, F, , 1:00-5:00; "
        "a seventh part is the number of slots for chats",
    )
    seed = _whole("Seed")
    replications = _whole("Replications")

    def clean(self) -> dict[str, Any]:
        """Adds the scenario; its errors go to the form's fields."""
        found = super().clean() or {}
        if not self.errors:
            try:
                found["scenario"] = self._scenario(found)
            except ScenarioError as error:
                field = self._field_of(error)
                self.add_error(field or "name", _within_its_field(error) if field else str(error))
        return found

    def _scenario(self, found: dict[str, Any]) -> Scenario:
        patience, mix = found["patience"], mix_from(found["mix"])
        return Scenario(
            name=found["name"],
            length_seconds=times(found["hours"], HOUR),
            warm_up_seconds=times(found["warm_up"], MINUTE),
            volume=Volume(self._calls(found), found["interval_minutes"]),
            mix=mix,
            groups=groups_from(found["groups"]),
            handle_time=_talk(found["distribution"], found["handle_time"]),
            wrap_up=_or_none("wrap_up", found["wrap_up"], Exponential),
            patience=None if patience is None else _positive("patience", patience, Exponential),
            answer_delay=_or_none("answer_delay", found["answer_delay"], Constant),
            missed_share=share_of(found["missed"]),
            target=Target(share_of(found["target"]), found["within"]),
            seed=found["seed"],
            messages=messages_from(found, needed=any(one.channel for one in mix)),
        )

    def _calls(self, found: dict[str, Any]) -> tuple[float, ...]:
        if found["file"]:
            return calls_from_csv(uploaded_text("csv", found["file"]))
        lines = [line.strip() for line in found["calls"].splitlines() if line.strip()]
        if not lines:
            raise ScenarioError("calls", "a number is needed, or a CSV file")
        if lines[0].lower().startswith("interval"):
            return calls_from_csv(found["calls"])
        return tuple(_calls_of(number, line) for number, line in enumerate(lines, start=1))

    def _field_of(self, error: ScenarioError) -> str:
        """The form field of a part; empty without one."""
        first = error.field.split(",")[0].split(" ")[0]
        if error.field == "target, within_seconds":
            return "within"
        if first == "messages":
            return MESSAGE_FIELDS.get(error.field.split(", ")[1], "per_chat")
        field = FIELDS.get(first, first)
        if field == "file" and not self.files.get("file"):
            return "calls"
        return field if field in self.fields else ""


def first_values(scenario: Scenario = FIRST) -> dict[str, Any]:
    """The form's values for a scenario, as far as it has fields for them."""
    return {
        "name": scenario.name,
        "hours": f"{scenario.length_seconds / HOUR:g}",
        "warm_up": f"{scenario.warm_up_seconds / MINUTE:g}",
        "calls": "\n".join(f"{one:g}" for one in scenario.volume.calls),
        "interval_minutes": f"{scenario.volume.interval_minutes:g}",
        "handle_time": f"{mean_of(scenario.handle_time):g}",
        "distribution": type(scenario.handle_time).__name__.lower(),
        "wrap_up": f"{mean_of(scenario.wrap_up):g}",
        "patience": "" if scenario.patience is None else f"{mean_of(scenario.patience):g}",
        "answer_delay": f"{mean_of(scenario.answer_delay):g}",
        "missed": f"{scenario.missed_share * PERCENT:g}",
        "target": f"{scenario.target.share * PERCENT:g}",
        "within": f"{scenario.target.within_seconds:g}",
        **written_messages(scenario.messages),
        "mix": written_mix(scenario),
        "groups": written_groups(scenario),
        "seed": scenario.seed,
        "replications": USUAL_REPLICATIONS,
    }


def uploaded_text(field: str, file: Any) -> str:
    """The text of an uploaded file. Raises ScenarioError."""
    if file.size > MOST_BYTES:
        raise ScenarioError(field, f"{file.size:,} bytes are too many; at most {MOST_BYTES:,}")
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise ScenarioError(field, "the file is not UTF-8 text") from None


def _within_its_field(error: ScenarioError) -> str:
    """The message beside the field: place and reason, in the units of the form."""
    if error.field == "warm_up_seconds" and not isinstance(error, ScenarioRangeError):
        return "less than the length is allowed"
    scale, unit = UNITS.get(error.field, (1, ""))
    if not isinstance(error, ScenarioRangeError) or not unit:
        first, *place = error.field.split(", ")
        _, _, entry = first.partition(" ")
        return ": ".join(
            part for part in (", ".join([f"entry {entry}"] * bool(entry) + place), error.reason) if part
        )
    value, least, most = (edge / scale for edge in (error.value, error.limits.least, error.limits.most))
    return f"{value:,.9g} is not allowed; from {least:,.3g} to {most:,.9g} {unit}"


def _talk(kind: str, mean: float) -> Distribution:
    if kind == "lognormal":
        return _positive("handle_time", mean, lambda seconds: Lognormal(seconds, seconds * SPREAD))
    return _positive("handle_time", mean, Constant if kind == "constant" else Exponential)


def _or_none(field: str, mean: float, kind: Callable[[float], Distribution]) -> Distribution:
    return Constant(0.0) if mean == 0 else _positive(field, mean, kind)


def _positive(field: str, mean: float, kind: Callable[[float], Distribution]) -> Distribution:
    limits = LIMITS["mean_seconds"]
    if mean not in limits:
        raise ScenarioError(field, f"a number from {limits.least:g} to {limits.most:,.9g} seconds")
    return kind(mean)


def _calls_of(number: int, line: str) -> float:
    found = number_from(line.replace(",", "") if THOUSANDS.fullmatch(line) else line)
    if found is None:
        raise ScenarioError(f"calls, line {number}", f"{told(line)} is not a number")
    return found

"""Form of the staffing page: fields with limits, and a message for each wrong one."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from dashboard.formats.number_fields import NumberField
from dashboard.staffing.intervals import Interval, IntervalsError, read_intervals
from dashboard.staffing.plan import Asked
from routing.runtime import service_level
from simulation.decimals import share_of, times
from simulation.theory import LIMITS, Demand, GoalError, Goals, TheoryRangeError, demand_of

# Defaults of the address; the target only if no other goal is given.
USUAL = {"calls": "100", "interval": "30", "aht": "180", "target": "80", "within": "20"}
OTHER_GOALS = ("max_asa", "max_abandoned", "max_occupancy")
MINUTES = (15, 30, 60)

MOST_LOAD_OF_LIST = 50_000  # erlangs of all intervals together: bounds the calculation for one page
NO_GOAL = "give at least one goal: a service level, an ASA, an abandonment or an occupancy"
NO_PATIENCE = "needs a patience: without one nobody hangs up"


class FigureField(NumberField):
    """A number within the limits of the theory; shares are in percent."""

    def __init__(self, figure: str, *, label: str, unit: str, note: str = "", required: bool = False) -> None:
        limits = LIMITS[figure]
        self.is_share = limits.unit == "%"
        scale = 100 if self.is_share else 1
        least, most = (times(edge, scale) for edge in (limits.least, limits.most))
        takes = f"a number from {least:,.9g} to {most:,.9g} {limits.unit}{'' if required else ', or nothing'}"
        self.unit = unit
        super().__init__(
            label=label,
            required=required,
            min_value=least,
            max_value=most,
            help_text=note,
            error_messages={
                **dict.fromkeys(("required", "invalid"), takes),
                **dict.fromkeys(("min_value", "max_value"), takes.replace("%", "%%")),  # filled in by Django
            },
            # Not a number input: that would hide what was mistyped.
            widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        )

    def clean(self, value: Any) -> float | None:
        """A share from 0 to 1, another figure unchanged, None if empty."""
        number: float | None = super().clean(value)
        return share_of(number) if self.is_share and number is not None else number


class StaffingForm(forms.Form):
    """All fields of the page's address."""

    calls = FigureField("calls", label="Calls", unit="", required=True)
    interval = forms.TypedChoiceField(
        label="Interval",
        choices=[(minutes, f"{minutes} min") for minutes in MINUTES],
        coerce=int,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "15, 30 or 60 minutes"),
    )
    aht = FigureField(
        "aht_seconds",
        label="Handle time (AHT)",
        unit="s",
        note="Mean of ring, talk and wrap-up",
        required=True,
    )
    patience = FigureField(
        "patience_seconds", label="Patience", unit="s", note="Mean time until a caller hangs up; empty: never"
    )
    target = FigureField("service_level", label="Service level", unit="%")
    within = FigureField("within_seconds", label="Answered within", unit="s", required=True)
    max_asa = FigureField("max_asa_seconds", label="ASA at most", unit="s")
    max_abandoned = FigureField("max_abandoned", label="Abandonment at most", unit="%")
    max_occupancy = FigureField("max_occupancy", label="Occupancy at most", unit="%")
    shrinkage = FigureField(
        "shrinkage", label="Shrinkage", unit="%", note="Share of scheduled time away from work"
    )
    volume = FigureField("volume_change", label="Volume", unit="± %")
    aht_change = FigureField("aht_change", label="Handle time", unit="± %")
    intervals = forms.CharField(
        label="Calls per interval",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        help_text="One per line: 120 or 08:30,120; with the header interval,calls,aht also 08:30,120,240",
    )

    def clean_intervals(self) -> tuple[Interval, ...]:
        """The list, read."""
        try:
            return tuple(read_intervals(self.cleaned_data["intervals"]))
        except IntervalsError as error:
            raise forms.ValidationError(str(error)) from None

    def clean_max_abandoned(self) -> float | None:
        """The share, if callers hang up at all."""
        share: float | None = self.cleaned_data["max_abandoned"]
        if share is not None and self.cleaned_data.get("patience", share) is None:
            raise forms.ValidationError(NO_PATIENCE)
        return share

    def clean(self) -> dict[str, Any]:
        """Adds `asked`, unless a field is wrong."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        demand = self._checked("calls", lambda: self._demand(cleaned))
        goals = self._goals(cleaned)
        if demand is None or goals is None:
            return cleaned
        asked = Asked(
            calls=cleaned["calls"],
            demand=demand,
            goals=goals,
            shrinkage=cleaned["shrinkage"] or 0.0,
            volume=cleaned["volume"] or 0.0,
            aht_change=cleaned["aht_change"] or 0.0,
            interval_seconds=cleaned["interval"] * 60,
            intervals=cleaned["intervals"],
        )
        self._check_list(asked)
        if not self.errors:
            changed = "aht_change" if asked.aht_change else "volume"
            self._checked(changed, lambda: self._check_change(asked))
        return {**cleaned, "asked": asked}

    def _demand(self, cleaned: Mapping[str, Any]) -> Demand:
        return demand_of(
            calls=cleaned["calls"],
            interval_seconds=cleaned["interval"] * 60,
            aht_seconds=cleaned["aht"],
            patience_seconds=cleaned["patience"],
        )

    def _goals(self, cleaned: Mapping[str, Any]) -> Goals | None:
        try:
            return Goals(
                service_level=cleaned["target"],
                within_seconds=cleaned["within"],
                max_asa_seconds=cleaned["max_asa"],
                max_abandoned=cleaned["max_abandoned"],
                max_occupancy=cleaned["max_occupancy"],
                level=service_level(),
            )
        except GoalError:
            self.add_error("target", NO_GOAL)
            return None

    def _check_list(self, asked: Asked) -> None:
        """Each interval alone, and all together: the calculation grows with load and agents."""
        for interval in asked.intervals:
            try:
                asked.demand_of(interval)
            except TheoryRangeError as error:
                self.add_error("intervals", f"line {interval.line}: {_too_much(error)}")
                return
        change = (1 + asked.volume) * (1 + asked.aht_change)
        load = sum(asked.demand_of(interval).load for interval in asked.intervals) * max(1.0, change)
        most = MOST_LOAD_OF_LIST * (asked.goals.max_occupancy or 1)
        if load > most:
            self.add_error("intervals", f"{load:,.0f} erlangs in all intervals together; at most {most:,.0f}")

    def _check_change(self, asked: Asked) -> None:
        for demand in (asked.demand, *map(asked.demand_of, asked.intervals)):
            demand.changed(volume=asked.volume, aht=asked.aht_change)

    def _checked(self, field: str, made: Callable[[], Demand | None]) -> Demand | None:
        try:
            return made()
        except TheoryRangeError as error:
            self.add_error(field, _too_much(error))
            return None


def staffing_form(parameters: QueryDict) -> StaffingForm:
    """The form filled from an address; missing fields get defaults, empty ones stay empty.

    A single given goal is the only one.
    """
    said = parameters.dict()
    usual = {**USUAL, "target": ""} if any(str(said.get(goal, "")).strip() for goal in OTHER_GOALS) else USUAL
    return StaffingForm({**usual, **said})


def _too_much(error: TheoryRangeError) -> str:
    limits = error.limits
    allowed = f"from {limits.least:,.9g} to {limits.most:,.9g} are allowed"
    return f"this makes {error.value:,.6g} {limits.unit}; {allowed}"

"""Forms of opening hours: a schedule, a holiday calendar, the hours of a queue."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django import forms

from dashboard.setup.form_pages import SetupForm
from dashboard.setup.hours.texts import (
    calendar_of,
    dates_of,
    spans_of,
    text_of_calendar,
    text_of_dates,
    text_of_spans,
)
from routing.exceptions import InvalidFieldError
from routing.model.hours.hours_documents import (
    DATES,
    EXCEPTION,
    HOLIDAYS,
    LONGEST_NAME,
    LONGEST_TEXT,
    SCHEDULE,
    TEXT,
    TIME_ZONE,
    WEEK,
    WHEN_CLOSED,
)
from routing.model.hours.opening import WhenClosed
from routing.model.hours.weeks import DAYS
from routing.model.settings.documents import LONGEST_NOTE

WORDS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAY_NAMES = dict(zip(DAYS, WORDS, strict=True))
LONGEST = 60_000
Read = TypeVar("Read")
INHERIT, ALWAYS = "inherit", "always"
WHEN_CLOSED_WORDS = {
    WhenClosed.REFUSE: "Refuse, with the text",
    WhenClosed.OVERFLOW: "Overflow, as set for the queue",
    WhenClosed.WAIT: "Wait in the queue",
}


class PartForm(SetupForm):
    """One part of the document; `name` is that of a new one."""

    name = forms.CharField(
        label="Name",
        max_length=LONGEST_NAME,
        help_text="It cannot be changed later.",
        error_messages={"required": "Name: required"},
    )
    note = forms.CharField(label="Note", required=False, max_length=LONGEST_NOTE)

    def __init__(self, *args: Any, is_new: bool, **named: Any) -> None:
        super().__init__(*args, **named)
        if not is_new:
            del self.fields["name"]

    def value(self, before: Any) -> Any:
        """The part as the document has it; `before` is the present one. Raises InvalidFieldError."""
        raise NotImplementedError


def _read(form: forms.Form, name: str, read: Callable[[str], Read]) -> Read:
    """What the lines of a field say. Raises ValidationError with the line."""
    try:
        return read(form.cleaned_data[name])
    except InvalidFieldError as error:
        raise forms.ValidationError(f"{form.fields[name].label}, {error}") from None


class ScheduleForm(PartForm):
    """Weekly hours, special days and holidays. Without any weekly hours it is always open."""

    time_zone = forms.CharField(label="Time zone", initial="UTC", help_text="Such as Europe/Berlin.")
    dates = forms.CharField(
        label="Special days",
        required=False,
        strip=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "outline"}),
        help_text="Instead of weekly hours and holidays, one per line: 2026-12-24: 09:00-14:00, or "
        "2026-12-27: closed.",
    )
    holidays = forms.MultipleChoiceField(
        label="Holidays",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Closed on the days in these calendars.",
    )

    def __init__(self, calendars: Sequence[str], *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["holidays"].choices = [(one, one) for one in calendars]  # type: ignore[attr-defined]  # of choices
        for day in DAYS:
            self.fields[day] = forms.CharField(label=DAY_NAMES[day], required=False, max_length=LONGEST_NOTE)
            self.point_at_notes(day)
        if not calendars:
            del self.fields["holidays"]

    def clean_dates(self) -> dict[str, list[list[str]]]:
        return _read(self, "dates", dates_of)

    @property
    def days(self) -> list[forms.BoundField]:
        return [self[day] for day in DAYS]

    def value(self, before: Any) -> dict[str, Any]:
        """The schedule, with the exception that it has."""
        found = self.cleaned_data
        week = {day: spans_of(found[day]) for day in DAYS if found[day].strip()}
        own = {WEEK: week, DATES: found["dates"], HOLIDAYS: found.get("holidays", [])}
        kept = {EXCEPTION: before[EXCEPTION]} if before and before.get(EXCEPTION) else {}
        return {
            TIME_ZONE: found["time_zone"].strip(),
            **{key: one for key, one in own.items() if one},
            **kept,
        }

    @staticmethod
    def values_of(given: Mapping[str, Any]) -> dict[str, Any]:
        days = {day: text_of_spans(given.get(WEEK, {}).get(day, ())) for day in DAYS}
        return {
            "time_zone": given.get(TIME_ZONE, "UTC"),
            **days,
            "dates": text_of_dates(given.get(DATES, {})),
            "holidays": given.get(HOLIDAYS, []),
        }


class CalendarForm(PartForm):
    """A holiday calendar as lines; a file is read into them, not saved."""

    file = forms.FileField(
        label="iCalendar file",
        required=False,
        help_text="Its days of this year and the next five replace the lines below. Check them, then save.",
    )
    text = forms.CharField(
        label="Days",
        required=False,
        strip=False,
        max_length=LONGEST,
        help_text="One per line: 2026-12-25 Christmas Day. Several days: 2026-12-24/2026-12-26. "
        "Hours: 2026-12-24T14:00/2026-12-24T18:00, in the schedule's time zone; in UTC with Z.",
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        rows = min(24, max(8, str(self["text"].value() or "").count("\n") + 3))
        self.fields["text"].widget = forms.Textarea(
            attrs={"rows": rows, "spellcheck": "false", "class": "outline"}
        )
        self.fields["file"].widget.attrs["accept"] = ".ics,text/calendar"
        self.point_at_notes("text")

    def clean_text(self) -> dict[str, str]:
        return _read(self, "text", calendar_of)

    def value(self, _before: Any) -> dict[str, str]:
        found: dict[str, str] = self.cleaned_data["text"]
        return found

    @staticmethod
    def values_of(given: Mapping[str, str]) -> dict[str, Any]:
        return {"text": text_of_calendar(given)}


class RuleForm(PartForm):
    """The opening hours of a queue."""

    schedule = forms.ChoiceField(label="Opening hours")
    when_closed = forms.ChoiceField(
        label="When closed",
        choices=[(str(one), word) for one, word in WHEN_CLOSED_WORDS.items()],
        help_text="What happens to new calls and chats. Those already waiting are still served.",
    )
    text = forms.CharField(
        label="Text for customers",
        required=False,
        max_length=LONGEST_TEXT,
        help_text="Programs get it with a refused call, customers read it in the chat.",
    )

    def __init__(self, schedules: Sequence[str], inherits: str, *args: Any, **named: Any) -> None:
        super().__init__(*args, is_new=False, **named)
        kept = [(INHERIT, inherits)] if inherits else []
        self.fields["schedule"].choices = [  # type: ignore[attr-defined]  # of a ChoiceField
            *kept,
            (ALWAYS, "Always open"),
            *((f"={one}", one) for one in schedules),
        ]

    def value(self, _before: Any) -> dict[str, Any] | None:
        """The rule; None for that of all."""
        found = self.cleaned_data
        if found["schedule"] == INHERIT:
            return None
        if found["schedule"] == ALWAYS:
            return {SCHEDULE: ""}
        text = {TEXT: found["text"]} if found["text"] else {}
        return {SCHEDULE: found["schedule"].removeprefix("="), WHEN_CLOSED: found["when_closed"], **text}

    @staticmethod
    def values_of(given: Mapping[str, Any] | None, *, usual: str) -> dict[str, Any]:
        if given is None:
            return {"schedule": usual, "when_closed": str(WhenClosed.REFUSE)}
        name = given.get(SCHEDULE, "")
        return {
            "schedule": f"={name}" if name else ALWAYS,
            "when_closed": given.get(WHEN_CLOSED, str(WhenClosed.REFUSE)),
            "text": given.get(TEXT, ""),
        }

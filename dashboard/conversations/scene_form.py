"""Form of a scene: its fields as texts, and from them the fields of the model."""

from collections.abc import Collection, Mapping
from typing import Any

from django import forms

from dashboard.formats.skill_names import choices_of
from dashboard.setup.form_pages import SetupForm
from dashboard.setup.hours.hours_forms import WHEN_CLOSED_WORDS
from dashboard.setup.hours.texts import spans_of, text_of_spans
from messaging.model.limits import LONGEST_SCENE, LONGEST_TITLE
from messaging.model.scene_fields import LIMITS, LONGEST_SAYING, WHEN_CLOSED
from routing.model.hours.opening import WhenClosed
from routing.model.hours.weeks import DAYS
from routing.model.queues import ANY
from routing.model.skills import GENDERS, LANGUAGES, TOPICS, Skills

KEEP, MAKE, NONE = "keep", "make", "none"
NUMBERS = tuple(LIMITS)
TEXTS = (
    "language",
    "gender",
    "topic",
    "title",
    "robot",
    "site",
    "first_message",
    "closed_text",
    "time_zone",
    "schedule",
    "when_closed",
)
LINES = ("origins", "closed_dates")


def _text(label: str, note: str = "", *, most: int = 0, required: bool = False) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=note,
        required=required,
        max_length=most or None,
        error_messages={"required": f"{label}: required"},
    )


def _lines(label: str, note: str, *, rows: int = 3) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=note, required=False, widget=forms.Textarea(attrs={"rows": rows})
    )


def _number(name: str, label: str, note: str) -> forms.IntegerField:
    least, most = LIMITS[name]
    takes = f"{label}: a whole number from {least:,} to {most:,}"
    return forms.IntegerField(
        label=label,
        help_text=note,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "number"}),
        error_messages={"invalid": takes},
    )


class SceneForm(SetupForm):
    """One scene. A day without hours is closed; with no hours at all it is always open."""

    name = _text(
        "Name",
        "Used in addresses and tokens: letters, digits, '.', '_', ':', '-'. It cannot be changed later.",
        most=LONGEST_SCENE,
        required=True,
    )
    title = _text("Title", "Shown to customers and agents.", most=LONGEST_TITLE)
    language = forms.ChoiceField(label="Language")
    gender = forms.ChoiceField(label="Gender")
    topic = forms.ChoiceField(label="Topic")
    priority = forms.TypedChoiceField(
        label="Priority", coerce=int, choices=[(n, n) for n in range(10)], help_text="0 is served first."
    )
    robot = _text("Robot", "Name of the program that replies before agents do. Empty: agents only.")
    robot_seconds = _number(
        "robot_seconds", "Robot replies within", "Seconds. Without a reply the chat waits for an agent."
    )
    idle_seconds = _number(
        "idle_seconds",
        "Close when idle for",
        "Seconds without a message. 0: never. Empty: as set for the queue.",
    )
    first_response_seconds = _number(
        "first_response_seconds", "First response within", "Seconds. Empty: as set for the queue."
    )
    reopen_seconds = _number("reopen_seconds", "Back to the same agent within", "Seconds after the close.")
    keep_days = _number("keep_days", "Keep messages", "Days. Empty: as set for the deployment.")
    first_message = _lines(
        "First message", f"What customers see first. At most {LONGEST_SAYING:,} characters."
    )
    ask_rating = forms.BooleanField(label="Ask for a rating after the close", required=False)
    schedule = forms.ChoiceField(
        label="Opening hours",
        required=False,
        help_text="With a schedule, the hours, time zone and closed dates below do not apply.",
    )
    when_closed = forms.ChoiceField(
        label="When closed",
        choices=[(str(one), WHEN_CLOSED_WORDS[one]) for one in WHEN_CLOSED],
        help_text="What happens to new chats. With a robot, it applies when the robot hands over.",
    )
    mon = _text("Monday")
    tue = _text("Tuesday")
    wed = _text("Wednesday")
    thu = _text("Thursday")
    fri = _text("Friday")
    sat = _text("Saturday")
    sun = _text("Sunday")
    time_zone = _text("Time zone", "Such as Europe/Berlin.")
    closed_dates = _lines("Closed dates", "One per line, such as 2026-12-25.")
    closed_text = _lines("Text while closed", "Customers see it with the time of the next opening.")
    site = _text("Site", "Scenes of one site share their customers.", most=LONGEST_TITLE)
    origins = _lines(
        "Origins", "Sites whose pages may show the chat, one per line, such as https://example.org."
    )
    secret = forms.ChoiceField(
        label="Secret", choices=[(KEEP, "Keep"), (MAKE, "New secret"), (NONE, "No secret")]
    )

    def __init__(
        self,
        skills: Skills,
        schedules: Collection[str],
        *args: Any,
        is_new: bool,
        has_secret: bool,
        **named: Any,
    ) -> None:
        super().__init__(*args, **named)
        _choose(self, "language", LANGUAGES, skills.languages)
        _choose(self, "gender", GENDERS, (ANY, *skills.genders))
        _choose(self, "topic", TOPICS, (ANY, *skills.topics))
        self.fields["schedule"].choices = [  # type: ignore[attr-defined]  # of a ChoiceField
            ("", "Hours of its own"),
            *((one, one) for one in schedules),
        ]
        if not skills.topics:
            del self.fields["topic"]
        if not is_new:
            del self.fields["name"]
        kept = "Keep the current secret" if has_secret else "No secret: all customers are anonymous"
        others = [(MAKE, "Make a new secret")] + ([(NONE, "Remove the secret")] if has_secret else [])
        self.fields["secret"].choices = [(KEEP, kept), *others]  # type: ignore[attr-defined]  # of a ChoiceField

    @property
    def days(self) -> list[forms.BoundField]:
        return [self[day] for day in DAYS]

    def given(self, secret: str) -> dict[str, Any]:
        """The fields of the model; `secret` is the new one."""
        found = self.cleaned_data
        texts = {name: found[name] for name in TEXTS if found.get(name)}
        numbers = {name: found[name] for name in NUMBERS if found.get(name) is not None}
        lists = {name: [one.strip() for one in found[name].splitlines() if one.strip()] for name in LINES}
        hours = {day: spans_of(found[day]) for day in DAYS if found[day].strip()}
        secrets = {MAKE: {"secret": secret}, NONE: {"secret": ""}}.get(found["secret"], {})
        for saying in ("first_message", "closed_text"):
            if saying in texts:
                texts[saying] = texts[saying].replace("\r\n", "\n")
        return {**texts, **numbers, **lists, **secrets, "hours": hours, "ask_rating": found["ask_rating"]}


def _choose(form: forms.Form, name: str, field: str, among: tuple[str, ...]) -> None:
    form.fields[name].choices = choices_of(among, field)  # type: ignore[attr-defined]  # of a ChoiceField


def values_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the fields for a scene; a new one has the defaults."""
    usual = {"gender": ANY, "priority": 5, "robot_seconds": 30, "reopen_seconds": 86_400, "time_zone": "UTC"}
    usual["when_closed"] = str(WhenClosed.WAIT)
    hours = given.get("hours", {})
    days = {day: text_of_spans(hours.get(day, ())) for day in DAYS}
    lines = {name: "\n".join(given.get(name, ())) for name in LINES}
    own = {name: value for name, value in given.items() if name not in ("secret", "hours")}
    return {**usual, **own, **lines, **days, "secret": KEEP}

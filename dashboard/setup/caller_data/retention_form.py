"""Form of the retention: days by kind of caller data."""

from dataclasses import asdict
from typing import Any

from django import forms

from dashboard.setup.form_pages import SetupForm
from routing.model.settings.documents import LONGEST_NOTE
from routing.model.settings.retention import LONGEST_DAYS, Retention, read_retention

FIELDS = {
    "calls": ("Calls and chats", "Days from their end: caller, agents, outcome and note. At least 2."),
    "messages": (
        "Messages and files",
        "Days from the moment they are written, with notes and cards. A scene may have its own.",
    ),
    "history": (
        "Records in the history",
        "Days from the end of the call; at least as long as calls and chats. Figures stay.",
    ),
    "trail": ("Audit log", "Days."),
    "deliveries": ("Deliveries of webhooks", "Days."),
}


class RetentionForm(SetupForm):
    """A number of days for each kind."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for name, (label, note) in FIELDS.items():
            self.fields[name] = forms.IntegerField(
                label=label, help_text=note, min_value=1, max_value=LONGEST_DAYS
            )
            self.point_at_notes(name)
        self.fields["note"] = forms.CharField(label="Note", required=False, max_length=LONGEST_NOTE)
        self.point_at_notes("note")

    @property
    def document(self) -> dict[str, int]:
        """The document of a valid form."""
        return {name: self.cleaned_data[name] for name in FIELDS}


def shown(document: dict[str, Any]) -> dict[str, Any]:
    """The days of a document, by field."""
    return asdict(read_retention(document) if document else Retention())

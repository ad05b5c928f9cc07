"""Form of a webhook, and the values that it shows."""

from typing import Any

from django import forms

from dashboard.setup.form_pages import SetupForm
from routing.model.events import EventKind
from routing.model.settings.webhooks import LONGEST_URL, Webhook
from routing.model.words import EVENT_WORDS

KINDS = [(str(kind), f"{kind}: {EVENT_WORDS[kind]}") for kind in EventKind]


class WebhookForm(SetupForm):
    """A webhook."""

    name = forms.CharField(
        label="Name",
        max_length=31,
        help_text="Lower-case letters, digits and -. It cannot be changed later.",
        error_messages={"required": "Name: required"},
    )
    url = forms.CharField(
        label="Address",
        max_length=LONGEST_URL,
        help_text="The receiver's https:// URL. It gets one signed POST for each event.",
        error_messages={"required": "Address: required"},
    )
    active = forms.BooleanField(
        label="Active",
        required=False,
        initial=True,
        help_text="If off, messages wait for up to 24 hours, then fail.",
    )
    events = forms.MultipleChoiceField(
        label="Events",
        choices=KINDS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="If none is chosen, all events are sent.",
        error_messages={"invalid_choice": "Events: choose from the list"},
    )

    @property
    def webhook(self) -> Webhook:
        """As entered, once the form is valid."""
        given = self.cleaned_data
        return Webhook(given["name"], given["url"], frozenset(given["events"]), given["active"])


def values_of(found: Webhook) -> dict[str, Any]:
    return {
        "name": found.name,
        "url": found.url,
        "active": found.is_active,
        "events": sorted(found.events),
    }

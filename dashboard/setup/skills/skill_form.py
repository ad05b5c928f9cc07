"""Form of skills: each list as lines of text."""

from collections.abc import Mapping
from typing import Any

from django import forms

from dashboard.setup.form_pages import SetupForm
from dashboard.setup.skills.skill_lines import FIELDS, lines_of, names_in
from routing.exceptions import InvalidFieldError
from routing.model.settings.documents import LONGEST_NOTE
from routing.model.skills import LANGUAGES, MAX_QUEUES_PER_AGENT

LONGEST_TEXT = 100_000
LABELS = {
    "languages": "Languages",
    "genders": "Genders",
    "topics": "Topics",
    "queues": "Names of queues",
}
NOTES = {
    "languages": "One per line: a code, and after a colon the name to display, such as es: Spanish. "
    "Programs, exports and queue keys have the code.",
    "genders": "Genders of agents. Callers may ask for one of them, or for none.",
    "topics": "Without topics, nothing is routed by topic. The first topic is added, and the last removed, "
    "while all agents are offline.",
    "queues": "Only queues with a name of their own, such as W#es#Any: Spain. "
    "All others are named after their skills.",
}


class SkillsForm(SetupForm):
    """The lists of a document as text; `most` says how many queues an agent can wait in."""

    languages = forms.CharField(required=False, strip=False, max_length=LONGEST_TEXT)
    genders = forms.CharField(required=False, strip=False, max_length=LONGEST_TEXT)
    topics = forms.CharField(required=False, strip=False, max_length=LONGEST_TEXT)
    queues = forms.CharField(required=False, strip=False, max_length=LONGEST_TEXT)
    note = forms.CharField(label="Note", required=False, max_length=LONGEST_NOTE)

    def __init__(self, most: str, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for name in FIELDS:
            field = self.fields[name]
            field.label, field.help_text = LABELS[name], NOTES[name]
            if name == LANGUAGES:
                field.help_text += f" {most}"
            rows = min(16, max(4, str(self[name].value() or "").count("\n") + 2))
            field.widget = forms.Textarea(attrs={"rows": rows, "spellcheck": "false", "class": "outline"})
            self.point_at_notes(name)

    def names(self) -> dict[str, dict[str, str]] | None:
        """The lists of a valid form; None after an error, which is shown at its field."""
        found = {}
        for name in FIELDS:
            try:
                found[name] = names_in(LABELS[name], self.cleaned_data[name])
            except InvalidFieldError as error:
                self.add_error(name, str(error))
        return None if self.errors else found


def values_of(document: Mapping[str, Any]) -> dict[str, str]:
    """A document as the texts of the form."""
    return {name: lines_of(document.get(name, {})) for name in FIELDS}


def most_queues(document: Mapping[str, Any]) -> str:
    """The limit of queues of an agent, and how many one with every skill would wait in."""
    every = len(document["languages"]) * max(1, len(document.get("topics", {})))
    each = "language and topic" if document.get("topics") else "language"
    said = f"An agent waits in one queue for each {each}, at most {MAX_QUEUES_PER_AGENT}."
    return said if every <= MAX_QUEUES_PER_AGENT else f"{said} With all of them it would be {every:,}."

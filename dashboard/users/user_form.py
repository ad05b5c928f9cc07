"""Forms of users: a new one, and an existing one."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.validators import RegexValidator

from dashboard.access.roles import BY_GROUP, ROLES, Role, roles_of
from dashboard.access.seats import seat_of
from dashboard.access.supervised_teams import teams_of
from dashboard.setup.form_pages import Difference, NotedForm
from routing.model.calls import MAX_TEXT_LENGTH
from routing.runtime import router

LONGEST_NAME = 150
SEVERAL = ""  # or none


def name_field(*, label: str, note: str, is_required: bool = True) -> forms.CharField:
    """The name of a new user."""
    return forms.CharField(
        label=label,
        required=is_required,
        max_length=LONGEST_NAME,
        validators=[User.username_validator, RegexValidator(r"[^.]")],  # dots alone are a folder in addresses
        help_text=f"{note} Letters, digits and @ . + - _",
        error_messages={
            "required": f"{label}: required",
            "invalid": f"{label}: letters, digits and @ . + - _ only, and not just dots",
            "max_length": f"{label}: at most {LONGEST_NAME} characters",
        },
    )


class UserForm(NotedForm):
    """Name, role, desk and teams of a user. A user with several roles keeps them until one is chosen."""

    full_name = forms.CharField(
        label="Full name",
        required=False,
        max_length=LONGEST_NAME,
        error_messages={"max_length": f"Full name: at most {LONGEST_NAME} characters"},
    )
    role = forms.ChoiceField(
        label="Role",
        error_messages={"required": "Role: required", "invalid_choice": "Role: choose from the list"},
    )
    agent = forms.CharField(
        label="Desk",
        required=False,
        max_length=MAX_TEXT_LENGTH,
        help_text="ID of the agent whose calls and chats this user answers.",
        error_messages={"max_length": f"Desk: at most {MAX_TEXT_LENGTH} characters"},
    )

    teams = forms.MultipleChoiceField(
        label="Teams",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="For supervisors: they see all agents, but act only for agents of these teams and their "
        "calls and chats. Without any, they act for all agents.",
        error_messages={"invalid_choice": "Teams: choose from the list"},
    )

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, user: User | None = None) -> None:
        roles = roles_of(user) if user else []
        chosen = roles[0].group if len(roles) == 1 else SEVERAL
        teams = teams_of(user) if user else []
        present: dict[str, Any] = {}
        if user:
            present = {
                "full_name": user.first_name,
                "role": chosen,
                "agent": seat_of(user),
                "teams": teams,
            }
        self.now = json.dumps([*present.values(), *(one.group for one in roles)])
        super().__init__(data, initial={**present, "seen": self.now})
        names = router().teams.names
        self.fields["teams"].choices = [*{**dict(zip(teams, teams, strict=True)), **names}.items()]  # type: ignore[attr-defined]  # of choices
        if not (names or teams):
            del self.fields["teams"]
        choices = [(role.group, role.word) for role in ROLES]
        role = self.fields["role"]
        if chosen == SEVERAL:
            role.required = user is None
            words = ", ".join(one.word for one in roles) or "No role"
            choices = [(SEVERAL, words if user else "Choose a role"), *choices]
        role.choices = choices  # type: ignore[attr-defined]  # a ChoiceField

    def differences(self) -> list[Difference]:
        """The fields that somebody else has changed since the page was shown; a next try may replace them."""
        if self.cleaned_data["seen"] in ("", self.now):
            return []
        self.data = {**self.data.dict(), "seen": self.now}  # type: ignore[attr-defined]  # a QueryDict
        shown: dict[str, dict[str, str]] = {
            name: dict(self.fields[name].choices)  # type: ignore[attr-defined]  # of choices
            for name in ("role", "teams")
            if name in self.fields
        }
        return [
            Difference(str(one.label), _words(one.initial, shown.get(one.name, {})))
            for one in self.visible_fields()
            if self.cleaned_data[one.name] != one.initial
        ]

    def chosen_role(self) -> Role | None:
        """The role of a valid form; None to leave it as it is."""
        return BY_GROUP.get(self.cleaned_data["role"])


def _words(value: Any, words: Mapping[str, str]) -> str:
    named = [str(words.get(one, one)) for one in (value if isinstance(value, list) else [value])]
    return ", ".join(named) or "empty"


class NewUserForm(UserForm):
    """A user form with the user name."""

    field_order = ("name", "full_name", "role", "agent", "teams")
    name = name_field(label="User name", note="For sign-in.")

    def clean_name(self) -> str:
        """In the Unicode normal form of Django's user names."""
        return str(User.normalize_username(self.cleaned_data["name"]))

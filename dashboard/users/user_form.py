"""Forms of users: a new one, and an existing one."""

from collections.abc import Mapping
from typing import Any

from django import forms

from accounts.exceptions import AccountError, NameTakenError, SeatTakenError
from accounts.reading import Account
from accounts.roles import BY_GROUP, ROLES, Role
from accounts.user_names import ALLOWED, LONGEST_NAME, VALIDATORS
from dashboard.setup.form_pages import Difference, NotedForm
from routing.exceptions import InvalidFieldError
from routing.model.calls import MAX_TEXT_LENGTH
from routing.runtime import router

SEVERAL = ""  # or none


def name_field(*, label: str, note: str, is_required: bool = True) -> forms.CharField:
    """The name of a new user."""
    return forms.CharField(
        label=label,
        required=is_required,
        max_length=LONGEST_NAME,
        validators=VALIDATORS,
        help_text=f"{note} Letters, digits and @ . + - _",
        error_messages={
            "required": f"{label}: required",
            "invalid": f"{label}: {ALLOWED}",
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

    def __init__(self, data: Any = None, *, account: Account | None = None) -> None:
        roles = account.roles if account else ()
        chosen = roles[0].group if len(roles) == 1 else SEVERAL
        teams = account.teams if account else ()
        present: dict[str, Any] = {}
        if account:
            present = {
                "full_name": account.full_name,
                "role": chosen,
                "agent": account.agent_id,
                "teams": [*teams],
                "seen": account.version,
            }
        super().__init__(data, initial=present)
        names = router().teams.names
        self.fields["teams"].choices = [*{**dict(zip(teams, teams, strict=True)), **names}.items()]  # type: ignore[attr-defined]  # of choices
        if not (names or teams):
            del self.fields["teams"]
        choices = [(role.group, role.word) for role in ROLES]
        role = self.fields["role"]
        if chosen == SEVERAL:
            role.required = account is None
            words = ", ".join(one.word for one in roles) or "No role"
            choices = [(SEVERAL, words if account else "Choose a role"), *choices]
        role.choices = choices  # type: ignore[attr-defined]  # a ChoiceField

    def differences(self, present: Account) -> list[Difference]:
        """The fields that somebody else has changed since the page was shown; a next try may replace them."""
        now = UserForm(account=present)
        data = self.data.copy()  # type: ignore[attr-defined]  # a QueryDict
        data["seen"] = present.version
        self.data = data
        shown: dict[str, dict[str, str]] = {
            name: dict(self.fields[name].choices)  # type: ignore[attr-defined]  # of choices
            for name in ("role", "teams")
            if name in self.fields
        }
        return [
            Difference(str(one.label), _words(now.initial[one.name], shown.get(one.name, {})))
            for one in self.visible_fields()
            if self.cleaned_data[one.name] != now.initial[one.name]
        ]

    def refuse(self, error: AccountError | InvalidFieldError) -> None:
        """Shows what a rule of accounts forbids at its field."""
        match error:
            case InvalidFieldError():
                said = error.allowed
            case SeatTakenError():
                said = f"{error.sitter or 'another user'} is at this desk"
            case NameTakenError():
                said = "already in use"
            case _:
                said = str(error)
        self.add_error(error.field, f"{self.fields[error.field].label}: {said}")

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

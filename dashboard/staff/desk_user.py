"""User at an agent's desk: chosen or invited in the form of the agent."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from accounts.roles import BY_GROUP
from accounts.seats import seat_give, sitter_of, users_leave
from accounts.user_facts import user_invite
from dashboard.setup.form_pages import NotedForm
from dashboard.users.user_form import name_field
from routing.router import Router

NEW = "new user"  # no user name has a space
AGENT = BY_GROUP["operators"]


class DeskUserForm(NotedForm):
    """The user at a desk: nobody, an existing user, or a new one; `seen_user` is the one the page shows."""

    user = forms.ChoiceField(
        label="User",
        required=False,
        help_text="Answers this agent's calls and chats. A user with another desk leaves that one.",
        error_messages={"invalid_choice": "User: choose from the list"},
    )
    new_user = name_field(
        label="Name of the new user", is_required=False, note="Only for a new user, who gets the role Agent."
    )
    seen_user = forms.CharField(required=False, widget=forms.HiddenInput)

    def offer_users(self, agent_id: str) -> None:
        """Sets the choices, and the user who has the desk now."""
        now = sitter_of(agent_id)
        names = [name for name in _users() if name != now]
        choices = [("", "No user"), (NEW, "New user"), *((one, one) for one in [now, *names] if one)]
        self.fields["user"].choices = choices  # type: ignore[attr-defined]  # of a ChoiceField
        self.initial = {**self.initial, "user": now, "seen_user": now}

    def check_user(self, agent_id: str) -> None:
        """Adds an error if the desk or the name of a new user has been taken meanwhile."""
        given, now = self.cleaned_data, sitter_of(agent_id)
        if given["user"] == NEW:
            name = given.get("new_user", "")
            if not name and "new_user" not in self.errors:
                self.add_error("new_user", "Name of the new user: required")
            elif User.objects.filter(username=name).exists() and name != now:
                self.add_error("new_user", "Name of the new user: already in use")
        if self.wants_other and now not in (given["seen_user"], _wanted(given)):
            self.add_error("user", f"User: {now or 'nobody'} now has this desk; choose again")
            data = self.data.copy()  # type: ignore[attr-defined]  # a QueryDict
            data["seen_user"] = now
            self.data = data

    @property
    def wants_other(self) -> bool:
        """Whether the desk is given to another user than the page shows."""
        return bool(self.cleaned_data["user"] != self.cleaned_data["seen_user"])


def desk_given(router: Router, agent_id: str, form: DeskUserForm) -> User | None:
    """Gives the desk to the user of a checked form; answers a new user, who needs a link.

    Safe to repeat. Raises NameTakenError, SeatTakenError, and DynamoError.
    """
    if not form.wants_other:
        return None
    given = form.cleaned_data
    wanted, now, is_new = _wanted(given), sitter_of(agent_id), given["user"] == NEW
    with transaction.atomic():
        if now not in ("", wanted):
            users_leave(router, agent_id, by=router.actor)
        if is_new and now != wanted:
            user_invite(router, name=wanted, full_name=given["name"], role=AGENT)
        user = User.objects.filter(username=wanted).first()
        if user is not None and now != wanted:
            seat_give(router, user, agent_id, by=router.actor)
    return user if is_new and user is not None and not user.has_usable_password() else None


def _wanted(given: dict[str, Any]) -> str:
    return str(User.normalize_username(given.get("new_user", "")) if given["user"] == NEW else given["user"])


def _users() -> list[str]:
    """The active users who may have a desk, by name."""
    may = Q(is_superuser=True) | Q(groups__name__in=[*BY_GROUP])
    found = User.objects.filter(may, is_active=True).order_by("username").distinct()
    return list(found.values_list("username", flat=True))

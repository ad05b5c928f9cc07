"""Form of an agent: facts, and the user at its desk."""

from typing import Any

from django import forms

from dashboard.formats.skill_names import choices_of
from dashboard.setup.form_pages import SetupForm
from dashboard.staff.desk_user import DeskUserForm
from routing.model.agents import Agent
from routing.model.calls import MAX_TEXT_LENGTH
from routing.model.skills import GENDERS, LANGUAGES, MAX_QUEUES_PER_AGENT, TOPICS
from routing.router import Router
from routing.services import Facts


class AgentForm(DeskUserForm, SetupForm):
    """One agent; `agent_id` is chosen when the page of a new one is shown, so a repeat saves the same one."""

    agent_id = forms.CharField(
        label="ID",
        max_length=MAX_TEXT_LENGTH,
        help_text="Used by programs, in addresses and exports. It cannot be changed later.",
        error_messages={"required": "ID: required"},
    )
    name = forms.CharField(
        label="Name", max_length=MAX_TEXT_LENGTH, error_messages={"required": "Name: required"}
    )
    gender = forms.ChoiceField(label="Gender")
    languages = forms.MultipleChoiceField(
        label="Languages",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Languages: choose at least one"},
    )
    topics = forms.MultipleChoiceField(
        label="Topics",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Topics: choose at least one"},
    )
    team = forms.ChoiceField(label="Team", required=False)
    most_queues = MAX_QUEUES_PER_AGENT
    auto_answer = forms.BooleanField(
        label="Auto-answer", required=False, help_text="Calls do not ring: they are in progress at once."
    )
    is_active = forms.BooleanField(
        label="Active",
        required=False,
        help_text="An agent who is not active gets no new calls or chats, but finishes current ones.",
    )

    def __init__(self, centre: Router, *args: Any, agent_id: str, is_new: bool, **named: Any) -> None:
        super().__init__(*args, **named)
        skills, team = centre.skills, self.initial.get("team", "")
        teams = {"": "No team", team: team or "No team", **centre.teams.names}
        self.fields["team"].choices = [*teams.items()]  # type: ignore[attr-defined]  # of choices
        if len(teams) == 1:
            del self.fields["team"]
        for name, field in (("gender", GENDERS), (LANGUAGES, LANGUAGES), (TOPICS, TOPICS)):
            known = choices_of(getattr(skills, field), field)
            self.fields[name].choices = known  # type: ignore[attr-defined]  # of choices
        most = f"An agent can wait in at most {MAX_QUEUES_PER_AGENT} queues"
        self.fields[
            "languages"
        ].help_text = f"{most}: one for each language{' and topic' * bool(skills.topics)}."
        if not skills.topics:
            del self.fields["topics"]
        self.offer_users(agent_id)
        if not is_new:
            del self.fields["agent_id"]

    @property
    def facts(self) -> Facts:
        found = self.cleaned_data
        names = ("name", "gender", "languages", "auto_answer", "is_active")
        given = {name: found[name] for name in names}
        return Facts(topics=found.get("topics", ()), team=found.get("team"), **given)


def values_of(agent: Agent) -> dict[str, Any]:
    return {
        "name": agent.name,
        "gender": agent.gender,
        "languages": sorted(agent.languages),
        "topics": sorted(agent.topics),
        "team": agent.team,
        "auto_answer": agent.auto_answer,
        "is_active": not agent.is_deactivated,
    }

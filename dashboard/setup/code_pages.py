"""Pages of codes: each kind of settings on them as lines of text, saved at a version."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from dashboard.setup.form_pages import CONFLICT, Difference, SetupForm
from dashboard.setup.outlines import document_of, outline_of
from dashboard.setup.saving import FOLLOWED, saved
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.outcomes import Conflict
from routing.model.settings.documents import LONGEST_NOTE, Kind, SettingVersion
from routing.runtime import first_documents, now, router

LONGEST_TEXT = 100_000
LABELS = {Kind.OUTCOMES: "Outcomes", Kind.PAUSES: "Pause reasons", Kind.TEAMS: "Teams"}
NOTES = {
    Kind.OUTCOMES: "One per line: a code, a colon and a label. Outcomes are indented below their group. "
    "Calls keep the code, so a label may change later. Outcomes are made required under Queues and routing.",
    Kind.PAUSES: "One reason per line, followed by a colon and its limit in minutes, if it has one; after a "
    "slash, its limit per day: Break: 15/30. A longer pause is marked as over limit, not ended.",
    Kind.TEAMS: "One per line: a code, a colon and a name, such as sales: Sales. Agents, supervisors and "
    "reports keep the code, so a name may change later. A team can be removed once no agent belongs to it.",
}


class CodesForm(SetupForm):
    """One kind of codes as text."""

    text = forms.CharField(required=False, strip=False, max_length=LONGEST_TEXT)
    note = forms.CharField(label="Note", required=False, max_length=LONGEST_NOTE)

    def __init__(self, kind: Kind, *args: Any, **named: Any) -> None:
        super().__init__(*args, prefix=str(kind), **named)
        text = self.fields["text"]
        text.label, text.help_text = LABELS[kind], NOTES[kind]
        rows = min(24, max(6, str(self["text"].value() or "").count("\n") + 3))
        text.widget = forms.Textarea(attrs={"rows": rows, "spellcheck": "false", "class": "outline"})
        self.point_at_notes("text")


@dataclass(frozen=True)
class Section:
    """One kind on a page: its form and address, version, and what somebody else has changed."""

    kind: Kind
    kept: SettingVersion
    form: CodesForm
    address: str
    is_changed: bool = False
    differences: tuple[Difference, ...] = ()

    @property
    def title(self) -> str:
        return LABELS[self.kind]


@dataclass(frozen=True)
class CodesPage:
    """A page with some kinds: the name of its address, its template, and the address of each form."""

    name: str
    template: str
    forms: Mapping[Kind, str]

    def respond(self, request: HttpRequest, kind: Kind | None, **more: Any) -> HttpResponse:
        """The forms of all kinds, and what that of `kind` saves; `more` is for the template.

        400 with the wrong line, 409 with the present text, 503 while DynamoDB is away.
        """
        try:
            if request.method == "POST" and kind:
                return self._posted(request, kind, more)
            return self._shown(request, more)
        except DynamoError as error:
            return render(request, self.template, {"trouble": away(error).text}, status=503)

    def _posted(self, request: HttpRequest, kind: Kind, more: Mapping[str, Any]) -> HttpResponse:
        form = CodesForm(kind, request.POST)
        if not form.is_valid():
            return self._shown(request, more, form, kind, status=400)
        given = form.cleaned_data
        try:
            document = document_of(kind, given["text"])
            outcome = saved(request, kind, document, version=given["version"], note=given["note"])
        except InvalidFieldError as error:
            form.add_error("text", str(error))
            return self._shown(request, more, form, kind, status=400)
        if isinstance(outcome, Conflict):
            return self._shown(request, more, form, kind, status=CONFLICT)
        messages.success(request, f"{LABELS[kind]}: saved. {FOLLOWED}")
        return HttpResponseRedirect(reverse(self.name))

    def _shown(
        self,
        request: HttpRequest,
        more: Mapping[str, Any],
        form: CodesForm | None = None,
        of: Kind | None = None,
        *,
        status: int = 200,
    ) -> HttpResponse:
        kept = services.settings_kept(router(), first_documents())
        sections = [
            _section(kind, kept[kind], form if kind is of else None, address, is_changed=status == CONFLICT)
            for kind, address in self.forms.items()
        ]
        context = {"sections": sections, "page": reverse(self.name), "now": now(), **more}
        return render(request, self.template, context, status=status)


def _section(
    kind: Kind, kept: SettingVersion, form: CodesForm | None, address: str, *, is_changed: bool
) -> Section:
    present = outline_of(kind, kept.document)
    if form is None:
        shown = CodesForm(kind, initial={"text": present, "version": kept.version})
        return Section(kind, kept, shown, address)
    if not is_changed:
        return Section(kind, kept, form, address)
    differences = tuple(form.differences({"text": present}))
    form.at(kept.version)
    return Section(kind, kept, form, address, is_changed, differences)

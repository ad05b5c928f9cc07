"""Page of codes: outcomes of calls and chats, and pause reasons with their limits."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from dashboard.access.permissions import ADMINISTER
from dashboard.setup.form_pages import CONFLICT, Difference, SetupForm, form_page
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
LABELS = {Kind.OUTCOMES: "Outcomes", Kind.PAUSES: "Pause reasons"}
NOTES = {
    Kind.OUTCOMES: "One per line: a code, a colon and a label. Outcomes are indented below their group. "
    "Calls keep the code, so a label may change later. Outcomes are made required under Queues and routing.",
    Kind.PAUSES: "One reason per line, followed by a colon and its limit in minutes, if it has one. "
    "A longer pause is marked as over limit, not ended.",
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
    """One kind on the page: its form, version, and what somebody else has changed."""

    kind: Kind
    kept: SettingVersion
    form: CodesForm
    is_changed: bool = False
    differences: tuple[Difference, ...] = ()

    @property
    def title(self) -> str:
        return LABELS[self.kind]


@form_page(ADMINISTER)
def codes(request: HttpRequest, kind: str = "") -> HttpResponse:
    """The forms of all codes, and what one of them saves.

    400 with the wrong line, 409 with the present text, 503 while DynamoDB is away.
    """
    if kind not in (*LABELS, ""):
        raise Http404("There are no such codes.")
    try:
        return _posted(request, Kind(kind)) if request.method == "POST" and kind else _page(request)
    except DynamoError as error:
        return render(request, "dashboard/setup/codes.html", {"trouble": away(error).text}, status=503)


def _posted(request: HttpRequest, kind: Kind) -> HttpResponse:
    form = CodesForm(kind, request.POST)
    if not form.is_valid():
        return _page(request, form, kind, status=400)
    given = form.cleaned_data
    try:
        document = document_of(kind, given["text"])
        outcome = saved(request, kind, document, version=given["version"], note=given["note"])
    except InvalidFieldError as error:
        form.add_error("text", str(error))
        return _page(request, form, kind, status=400)
    if isinstance(outcome, Conflict):
        return _page(request, form, kind, status=CONFLICT)
    messages.success(request, f"{LABELS[kind]}: saved. {FOLLOWED}")
    return HttpResponseRedirect(reverse("setup-codes"))


def _page(
    request: HttpRequest, form: CodesForm | None = None, of: Kind | None = None, *, status: int = 200
) -> HttpResponse:
    kept = services.settings_kept(router(), first_documents())
    sections = [
        _section(kind, kept[kind], form if kind is of else None, is_changed=status == CONFLICT)
        for kind in LABELS
    ]
    return render(request, "dashboard/setup/codes.html", {"sections": sections, "now": now()}, status=status)


def _section(kind: Kind, kept: SettingVersion, form: CodesForm | None, *, is_changed: bool) -> Section:
    present = outline_of(kind, kept.document)
    if form is None:
        return Section(kind, kept, CodesForm(kind, initial={"text": present, "version": kept.version}))
    if not is_changed:
        return Section(kind, kept, form)
    differences = tuple(form.differences({"text": present}))
    form.at(kept.version)
    return Section(kind, kept, form, is_changed, differences)

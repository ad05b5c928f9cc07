"""Pages of one schedule, one calendar, the hours of one queue: the form, and what it saves."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from dashboard.setup.form_pages import CONFLICT
from dashboard.setup.hours.hours_forms import CalendarForm, PartForm
from dashboard.setup.hours.parts import NAMES, part_of
from dashboard.setup.hours.saving_parts import save_form
from dashboard.setup.saving import FOLLOWED, present_of
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing.exceptions import InvalidFieldError
from routing.model.hours.calendars import document_of
from routing.model.hours.ical import MOST_BYTES, read_ical
from routing.model.settings.documents import Kind, SettingVersion
from routing.runtime import now

READ = "read"


@dataclass(frozen=True)
class PartPage:
    """The page of one part: `made` gives its form, for values or for what was sent; no `name`: a new one."""

    part: str
    name: str
    title: str
    template: str
    address: str
    made: Callable[[SettingVersion, dict[str, Any], Any], PartForm]
    values: Callable[[Any], dict[str, Any]]

    def respond(self, request: HttpRequest) -> HttpResponse:
        """400 with the wrong fields, 409 with the current values, 503 while DynamoDB is away."""
        try:
            kept = present_of(Kind.HOURS)
            return self._posted(request, kept) if request.method == "POST" else self.shown(request, kept)
        except DynamoError as error:
            return render(
                request, self.template, {"trouble": away(error).text, "title": self.title}, status=503
            )

    def shown(
        self, request: HttpRequest, kept: SettingVersion, form: PartForm | None = None, *, status: int = 200
    ) -> HttpResponse:
        present = part_of(kept.document, self.part, self.name) if self.name else None
        form = form or self._form(kept, present)
        differences = []
        if status == CONFLICT:
            differences = form.differences(self.values(present or {}))
            form.at(kept.version)
        context = {
            "form": form,
            "kept": kept,
            "name": self.name,
            "title": self.title,
            "what": NAMES[self.part],
            "address": self.address,
            "is_changed": status == CONFLICT,
            "is_there": present is not None,
            "differences": differences,
            "now": now(),
        }
        return render(request, self.template, context, status=status)

    def _form(self, kept: SettingVersion, present: Any, data: Any = None) -> PartForm:
        return self.made(kept, {**self.values(present or {}), "version": kept.version}, data)

    def _posted(self, request: HttpRequest, kept: SettingVersion) -> HttpResponse:
        form = self.made(kept, {}, request.POST)
        if request.POST.get("do") == READ:
            return self._read(request, kept, form)
        if not form.is_valid():
            return self.shown(request, kept, form, status=400)
        name = self.name or form.cleaned_data["name"]
        if not self.name and part_of(kept.document, self.part, name) is not None:
            form.add_error("name", f"Name: there is a {NAMES[self.part]} with this name")
            return self.shown(request, kept, form, status=400)
        conflict = save_form(request, form, self.part, name)
        if form.errors:
            return self.shown(request, kept, form, status=400)
        if conflict:
            return self.shown(request, present_of(Kind.HOURS), form, status=CONFLICT)
        messages.success(request, f"{self.title if self.name else name}: saved. {FOLLOWED}")
        return HttpResponseRedirect(reverse("setup-hours"))

    def _read(self, request: HttpRequest, kept: SettingVersion, form: PartForm) -> HttpResponse:
        """The form with the days of a file in place of its lines; nothing is saved."""
        data = request.POST.copy()
        try:
            days = _days_of(request)
        except InvalidFieldError as error:
            form.is_valid()
            form.errors.clear()
            form.add_error("file", f"Not read. {error}")
            return self.shown(request, kept, form, status=400)
        data["text"] = CalendarForm.values_of(days)["text"]
        messages.info(request, f"{len(days):,} entries read. Check them, then save.")
        return self.shown(request, kept, self.made(kept, {}, data))


def _days_of(request: HttpRequest) -> dict[str, str]:
    """Raises InvalidFieldError."""
    file = request.FILES.get("file")
    if file is None:
        raise InvalidFieldError("file", "", "choose a file first")
    if (file.size or 0) > MOST_BYTES:
        raise InvalidFieldError("file", f"{file.size:,} bytes", f"at most {MOST_BYTES:,} bytes")
    found = read_ical(file.read(), today=now().date(), ticks=time.monotonic)
    if not found:
        raise InvalidFieldError("file", file.name, "it has no days in this year or the next five")
    return document_of(found)

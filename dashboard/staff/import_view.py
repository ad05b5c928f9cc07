"""Import of agents from CSV: what each line would do, then all lines, if none is wrong."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from dashboard.access.permissions import ADMINISTER
from dashboard.operations.acting import acting
from dashboard.setup.form_pages import CONFLICT, form_page
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import selectors, services
from routing.exceptions import InvalidFieldError
from routing.runtime import router
from routing.services import Plan

MOST_BYTES = 500_000
LATE = "Agents in this file have changed since it was checked. Check the results below, then import again."


@form_page(ADMINISTER)
def agents_import(request: HttpRequest) -> HttpResponse:
    """The form; POST checks a file, or with `do=import` the text it has checked, and then imports it.

    400 with the wrong lines; 409 with what each would do now, if agents in the file have changed since the
    check; 503 while DynamoDB is away.
    """
    context: dict[str, Any] = {"headings": ", ".join(services.HEADINGS)}
    page = "dashboard/staff/import.html"
    if request.method != "POST":
        return render(request, page, context)
    try:
        text = _text(request)
        plan = services.staff_plan(router(), text, selectors.agents(router()))
        is_import = request.POST.get("do") == "import" and not plan.wrong
        if is_import and request.POST.get("checked") == plan.checked:
            return _imported(request, plan)
    except InvalidFieldError as error:
        return render(request, page, {**context, "error": str(error)}, status=400)
    except DynamoError as error:
        return render(request, page, {**context, "trouble": away(error).text}, status=503)
    context |= {"planned": plan.planned, "text": text, "checked": plan.checked}
    context |= {"wrong": len(plan.wrong), "counts": plan.counts}
    if is_import:
        return render(request, page, {**context, "error": LATE}, status=CONFLICT)
    return render(request, page, context, status=400 if plan.wrong else 200)


def _text(request: HttpRequest) -> str:
    """The text that was checked before, or the file. Raises InvalidFieldError."""
    if "text" in request.POST:
        return request.POST["text"]
    file = request.FILES.get("file")
    if file is None:
        raise InvalidFieldError("file", "", "choose a file first")
    if (file.size or 0) > MOST_BYTES:
        raise InvalidFieldError("file", f"{file.size:,} bytes", f"at most {MOST_BYTES:,} bytes")
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidFieldError("file", file.name, "it must be UTF-8 text") from None


def _imported(request: HttpRequest, plan: Plan) -> HttpResponse:
    """Saves the lines. Raises DynamoError."""
    centre, many = acting(request), len(plan.lines)
    late = services.staff_import(centre, plan, by=centre.actor)
    if late:
        messages.error(request, f"{len(late):,} of {many:,} not saved: {'; '.join(late[:5])}.")
    else:
        messages.success(request, f"{many:,} agent{'s' * (many != 1)} imported.")
    return HttpResponseRedirect(reverse("setup-agents"))

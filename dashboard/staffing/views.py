"""Staffing page: agents needed for a number of calls, alone, by interval, from the history."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db import DatabaseError
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from dashboard.access.permissions import PLAN, permitted, shown_to
from dashboard.answers import download_csv, plain_text
from dashboard.forms import first_error
from dashboard.history.history_question import DAY, Asked, read_asked
from dashboard.history.history_rows import asked_intervals
from dashboard.staffing.from_history import Taken, taken_from
from dashboard.staffing.history_csv import is_history, read_history
from dashboard.staffing.intervals import IntervalsError, read_intervals, written_intervals
from dashboard.staffing.plan import Plan, staffing_plan
from dashboard.staffing.staffing_form import StaffingForm, staffing_form
from dashboard.staffing.staffing_plots import agents_plot, day_plot
from dashboard.staffing.staffing_sheets import agents_csv, intervals_csv
from dashboard.staffing.staffing_words import asked_words, level_words, spoken
from reporting.history.history_selectors import interval_list
from reporting.history.keeping import day_at
from routing.runtime import now

PAGE, PART = "dashboard/staffing/page.html", "dashboard/staffing/part.html"
MOST_BYTES = 1_000_000
CHOOSE_AGAIN = "Nothing was read: choose the file again. What is read from it is kept in the link."


@shown_to(PLAN)
def staffing(request: HttpRequest) -> HttpResponse:
    """The form and its answer; the address holds the whole question."""
    return render(request, PAGE, _context(request.GET))


@shown_to(PLAN)
def staffing_state(request: HttpRequest) -> JsonResponse:
    """`{"html", "errors", "said"}`: the answer, errors by field, and one sentence."""
    context = _context(request.GET)
    html = render_to_string(PART, context, request)
    return JsonResponse({"html": html, "errors": context["errors"], "said": context["said"]})


@shown_to(PLAN)
def staffing_agents(request: HttpRequest) -> HttpResponse:
    """The table of agents as CSV; 400 with a message for a wrong field."""
    return _sheet(request, "staffing-agents.csv", agents_csv)


@shown_to(PLAN)
def staffing_intervals(request: HttpRequest) -> HttpResponse:
    """The table of intervals as CSV; 400 with a message for a wrong field."""
    return _sheet(request, "staffing-intervals.csv", intervals_csv)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@permitted(PLAN)
def staffing_upload(request: HttpRequest) -> HttpResponse:
    """Takes a CSV file with a header, its own or the history's, into the address `state`, and leads there.

    Errors are shown there by line and column; so is a missing file.
    """
    parameters = QueryDict(request.POST.get("state", ""), mutable=True)
    place = ""
    if request.method != "POST":
        messages.error(request, CHOOSE_AGAIN)
    else:
        try:
            place = _read_into(parameters, request)
        except IntervalsError as error:
            messages.error(request, f"The file was not read: {error}.")
    return HttpResponseRedirect(f"{reverse('staffing')}?{parameters.urlencode()}{place}")


def _read_into(parameters: QueryDict, request: HttpRequest) -> str:
    """Reads the file into the question and answers the anchor on the page. Raises IntervalsError."""
    text = _uploaded(request)
    if not is_history(text):
        parameters["intervals"] = written_intervals(read_intervals(text, needs_header=True))
        return "#intervals"
    minutes, found, unused = read_history(text)
    taken = taken_from(found, minutes)
    taken.fill(parameters)
    left_out = f" Queues are summed. Not used: {', '.join(unused)}." if unused else ""
    messages.success(request, f"From a file of the history: {taken.words}{left_out}")
    return ""


def _context(parameters: QueryDict) -> dict[str, Any]:
    form = staffing_form(parameters)
    plan = staffing_plan(form.cleaned_data["asked"]) if form.is_valid() else None
    shown: dict[str, Any] = _shown(plan) if plan else {"said": _wrong_words(form), "wrong": _wrong(form)}
    return {
        "form": form,
        "errors": {name: str(errors[0]) for name, errors in form.errors.items()},
        "plan": plan,
        "query": parameters.urlencode(),
        "now": now(),
        **shown,
    }


def _shown(plan: Plan) -> dict[str, Any]:
    return {
        "said": spoken(plan),
        "asked_words": asked_words(plan.asked),
        "level_words": level_words(plan.asked),
        "agents_plot": agents_plot(plan),
        "day_plot": day_plot(plan),
    }


def _wrong(form: StaffingForm) -> list[tuple[BoundField, str]]:
    return [(form[name], str(errors[0])) for name, errors in form.errors.items()]


def _wrong_words(form: StaffingForm) -> str:
    wrong = len(form.errors)
    return "Check one field." if wrong == 1 else f"Check {wrong} fields."


def _sheet(request: HttpRequest, name: str, written: Callable[[Plan], str]) -> HttpResponse:
    form = staffing_form(request.GET)
    if not form.is_valid():
        return plain_text(HTTPStatus.BAD_REQUEST, first_error(form))
    return download_csv(written(staffing_plan(form.cleaned_data["asked"])), name)


def _uploaded(request: HttpRequest) -> str:
    """The text of the file. Raises IntervalsError."""
    file = request.FILES.get("file")
    if file is None:
        raise IntervalsError("choose a file first")
    if (file.size or 0) > MOST_BYTES:
        raise IntervalsError(f"at most {MOST_BYTES:,} bytes; the file has {file.size:,}")
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise IntervalsError("the file is not UTF-8 text") from None


@shown_to(PLAN)
def history_to_staffing(request: HttpRequest) -> HttpResponse:
    """Leads to staffing with the volumes and handle times shown; back with a reason if that fails."""
    asked = read_asked(request.GET.dict(), today=day_at(now()))
    try:
        taken = _taken(asked)
    except (IntervalsError, DatabaseError) as error:
        why = error if isinstance(error, IntervalsError) else "the database is not responding"
        messages.error(request, f"Not used: {why}.")
        return HttpResponseRedirect(f"{reverse('history')}?{request.GET.urlencode()}")
    question = QueryDict(mutable=True)
    taken.fill(question)
    days = asked.first.isoformat() if asked.first == asked.last else f"{asked.first} to {asked.last}"
    messages.success(request, f"From the history of {days}, {asked.queue or 'all queues'}: {taken.words}")
    return HttpResponseRedirect(f"{reverse('staffing')}?{question.urlencode()}")


def _taken(asked: Asked) -> Taken:
    """Raises IntervalsError, DatabaseError."""
    if asked.errors:
        (name, error), *_ = asked.errors.items()
        raise IntervalsError(f"{name}: {error}")
    if asked.by == DAY:
        raise IntervalsError("staffing needs intervals; show 15 or 30 minutes instead of days")
    return taken_from(interval_list(**asked_intervals(asked)), asked.length_minutes)

"""View from history to staffing: volumes and handle times of the days shown as a staffing question."""

from django.contrib import messages
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse

from dashboard.access.permissions import SUPERVISE, shown_to
from dashboard.history.history_question import DAY, Asked, read_asked
from dashboard.history.history_rows import asked_bounds
from dashboard.staffing.from_history import Taken, taken_from
from dashboard.staffing.intervals import IntervalsError
from reporting.history.history_selectors import interval_list
from reporting.history.keeping import day_at
from routing.runtime import now


@shown_to(SUPERVISE)
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
    since, before = asked_bounds(asked)
    minutes = asked.length_minutes
    found = interval_list(since=since, before=before, length_minutes=minutes, queue=asked.queue)
    return taken_from(found, minutes)

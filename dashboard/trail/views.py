"""Page of the audit log: one day."""

from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from dashboard.access.permissions import SUPERVISE, shown_to
from dashboard.formats.day_spans import FIRST_DAY, day_span, typed_day
from dashboard.formats.reader_zone import reader_zone, zone_name
from dashboard.trail.entries import MOST_ENTRIES, deeds, fitting, kinds, people
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import selectors
from routing.runtime import now, router


@shown_to(SUPERVISE)
def trail(request: HttpRequest) -> HttpResponse:
    """One day in the reader's time zone, the newest first; `day`, `by` and `what` in the address filter it.

    503 while DynamoDB is away.
    """
    zone = reader_zone(request)
    today = now().astimezone(zone).date()
    day = typed_day(request.GET.get("day", ""), latest=today) or today
    try:
        found, trouble = _found(request, *day_span(day, zone)), ""
    except DynamoError as error:
        found, trouble = {}, away(error).text
    context = {
        "day": day,
        "zone": zone_name(zone),
        "today": today,
        "before": day - timedelta(days=1) if day > FIRST_DAY else None,
        "after": day + timedelta(days=1) if day < today else None,
        "trouble": trouble,
        "now": now(),
        **found,
    }
    return render(request, "dashboard/trail/page.html", context, status=503 if trouble else 200)


def _found(request: HttpRequest, since: datetime, until: datetime) -> dict[str, Any]:
    by, what = request.GET.get("by", ""), request.GET.get("what", "")
    entries = selectors.audit_trail_between(router(), since, until, limit=MOST_ENTRIES)
    return {
        "deeds": deeds(router(), fitting(entries, by=by, what=what)),
        "total": len(entries),
        "is_cut": len(entries) == MOST_ENTRIES,
        "by": by,
        "what": what,
        "people": people(entries, chosen=by),
        "kinds": kinds(entries, chosen=what),
    }

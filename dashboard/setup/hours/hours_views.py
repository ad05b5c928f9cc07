"""Page of opening hours: what is open now, exceptions in one click, schedules, calendars, hours by queue."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from dashboard.access.permissions import ADMINISTER, SUPERVISE, permitted, shown_to
from dashboard.answers import page_before
from dashboard.formats.skill_names import queue_name
from dashboard.operations.acting import acting
from dashboard.setup.hours.hours_lists import calendar_lines, rule_lines, schedule_lines
from dashboard.setup.saving import FOLLOWED, present_of
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing import services
from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.hours.hours_documents import read_hours
from routing.model.hours.opening import WhenClosed
from routing.model.hours.overrides import closed_today, open_until
from routing.model.hours.schedules import Schedule
from routing.model.outcomes import Conflict
from routing.model.queues import CALL_SIDE
from routing.model.settings.documents import Kind
from routing.router import Router
from routing.runtime import first_documents, now, router
from routing.services import Excepted

CLOSE, OPEN, PLAN = "close", "open", "plan"
NOW = {CLOSE: "closed for today", PLAN: "back to the schedule"}


@shown_to(SUPERVISE)
def hours(request: HttpRequest) -> HttpResponse:
    """The lists; 503 while DynamoDB is away."""
    context: dict[str, Any] = {"now": now(), "may_edit": request.user.has_perm(ADMINISTER)}
    try:
        kept, use = present_of(Kind.HOURS), router().schedule_use()
    except DynamoError as error:
        context["trouble"] = away(error).text
        return render(request, "dashboard/setup/hours/list.html", context, status=503)
    centre, at = router(), now()
    try:
        found = read_hours(kept.document, centre.skills)
    except InvalidFieldError as error:  # as after a language was removed from the environment
        context["trouble"] = f"These opening hours are not used: {error}."
        return render(request, "dashboard/setup/hours/list.html", {**context, "kept": kept})
    rules = rule_lines(kept.document, found, centre, at)
    context |= {
        "kept": kept,
        "schedules": schedule_lines(kept.document, found, use, at),
        "rules": rules,
        "calendars": calendar_lines(kept.document, at.date()),
        "others": _others(centre, {one.key for one in rules}),
    }
    return render(request, "dashboard/setup/hours/list.html", context)


@require_POST
@permitted(SUPERVISE)
def except_schedule(request: HttpRequest, name: str) -> HttpResponse:
    """Closes a schedule for today, opens it until a time, or goes back to it, as `do` says."""
    return _saved(
        request,
        name,
        lambda excepted: services.hours_except(
            acting(request), first_documents(), schedule=name, excepted=excepted
        ),
    )


@require_POST
@permitted(SUPERVISE)
def except_queue(request: HttpRequest) -> HttpResponse:
    """The same for one queue, by its key in `queue`; others of its schedule stay as they are."""
    key = request.POST.get("queue", "")
    return _saved(
        request,
        queue_name(key),
        lambda excepted: services.queue_hours_except(
            acting(request),
            first_documents(),
            queue=key,
            excepted=excepted,
            time_zone=settings.DAY_TIME_ZONE.key,
        ),
        closed=lambda: _still_waiting(router(), key),
    )


def _still_waiting(centre: Router, key: str) -> str:
    """What happens to new contacts of a queue that was closed, if they wait as before."""
    queue = centre.skills.queue_named(key, side=CALL_SIDE)
    rule = centre.hours.of(queue)
    if rule is None or rule.when_closed is not WhenClosed.WAIT:
        return ""
    what = "chats" if queue.channel else "calls"
    return f" New {what} go on waiting; to refuse or overflow them, change the rule of the queue."


def _saved(
    request: HttpRequest,
    name: str,
    save: Callable[[Excepted], Schedule | Conflict],
    closed: Callable[[], str] = str,
) -> HttpResponse:
    """Saves what `do` and `until` say; leads back to the page of the button."""
    does, time = request.POST.get("do", ""), request.POST.get("until", "")
    try:
        outcome = save(_excepted(does, time))
    except (DynamoError, RoutingError) as error:
        messages.error(request, away(error).text if isinstance(error, DynamoError) else f"Not saved: {error}")
    else:
        if isinstance(outcome, Conflict):
            messages.error(request, f"Not saved: {outcome.reason}")
        else:
            more = closed() if does == CLOSE else ""
            messages.success(request, f"{name}: {NOW.get(does, f'open until {time}')}. {FOLLOWED}{more}")
    return HttpResponseRedirect(page_before(request) or reverse("setup-hours"))


def _excepted(does: str, time: str) -> Excepted:
    """Raises InvalidFieldError for anything else."""
    if does == OPEN:
        return lambda schedule, at: open_until(schedule, at, time)
    if does == CLOSE:
        return closed_today
    if does == PLAN:
        return lambda _schedule, _at: None
    raise InvalidFieldError("do", does[:20], f"choose one of {CLOSE}, {OPEN}, {PLAN}")


def _others(centre: Router, named: set[str]) -> list[tuple[str, str]]:
    """The queues without hours of their own."""
    queues = [queue for one in centre.skills.channels for queue in centre.skills.call_queues_of(one)]
    return [(str(queue), queue_name(queue)) for queue in queues if str(queue) not in named]

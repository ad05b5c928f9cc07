"""Addresses of one schedule, one holiday calendar, the hours of one queue; removal."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from dashboard.access.permissions import ADMINISTER, permitted
from dashboard.formats.skill_names import queue_name
from dashboard.setup.form_pages import form_page
from dashboard.setup.hours.hours_forms import ALWAYS, INHERIT, CalendarForm, RuleForm, ScheduleForm
from dashboard.setup.hours.part_pages import PartPage
from dashboard.setup.hours.parts import NAMES, Document, part_of, queues_with, schedules_with
from dashboard.setup.hours.saving_parts import remove_part
from dashboard.setup.policy_fields import NAMES as KEY_NAMES
from dashboard.setup.saving import present_of
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing.exceptions import RoutingError
from routing.model.hours.hours_documents import CALENDARS, QUEUES, SCHEDULE, SCHEDULES
from routing.model.policies import ALL_CHATS, ALL_QUEUES
from routing.model.queues import CALL_SIDE
from routing.model.settings.documents import Kind, SettingVersion
from routing.router import ScheduleUse
from routing.runtime import router


@form_page(ADMINISTER)
def schedule(request: HttpRequest, name: str = "") -> HttpResponse:
    """The form of a schedule, or of a new one, and what it saves; 404 for an unknown one."""

    def made(kept: SettingVersion, values: dict[str, Any], data: Any) -> ScheduleForm:
        _check_known(kept, SCHEDULES, name)
        calendars = list(kept.document.get(CALENDARS, {}))
        return ScheduleForm(calendars, data, initial=values, is_new=not name)

    address = reverse("setup-schedule", args=[name]) if name else reverse("setup-schedule-new")
    template = "dashboard/setup/hours/schedule.html"
    title = name or "New schedule"
    page = PartPage(SCHEDULES, name, title, template, address, made, ScheduleForm.values_of)
    return page.respond(request)


@form_page(ADMINISTER)
def calendar(request: HttpRequest, name: str = "") -> HttpResponse:
    """The form of a holiday calendar, or of a new one, and what it saves; `do=read` reads a file into it.

    404 for an unknown one.
    """

    def made(kept: SettingVersion, values: dict[str, Any], data: Any) -> CalendarForm:
        _check_known(kept, CALENDARS, name)
        return CalendarForm(data, initial=values, is_new=not name)

    address = reverse("setup-calendar", args=[name]) if name else reverse("setup-calendar-new")
    template = "dashboard/setup/hours/calendar.html"
    title = name or "New holiday calendar"
    page = PartPage(CALENDARS, name, title, template, address, made, CalendarForm.values_of)
    return page.respond(request)


@form_page(ADMINISTER)
def rule(request: HttpRequest, key: str = "") -> HttpResponse:
    """The form of the hours of a queue or of all, and what it saves; 404 for an unknown one."""
    key = key or request.GET.get("queue", "")
    _check_queue(key)

    def made(kept: SettingVersion, values: dict[str, Any], data: Any) -> RuleForm:
        schedules = list(kept.document.get(SCHEDULES, {}))
        return RuleForm(schedules, _inherited(kept.document, key), data, initial=values)

    def values(present: Any) -> dict[str, Any]:
        return RuleForm.values_of(present or None, usual=ALWAYS if key == ALL_QUEUES else INHERIT)

    address = reverse("setup-queue-hours", args=[key])
    page = PartPage(QUEUES, key, name_of(key), "dashboard/setup/hours/rule.html", address, made, values)
    return page.respond(request)


@require_POST
@permitted(ADMINISTER)
def remove_schedule(request: HttpRequest, name: str) -> HttpResponse:
    """Removes a schedule that no queue and no scene has."""
    return _removed(request, SCHEDULES, name)


@require_POST
@permitted(ADMINISTER)
def remove_calendar(request: HttpRequest, name: str) -> HttpResponse:
    """Removes a holiday calendar that no schedule follows."""
    return _removed(request, CALENDARS, name)


def _removed(request: HttpRequest, part: str, name: str) -> HttpResponse:
    try:
        document, use = present_of(Kind.HOURS).document, router().schedule_use()
    except DynamoError as error:
        messages.error(request, away(error).text)
        return HttpResponseRedirect(reverse("setup-hours"))
    used = schedules_with(document, name) if part == CALENDARS else users_of(document, name, use)
    return remove_part(request, part, name, ", ".join(used))


def users_of(document: dict[str, Any], schedule: str, use: ScheduleUse) -> list[str]:
    """The queues and scenes with a schedule, in words."""
    queues = [name_of(key) for key in queues_with(document, schedule)]
    return [*queues, *(f"scene {name}" for name in use.scenes_with(schedule))]


def name_of(key: str) -> str:
    """The name of a queue, or of all of a channel."""
    return KEY_NAMES.get(key) or queue_name(key)


def _inherited(document: Document, key: str) -> str:
    """What a queue has without hours of its own, in words; empty for all queues."""
    if key == ALL_QUEUES:
        return ""
    of_chats = key != ALL_CHATS and router().skills.queue_named(key).channel
    wider = [ALL_CHATS] * bool(of_chats) + [ALL_QUEUES]
    found = next((one for one in wider if part_of(document, QUEUES, one) is not None), ALL_QUEUES)
    name = (part_of(document, QUEUES, found) or {}).get(SCHEDULE, "") or "always open"
    return f"As {KEY_NAMES[found]}: {name}"


def _check_queue(key: str) -> None:
    """Raises Http404."""
    if key in (ALL_QUEUES, ALL_CHATS):
        return
    try:
        router().skills.queue_named(key, side=CALL_SIDE)
    except RoutingError as error:
        raise Http404(f"There is no such queue: {error}") from None


def _check_known(kept: SettingVersion, part: str, name: str) -> None:
    if name and part_of(kept.document, part, name) is None:
        raise Http404(f"There is no such {NAMES[part]}. It may have been removed.")

"""Page of the history: finished calls by interval or day."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from dashboard.access.permissions import PLAN, shown_to
from dashboard.answers import download_csv, plain_text
from dashboard.formats.scene_names import scene_choices
from dashboard.history.history_question import DAY, HALF_HOUR, MOST_DAYS, WORDS, Asked, read_asked
from dashboard.history.history_rows import (
    asked_bounds,
    asked_intervals,
    calls_plot,
    formula_words,
    history_parts,
    history_rows,
    history_total,
    level_plot,
    measure_of,
)
from dashboard.history.history_sheet import history_csv
from reporting.history.history_selectors import interval_list, is_empty, queue_list, scene_list, team_list
from reporting.history.keeping import day_at
from routing.model.queues import CALLS, CHAT, channel_of
from routing.runtime import now, router

AWAY = "The database is not responding."


@shown_to(PLAN)
def history(request: HttpRequest) -> HttpResponse:
    """`from`, `to`, `by` and `queue` in the address; 400 for an invalid one.

    503 while the database is away.
    """
    asked = _asked(request)
    context = {"asked": asked, "today": day_at(now()), "now": now(), "zone": str(settings.DAY_TIME_ZONE)}
    try:
        context |= _found(asked)
    except DatabaseError:
        context["trouble"] = AWAY
        return render(request, "dashboard/history/page.html", context, status=HTTPStatus.SERVICE_UNAVAILABLE)
    status = HTTPStatus.BAD_REQUEST if asked.errors else HTTPStatus.OK
    return render(request, "dashboard/history/page.html", context, status=status)


@shown_to(PLAN)
def history_csv_file(request: HttpRequest) -> HttpResponse:
    """Each interval of each queue in the query; 400 with a message for a wrong field, 503 as above."""
    asked = _asked(request)
    if asked.errors:
        (name, error), *_ = asked.errors.items()
        return plain_text(HTTPStatus.BAD_REQUEST, f"{name}: {error}")
    try:
        found = interval_list(**asked_intervals(asked), each_queue=True)
    except DatabaseError:
        return plain_text(HTTPStatus.SERVICE_UNAVAILABLE, AWAY)
    text = history_csv(found, length_minutes=asked.length_minutes, channel=asked.channel)
    return download_csv(text, f"history-{asked.first.isoformat()}-{asked.last.isoformat()}.csv")


def _asked(request: HttpRequest) -> Asked:
    return read_asked(request.GET.dict(), today=day_at(now()))


def _found(asked: Asked) -> dict[str, Any]:
    if is_empty():
        return {"first_run": True, "lengths": WORDS, "queues": []}
    measure = measure_of(router())
    rows = [] if asked.errors else history_rows(asked, measure)
    has_calls = any(row.figures.offered for row in rows)
    return {
        "rows": rows if has_calls else [],
        "total": history_total(rows, measure, asked_bounds(asked)[0], asked.channel),
        "parts": history_parts(asked, measure) if has_calls else {},
        "formulas": formula_words(measure, asked.channel),
        **_queues(asked),
        "lengths": WORDS,
        "is_by_day": asked.by == DAY,
        "by_half_hours": _query(asked, by=HALF_HOUR) if len(asked.days) <= MOST_DAYS[HALF_HOUR] else "",
        "calls_plot": calls_plot(rows, asked.channel),
        "level_plot": level_plot(rows, asked.channel),
        "query": _query(asked),
        "all_queues": _query(asked, queue="", scene="", team=""),
        **_beside(asked),
    }


def _queues(asked: Asked) -> dict[str, Any]:
    """The queues to choose from, those of the channel, and scenes; the channels, if chats have a history."""
    known = {*queue_list(), asked.queue} - {""}
    has_chats = asked.channel or any(map(channel_of, known))
    return {
        "queues": sorted(one for one in known if channel_of(one) == asked.channel),
        "channels": {CALLS: "Calls", CHAT: "Chats"} if has_chats else {},
        "teams": _teams(asked),
        "scenes": scene_choices({*scene_list(), asked.scene} - {""}) if asked.channel else [],
    }


def _teams(asked: Asked) -> list[tuple[str, str]]:
    """The teams with a history by code and name, in the order of the names."""
    found = {*team_list(), asked.team} - {""}
    return sorted(((one, router().teams.name(one)) for one in found), key=lambda one: one[1].casefold())


def _beside(asked: Asked) -> dict[str, Any]:
    """The addresses of the same number of days before, and after unless in the future."""
    length, today = asked.last - asked.first + timedelta(days=1), day_at(now())
    before = {"from": asked.first - length, "to": asked.last - length}
    later = {"from": asked.first + length, "to": min(asked.last + length, today)}
    found = {"before": _query(asked, **before)}
    return {**found, "after": _query(asked, **later)} if later["from"] <= today else found


def _query(asked: Asked, **other: object) -> str:
    said = {"from": asked.first, "to": asked.last, "by": asked.by, "queue": asked.queue}
    said |= {"channel": asked.channel, "scene": asked.scene, "team": asked.team, **other}
    return urlencode({name: str(value) for name, value in said.items() if value})

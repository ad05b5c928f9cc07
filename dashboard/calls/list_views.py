"""Page of calls: active, failed and ended ones, with search."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse

from dashboard.access.permissions import SUPERVISE, VIEW_BOARD, shown_to
from dashboard.calls.search.asked import CHOICES, MOST_TEXT, Asked, read_asked
from dashboard.calls.search.found import HOURS, Found, find_calls
from dashboard.formats.reader_zone import reader_zone
from dashboard.formats.scene_names import scene_choices
from dashboard.pages.call_row import Row
from dashboard.pages.callers import named
from dashboard.pages.live_pages import LivePage
from dashboard.pages.paging import MOST_PAGES, Page
from messaging.runtime import scenes
from routing.model.queues import CHAT
from routing.runtime import now, router

PAGE = LivePage("dashboard/calls/list.html", "dashboard/calls/list_part.html", every_seconds=2)


@shown_to(VIEW_BOARD)
def calls(request: HttpRequest) -> HttpResponse:
    """The calls selected by `status`, `queue`, `outcome`, `scene`, `q`, `from` and `to` in the address.

    A page of each kind. Users who may read the history find every call; others those that ended in the last
    hours. 503 while DynamoDB is away.
    """
    # A page about a past moment needs no updates.
    watched = [["calls"]] if _asked(request).is_live else []
    return PAGE.whole(request, lambda: _found(request), watched=watched)


@shown_to(VIEW_BOARD)
def calls_state(request: HttpRequest) -> HttpResponse:
    return PAGE.state(request, lambda: _found(request))


def _found(request: HttpRequest) -> dict[str, Any]:
    asked, may_history = _asked(request), request.user.has_perm(SUPERVISE)
    found = find_calls(router(), asked, zone=reader_zone(request), with_history=may_history)
    return {
        "asked": asked,
        "choices": [(name, word) for name, (word, _) in CHOICES.items()],
        "outcomes": router().outcomes.labels,
        "scenes": _scenes(asked),
        "queues": [*map(str, router().skills.call_queues), *found.chat_queues],
        "found": _named(found),
        "hours": HOURS,
        "may_history": may_history,
        "most_text": MOST_TEXT,
        **_links(asked, found),
    }


def _named(found: Found) -> Found:
    """The rows shown, with the names of customers."""
    pages = found.active, found.failed, found.ended
    rows = iter(named(row for page in pages for row in page.rows))

    def shown(page: Page[Row]) -> Page[Row]:
        return replace(page, rows=[next(rows) for _ in page.rows])

    return replace(found, active=shown(found.active), failed=shown(found.failed), ended=shown(found.ended))


def _links(asked: Asked, found: Found) -> dict[str, str]:
    """Addresses of the previous and next page; empty without one."""
    ended, active = found.ended, found.active
    until, further = asked.until or now(), found.looked_since
    newer = asked.query(page=ended.number - 1, until=until if ended.number > 2 else None)  # noqa: PLR2004
    older = asked.query(page=ended.number + 1, active=1, until=until)
    return {
        "newer": newer if ended.number > 1 else "",
        "older": "" if ended.is_last or ended.number == MOST_PAGES else older,
        "newest": "" if asked.is_live else asked.query(page=1, until=None),
        "further": asked.query(page=1, until=further) if further and ended.is_last else "",
        "active_before": asked.query(active=active.number - 1) if active.number > 1 else "",
        "active_after": "" if active.is_last else asked.query(active=active.number + 1),
        "failed_all": asked.query(status="failed"),
    }


def _asked(request: HttpRequest) -> Asked:
    queues = {str(key) for key in router().skills.fitting}
    today = now().astimezone(reader_zone(request)).date()
    outcomes = router().outcomes.labels
    return read_asked(request.GET.dict(), queues=queues, outcomes=outcomes, today=today)


def _scenes(asked: Asked) -> list[tuple[str, str]]:
    """The scenes to choose from, where chats are routed."""
    known = scenes().by_name if CHAT in router().skills.channels else ()
    return scene_choices({*known, asked.scene} - {""})

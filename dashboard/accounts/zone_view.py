"""Page of the reader's time zone."""

from zoneinfo import available_timezones

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from dashboard.access.permissions import VIEW_BOARD, permitted
from dashboard.formats.reader_zone import CHOSEN_COOKIE, zone_named

A_YEAR = 365 * 24 * 60 * 60


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@permitted(VIEW_BOARD)
def zone(request: HttpRequest) -> HttpResponse:
    """Shows the choice; a POST of `zone` keeps it in a cookie, an empty one forgets it. 400 for an unknown
    zone.
    """
    if request.method == "POST":
        return _chosen(request, request.POST.get("zone", ""))
    return _page(request)


def _chosen(request: HttpRequest, name: str) -> HttpResponse:
    if name and zone_named(name) is None:
        messages.error(request, f"zone: choose a time zone from the list, not “{name[:40]}”.")
        return _page(request, status=400)
    messages.success(request, f"Times are in {name}." if name else "Times are in your browser's time zone.")
    response = HttpResponseRedirect(reverse("zone"))
    if name:
        response.set_cookie(
            CHOSEN_COOKIE, name, max_age=A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure()
        )
    else:
        response.delete_cookie(CHOSEN_COOKIE)
    return response


def _page(request: HttpRequest, status: int = 200) -> HttpResponse:
    return render(
        request, "dashboard/accounts/zone.html", {"zones": sorted(available_timezones())}, status=status
    )

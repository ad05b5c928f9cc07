"""Page API: the reference of the HTTP API, from its OpenAPI document."""

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from api.version1 import document
from dashboard.access.permissions import SUPERVISE, shown_to
from dashboard.api_reference.reference import Group, reference


@shown_to(SUPERVISE)
def api_reference(request: HttpRequest) -> HttpResponse:
    """Every endpoint with its fields."""
    return render(request, "dashboard/api_reference/page.html", {"groups": _groups()})


@lru_cache(maxsize=1)
def _groups() -> list[Group]:
    return reference(document())

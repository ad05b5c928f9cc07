"""Search of contacts over the API: pages, wrong queries, who may."""

import pytest

from messaging.model.parties import Party, PartyKind
from messaging.runtime import messenger
from messaging.services import profile_keep
from tests.integration.api.conftest import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations", "scenes")]


def test_contacts_are_found_in_pages_by_supervisors_and_programs(ana: Caller, robot: Caller) -> None:
    for one in ("k1", "k2"):
        profile_keep(messenger(), contact=Party(PartyKind.CONTACT, one), name="Kim <b>Lee", context={})
    first = robot.get("/contacts?q=lee&limit=1").body
    second = robot.get(f"/contacts?q=lee&limit=1&cursor={first['next']}").body

    assert first["items"] == [{"contact": "k1", "name": "Kim <b>Lee"}]
    assert (second["items"][0]["contact"], second["next"]) == ("k2", None)
    assert robot.get("/contacts?q=").body["field"] == "q"
    assert robot.get("/contacts?q=x&cursor=e30").body["field"] == "cursor"
    assert ana.get("/contacts?q=lee").body["code"] == "permission_missing"

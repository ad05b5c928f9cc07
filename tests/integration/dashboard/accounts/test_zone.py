"""Reader's time zone: the chosen one, else the browser's, else the deployment's; named on every page."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from pytest_django import Settings

from routing import services
from routing.router import Router
from tests.builders import a_waiting_call
from tests.integration.dashboard.queues.test_places_queues import page_of, words_of

pytestmark = pytest.mark.django_db


def test_moments_are_in_the_chosen_zone_else_the_browser_s_else_the_deployment_s(
    supervisor: Client, router: Router, settings: Settings
) -> None:
    settings.DAY_TIME_ZONE = ZoneInfo("Asia/Kolkata")
    a_waiting_call(router, "c1")
    services.call_abandon(router, call_id="c1")

    def zone_of(address: str) -> tuple[str, str]:
        words = words_of(page_of(supervisor, address))
        moment = re.search(r"\d\d:\d\d:\d\d (\S+)", words)
        named = re.search(r"Times in (\S+)", words)
        assert moment
        assert named
        return moment[1], named[1]

    for address in ("/calls/", "/calls/c1/", "/dead-letters/", "/agents/?plain=1"):
        assert zone_of(address) == ("IST", "Asia/Kolkata")
    supervisor.cookies["zone"] = "Asia/Tokyo"
    assert zone_of("/calls/") == ("JST", "Asia/Tokyo")
    answer = supervisor.post("/zone/", {"zone": "Africa/Lagos"})
    assert [str(one) for one in get_messages(answer.wsgi_request)] == ["Times are in Africa/Lagos."]
    assert zone_of("/calls/") == ("WAT", "Africa/Lagos")
    assert 'data-chosen-zone="Africa/Lagos"' in page_of(supervisor, "/")
    assert "<option selected>Africa/Lagos</option>" in page_of(supervisor, "/zone/")
    supervisor.post("/zone/", {"zone": ""})
    assert zone_of("/calls/") == ("JST", "Asia/Tokyo")


def test_only_a_zone_that_exists_is_taken(operator: Client, client: Client) -> None:
    for name in ("Mars/Olympus", "../../etc/passwd", "\0", "<b>"):
        answer = operator.post("/zone/", {"zone": name})
        assert answer.status_code == 400
        assert "chosen-zone" not in answer.cookies
        assert "choose a time zone from the list" in answer.content.decode()
    operator.cookies["zone"] = "Mars/Olympus"
    assert "Times in UTC" in words_of(page_of(operator, "/zone/"))
    assert client.get("/zone/").status_code == 302


@pytest.mark.usefixtures("router")
def test_the_first_link_of_every_page_leads_to_its_main_content(supervisor: Client, client: Client) -> None:
    for reader, address in [
        *((supervisor, one) for one in ("/", "/agents/", "/agents/?plain=1", "/calls/", "/dead-letters/")),
        (supervisor, "/zone/"),
        (client, "/sign-in/"),
    ]:
        page = reader.get(address).content.decode()
        body = page[page.index("<body") :]
        assert re.search(r"<(a|button|input|select)\b[^>]*", body)[0].endswith(' href="#main"'), address  # type: ignore[index]
        assert re.search(r'<main[^>]* id="main" tabindex="-1"', page), address


def test_the_chosen_zone_is_sent_over_https_only_where_it_was_chosen_so(supervisor: Client) -> None:
    supervisor.post("/zone/", {"zone": "Africa/Lagos"}, secure=True)
    found = supervisor.cookies["chosen-zone"]

    assert (found.value, found["secure"]) == ("Africa/Lagos", True)

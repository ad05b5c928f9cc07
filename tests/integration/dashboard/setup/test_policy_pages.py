"""Pages of policies: inheritance, preview, saving at a version; versions compared and used again."""

from dataclasses import replace

import pytest
from django.test import Client

from routing import runtime, services
from routing.model.settings.documents import QUEUES, Kind
from routing.router import Router
from tests.builders import a_waiting_call
from tests.integration.dashboard.page_forms import fields, shown
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db]
EVERY, SPANISH = "/setup/queues/*/", "/setup/queues/W%23Spanish%23Any/"


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def kept() -> dict[str, dict[str, object]]:
    found = services.settings_kept(runtime.router(), runtime.first_documents())[Kind.POLICIES].document
    assert isinstance(found, dict)
    return dict(found[QUEUES])


def save(client: Client, address: str, **given: str) -> str:
    """Saves the form with these values; returns the page after it."""
    return client.post(address, {**shown(client, address), **given}, follow=True).content.decode()


def test_a_queue_inherits_what_it_does_not_set(administrator: Client, router: Router) -> None:
    assert "Spanish · Any: saved." in save(
        administrator, SPANISH, ring_seconds="35", service_level_target="72.5"
    )
    assert kept()["W#Spanish#Any"] == {"ring_seconds": 35, "service_level_target": 0.725}
    queue = router.skills.queue_named("W#Spanish#Any")
    wait_until(lambda: runtime.router().policies.of(queue).ring_seconds == 35, "it is followed")

    save(administrator, EVERY, ring_seconds="50", max_offers="7")
    found = page(administrator, SPANISH)
    assert 'name="ring_seconds" value="35"' in found
    assert "If empty: 50 s (All queues)." in found
    assert "If empty: 7 (All queues)." in found
    assert "<b>35 s</b>" in page(administrator, "/setup/queues/")
    save(administrator, SPANISH, ring_seconds="", service_level_target="")
    assert "W#Spanish#Any" not in kept()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"ring_seconds": "0"}, "Ring time (s): a number from 1 to 600"),
        ({"ring_seconds": "many"}, "Ring time (s): a number from 1 to 600"),
        ({"max_offers": "2.5"}, "Most offers: a whole number from 1 to 100"),
        ({"service_level_target": "120"}, "Service level (%): a number from 1 to 100"),
        ({"preferred_agent_seconds": "5"}, "Preferred agent (s): more than the ring time of 20 seconds"),
        ({"overflow": "W#Latin#Any"}, "Overflow"),
    ],
)
def test_a_wrong_field_is_named_with_its_limit(
    administrator: Client, router: Router, given: dict[str, str], said: str
) -> None:
    assert router
    reply = administrator.post(SPANISH, {**shown(administrator, SPANISH), **given})
    assert reply.status_code == 400
    assert said in reply.content.decode()
    assert "W#Spanish#Any" not in kept()


def test_the_second_at_one_version_sees_what_the_first_has_saved(
    administrator: Client, router: Router
) -> None:
    assert router
    late = {**shown(administrator, EVERY), "ring_seconds": "40"}
    save(administrator, EVERY, ring_seconds="50", note="<b>slow</b>")
    reply = administrator.post(EVERY, late)
    found = reply.content.decode()
    assert reply.status_code == 409
    assert "<dt>Ring time (s)</dt><dd>50</dd>" in found
    again = administrator.post(EVERY, fields(found), follow=True)
    assert "All queues: saved." in again.content.decode()
    assert kept()["*"]["ring_seconds"] == 40


def test_a_preview_says_which_calls_it_would_have_changed_and_saves_nothing(
    administrator: Client, router: Router
) -> None:
    early = replace(router, clock=lambda: runtime.now().replace(year=2025))
    a_waiting_call(early, "c17", language="Spanish", gender="Any")
    form = {**shown(administrator, SPANISH), "max_wait_seconds": "60", "do": "preview"}
    found = administrator.post(SPANISH, form).content.decode()
    assert "would have overflowed" in found
    assert "/calls/c17/" in found
    assert "W#Spanish#Any" not in kept()

    a_waiting_call(early, "c18", language="English", gender="Any")
    save(administrator, SPANISH, max_wait_seconds="0")
    every = {**shown(administrator, EVERY), "max_wait_seconds": "60", "do": "preview"}
    found = administrator.post(EVERY, every).content.decode()
    assert "1 call active now or in the last hour, in queues that change" in found, "not the one with its own"
    assert "/calls/c18/" in found


def test_versions_are_compared_and_an_earlier_one_is_used_again(
    administrator: Client, router: Router
) -> None:
    assert router
    save(administrator, EVERY, ring_seconds="50", note="<b>slow</b>")
    save(administrator, EVERY, ring_seconds="55")
    found = page(administrator, "/setup/versions/policies/?a=1&b=2")
    assert "queues / * / ring_seconds" in found
    assert '<td class="text">50</td><td class="text">55</td>' in found
    assert "&lt;b&gt;slow" in found
    back = {"version": "2", "to": "1"}
    assert (
        "Saved: back to version 1."
        in administrator.post("/setup/versions/policies/roll-back/", back, follow=True).content.decode()
    )
    assert kept()["*"]["ring_seconds"] == 50
    late = administrator.post("/setup/versions/policies/roll-back/", {"version": "2", "to": "0"}, follow=True)
    assert "Not saved: somebody else has changed the settings" in late.content.decode()
    assert administrator.post("/setup/versions/policies/roll-back/", {"to": "9"}).status_code == 404


@pytest.mark.parametrize("address", ["/setup/queues/", EVERY, "/setup/versions/policies/"])
def test_only_administrators_may(supervisor: Client, router: Router, address: str) -> None:
    assert router
    assert supervisor.get(address).status_code == 403
    assert supervisor.post(EVERY, {}).status_code == 403

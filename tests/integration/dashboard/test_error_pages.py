"""Error pages: same design, one sentence, no internals."""

import logging

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.integration.dashboard.access.walked import addresses
from tests.integration.dashboard.conftest import a_user, signed_in

BY_A_PERSON = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.django_db
def test_an_unknown_address_has_a_page(client: Client) -> None:
    response = client.get("/nowhere/")

    assert response.status_code == 404
    assert b"Page not found" in response.content
    assert b"build/app.css" in response.content


def test_a_mistake_of_ours_shows_a_page_and_no_traceback(
    operator: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_router: object) -> list[object]:
        raise ValueError("secret inside")

    monkeypatch.setattr("dashboard.agents.views.selectors.agents", broken)
    operator.raise_request_exception = False
    with caplog.at_level(logging.CRITICAL, logger="django.request"):
        response = operator.get("/agents/?plain=1")

    assert response.status_code == 500
    assert b"Something went wrong" in response.content
    assert b"secret" not in response.content


@pytest.mark.django_db
def test_a_form_without_its_token_says_what_to_do() -> None:
    response = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "x", "password": "y"})

    assert response.status_code == 403
    assert b"Reload the page" in response.content


@pytest.mark.parametrize(
    ("address", "above"),
    [
        ("/setup/integrations/callbacks/", "/setup/integrations/"),
        ("/setup/webhooks/crm/secret/", "/setup/webhooks/crm/"),
        ("/tokens/ab12/revoke/", "/tokens/"),
        ("/queues/W%23English%23Any/dequeue/", "/queues/W%23English%23Any/"),
        ("/calls/a%3Fb%2525/remove/", "/calls/a%3Fb%2525/"),
        ("/sign-out/", "/"),
        ("/load/start/", "/"),
    ],
)
@pytest.mark.django_db
def test_the_address_of_a_button_leads_to_the_page_above(client: Client, address: str, above: str) -> None:
    response = client.get(address, headers=BY_A_PERSON)

    assert (response.status_code, response.headers["Location"]) == (302, above)
    assert client.get(address).status_code == 405, "a program learns that it used the wrong method"


@pytest.mark.django_db
@pytest.mark.usefixtures("router")
def test_no_address_shows_a_person_an_empty_page() -> None:
    person, seen = signed_in(a_user("ada", "administrators")), 0
    for _, address in addresses(get_resolver().url_patterns):
        if not address.startswith("/api/"):
            assert person.get(address, headers=BY_A_PERSON).status_code != 405, address
            seen += 1
    assert seen > 100


@pytest.mark.parametrize("address", ["/calls/a%00b/", "/users/%00/", "/static/%00", "/%00"])
@pytest.mark.django_db
def test_an_address_with_a_null_character_is_not_found(operator: Client, address: str) -> None:
    response = operator.get(address)

    assert response.status_code == 404
    assert b"Page not found" in response.content

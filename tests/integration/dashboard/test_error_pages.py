"""Error pages: same design, one sentence, no internals."""

import logging

import pytest
from django.test import Client


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

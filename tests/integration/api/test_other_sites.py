"""Pages of other sites: those of a scene use its customers' tokens, others none; no cookies, no wildcard."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from api.access.scopes import Scope
from messaging.runtime import forget
from tests.integration.api.conftest import V1, Caller, a_program, a_user, by_token

CARS, BOATS, STRANGER = "https://cars.example", "https://boats.example", "https://evil.example"
ALLOW = "Access-Control-Allow-Origin"


@pytest.fixture(autouse=True)
def _scenes_of_two_sites(settings: Settings) -> Iterator[None]:
    settings.SCENES = {"cars": {"origins": [CARS]}, "boats": {"origins": [BOATS]}, "own": {}}
    forget()
    yield
    forget()


pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations")]


def preflight(caller: Caller, origin: str) -> Any:
    headers = {"origin": origin, "access-control-request-method": "POST"}
    return caller.client.options(f"{V1}/customers", headers=headers)


def token(scene: str = "cars") -> str:
    return str(Caller().post("/customers", {"scene": scene}).body["token"])


@pytest.mark.parametrize("origin", [CARS, BOATS])
def test_a_page_of_a_scene_may_ask_and_read(nobody: Caller, origin: str) -> None:
    answer = preflight(nobody, origin)
    assert (answer.status_code, answer.headers[ALLOW]) == (204, origin)
    allowed = answer.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"authorization", "content-type", "idempotency-key"} == set(allowed)
    assert "Access-Control-Allow-Credentials" not in answer.headers
    made = nobody.post("/customers", {"scene": "cars" if origin == CARS else "boats"}, origin=origin)
    assert (made.status, made.headers[ALLOW], made.headers["Vary"]) == (201, origin, "Origin")


@pytest.mark.parametrize("origin", [STRANGER, "null", f"{CARS}.evil.example", f"{CARS}:8443"])
def test_a_page_of_no_scene_is_told_nothing(nobody: Caller, origin: str) -> None:
    assert ALLOW not in preflight(nobody, origin).headers
    refused = nobody.post("/customers", {"scene": "cars"}, origin=origin)
    assert (refused.status, refused.body["code"]) == (403, "origin")
    assert ALLOW not in refused.headers
    assert "Origin" in refused.headers["Vary"]


def test_a_page_uses_the_tokens_of_its_own_scene_only(nobody: Caller) -> None:
    for scene, status in (("cars", 200), ("boats", 403), ("own", 403)):
        assert by_token(token(scene)).get("/inbox", origin=CARS).status == status, scene
    refused = nobody.post("/customers", {"scene": "boats"}, origin=CARS)
    assert (refused.status, refused.headers[ALLOW]) == (403, CARS)


def test_a_page_can_read_why_its_token_is_refused() -> None:
    refused = by_token("x.y.z").get("/inbox", origin=CARS)
    assert (refused.status, refused.body["code"], refused.headers[ALLOW]) == (401, "token_forged", CARS)


def test_a_page_of_this_site_and_a_server_need_no_origin_in_the_scene() -> None:
    customer = by_token(token("own"))
    assert customer.get("/inbox").status == 200
    reply = customer.get("/inbox", origin="http://testserver")
    assert (reply.status, ALLOW in reply.headers) == (200, False)


def test_a_programs_token_works_on_no_page_of_another_site() -> None:
    program = a_program("clerk", Scope.MESSAGES)
    assert program.get("/inbox").status == 200
    assert program.get("/inbox", origin=CARS).status == 403


def test_a_session_is_of_no_use_to_another_sites_page() -> None:
    supervisor = a_user("sue", "supervisors")
    reply = supervisor.get("/me", origin=CARS)
    assert "Access-Control-Allow-Credentials" not in reply.headers

"""Conventions of the API: each error a problem, each address in the document, limits, who may."""

import json
from typing import Any

import pytest
import redis
from django.core.cache import cache
from openapi_spec_validator import validate
from pytest_django import Settings

from api.access.scopes import Scope
from api.conventions.problems import Problem
from callcenter.limits import caches
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.integration.api.conftest import V1, Caller, a_program, a_user, by_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("router")]

SIGNED = f"{V1}/cards/{{card}}/report"


@pytest.fixture
def document(nobody: Caller) -> dict[str, Any]:
    found: dict[str, Any] = nobody.get("/openapi.json").body
    return found


def test_the_document_is_valid_and_names_the_problems_of_each_endpoint(document: dict[str, Any]) -> None:
    validate(document)
    assert document["openapi"].startswith("3.1")
    for path, methods in document["paths"].items():
        assert path.startswith(f"{V1}/")
        for operation in methods.values():
            problems = {status for status in operation["responses"] if status >= "400"}
            assert {"429", "500", "503"} <= problems
            has_to_say_who = "security" in operation or path == SIGNED
            assert has_to_say_who == ({"401", "403"} <= problems)
            for status in problems:
                assert "application/problem+json" in operation["responses"][status]["content"]


def test_each_operation_has_its_own_name(document: dict[str, Any]) -> None:
    names = [one["operationId"] for methods in document["paths"].values() for one in methods.values()]
    assert len(names) == len({*names})
    assert {"calls", "call_send", "call-accept", "agents", "queue"} <= {*names}


def test_each_address_refuses_who_is_not_signed_in(document: dict[str, Any], nobody: Caller) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if "security" in operation:
                reply = nobody.ask(method.upper(), path.removeprefix(V1).replace("{", "").replace("}", ""))
                assert (reply.status, reply.body["code"]) == (401, "unauthorized"), path
                assert reply.headers["WWW-Authenticate"] == "Bearer"
                cache.clear()


def test_each_address_refuses_other_methods(document: dict[str, Any], reader: Caller) -> None:
    for path, methods in document["paths"].items():
        reply = reader.ask("PATCH", path.removeprefix(V1).replace("{", "").replace("}", ""))
        assert reply.status == 405, path
        assert {one.strip().lower() for one in reply.headers["Allow"].split(",")} == {*methods}
        assert reply.body["changed"] is False
        cache.clear()


@pytest.mark.parametrize("address", ["/nothing", "/queues/", "/", "/calls/", "/../admin"])
def test_an_unknown_address_is_a_problem_too(reader: Caller, address: str) -> None:
    assert reader.get(address).status == 404


def test_what_no_endpoint_takes_is_counted_by_address(
    reader: Caller, nobody: Caller, settings: Settings
) -> None:
    settings.API_LIMITS = {**settings.API_LIMITS, "address": 2}
    missing, refused = nobody.get("/nothing"), reader.ask("PATCH", "/queues")
    told = [(one.status, one.headers["RateLimit-Limit"]) for one in (missing, refused)]
    left = [one.headers["RateLimit-Remaining"] for one in (missing, refused)]
    assert (told, left) == ([(404, "2"), (405, "2")], ["1", "0"]), "nobody has asked who it is"
    beyond = nobody.get("/nothing")
    assert (beyond.status, beyond.body["code"], beyond.body["limit"]) == (429, "too_many_requests", 2)
    assert int(beyond.headers["Retry-After"]) > 0
    unknown = reader.get("/calls/nobody")
    assert (unknown.status, unknown.headers["RateLimit-Limit"]) == (404, str(settings.API_LIMITS["program"]))


def test_outside_version_1_as_well(reader: Caller) -> None:
    for address in ("/api/", "/api/v2/queues", "/api/simulation"):
        response = reader.client.get(address)
        assert response.status_code == 404
        assert response.headers["content-type"] == "application/problem+json"


def test_a_wrong_host_is_a_problem(reader: Caller) -> None:
    assert reader.get("/queues", host="elsewhere.example").status == 400


def test_tokens_are_refused_with_the_reason(reader: Caller) -> None:
    token = reader.headers["authorization"].removeprefix("Bearer ")
    forged = token[:-1] + ("A" if token[-1] != "A" else "B")
    for wrong in (forged, "ccp_00000000_" + "x" * 43, "ccp_", "nonsense", "ccp_\x7f", "a.b.c", "é"):
        assert by_token(wrong).get("/me").status == 401
    for header in ("Basic abc", "Bearer", f"Token {token}"):
        assert Caller({"authorization": header}).get("/me").status == 401
    assert reader.get("/me").body["party"] == "program:reader"


def test_a_scope_is_needed(db: None) -> None:  # noqa: ARG001
    reply = a_program("teller", Scope.MESSAGES).get("/queues")

    assert (reply.status, reply.body["code"], reply.body["field"]) == (403, "scope_missing", "scope")


def test_users_come_with_their_session(db: None) -> None:  # noqa: ARG001
    mara, stranger = a_user("mara", "supervisors"), a_user("nobody")

    assert mara.get("/queues").status == 200
    assert mara.get("/me").body["party"] == "user:mara"
    assert stranger.get("/queues").body["code"] == "permission_missing"


def test_requests_are_limited_and_the_answer_says_so(
    reader: Caller, nobody: Caller, settings: Settings
) -> None:
    settings.API_LIMITS = {**settings.API_LIMITS, "program": 2, "address": 1}
    first, second, third = (reader.get("/me") for _ in range(3))

    assert [one.status for one in (first, second, third)] == [200, 200, 429]
    assert [one.headers["RateLimit-Remaining"] for one in (first, second, third)] == ["1", "0", "0"]
    assert first.headers["RateLimit-Limit"] == "2"
    assert int(third.headers["Retry-After"]) == int(third.headers["RateLimit-Reset"]) >= 1
    assert (third.body["code"], third.body["limit"]) == ("too_many_requests", 2)
    assert [nobody.get("/me").status for _ in range(2)] == [401, 429]


def test_all_processes_count_together_in_redis(reader: Caller, settings: Settings, redis_url: str) -> None:
    settings.API_LIMITS = {**settings.API_LIMITS, "program": 2}
    settings.CACHES = caches(redis_url)
    with redis.Redis.from_url(redis_url) as client:
        assert [reader.get("/me").status for _ in range(3)] == [200, 200, 429]
        (key,) = client.keys("callcenter:cache:*")
        assert (int(client.get(key)), 0 < client.ttl(key) <= 120) == (3, True)


@pytest.mark.parametrize(
    ("address", "field", "limit"),
    [
        ("/queues?limit=0", "limit", 1),
        ("/queues?limit=1001", "limit", 1000),
        ("/queues?limit=many", "limit", None),
        ("/queues?cursor=x", "cursor", None),
        ("/queues?cursor=WzFd", "cursor", None),
        ("/queues?cursor=" + "a" * 3000, "cursor", 2000),
        ("/agents?cursor=e30", "cursor", None),
    ],
)
def test_a_wrong_parameter_names_field_and_limit(
    reader: Caller, address: str, field: str, limit: int | None
) -> None:
    reply = reader.get(address)

    assert (reply.status, reply.body["code"]) == (400, "invalid_field")
    assert (reply.body["field"], reply.body.get("limit")) == (field, limit)


def test_lists_come_in_pages_in_a_stable_order(reader: Caller, router: Router) -> None:
    for name in ("eva", "ana", "bob"):
        a_waiting_agent(router, name)
    first = reader.get("/agents?limit=2").body
    rest = reader.get(f"/agents?limit=2&cursor={first['next']}").body

    assert [one["agent_id"] for one in first["items"] + rest["items"]] == ["ana", "bob", "eva"]
    assert rest["next"] is None
    assert first["items"][0]["status_since"].endswith("Z")


def test_queues_and_calls_are_read(reader: Caller, router: Router) -> None:
    a_waiting_call(router, "c/1")
    (waiting,) = [one for one in reader.get("/queues").body["items"] if one["depth"]]

    assert (waiting["queue"], waiting["holds"], waiting["depth"]) == ("W#Spanish#Any", "calls", 1)
    call = reader.get("/calls/c/1").body
    assert (call["call_id"], call["status"], call["queued_at"]) == ("c/1", "queued", waiting["waiting_since"])
    missing = reader.get("/calls/nobody")
    assert (missing.status, missing.body["field"]) == (404, "call")


def test_what_fails_inside_is_a_problem_without_a_traceback(
    reader: Caller, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    def fails(*_args: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("routing.selectors.call", fails)
    for settings.DEBUG in (False, True):
        reply = reader.get("/calls/c1")
        assert (reply.status, reply.body["changed"]) == (500, False)
        assert "secret" not in json.dumps(reply.body)


def test_a_table_that_is_away_is_503(reader: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    from dynamo.exceptions import EngineUnavailableError, OutcomeUnknownError  # noqa: PLC0415

    for error, changed in ((EngineUnavailableError("x"), False), (OutcomeUnknownError("x", 3), "unknown")):

        def away(*_args: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr("routing.selectors.call", away)
        reply = reader.get("/calls/c1")
        assert (reply.status, reply.body["changed"], reply.headers["Retry-After"]) == (503, changed, "2")


def test_a_problem_says_itself() -> None:
    assert str(Problem(400, "limit: at most 3")) == "limit: at most 3"

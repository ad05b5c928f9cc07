"""Answers as HTTP replies, and the message while the table is away."""

import json

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from dashboard.answers import respond, wants_json
from dynamo.exceptions import (
    ContendedError,
    DynamoError,
    EngineUnavailableError,
    InvalidRequestError,
    OutcomeUnknownError,
    TableMissingError,
    ThrottledError,
)
from operations.answers import Answer, away

JSON = "application/json"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def a_post(accept: str, **data: str) -> HttpRequest:
    return RequestFactory().post("/agents/a/choice/", data, headers={"accept": accept})


def reply(answer: Answer) -> tuple[HttpResponse, dict[str, object]]:
    response = respond(a_post(JSON), answer)
    return response, json.loads(response.content)


@pytest.mark.parametrize(("accept", "is_json"), [(JSON, True), (BROWSER, False), ("*/*", False)])
def test_json_is_for_those_who_ask_for_it(accept: str, *, is_json: bool) -> None:
    assert wants_json(a_post(accept)) is is_json


def test_success_is_its_data() -> None:
    response, body = reply(Answer(200, "Done.", {"agent": {"version": 3}}))

    assert response.status_code == 200
    assert body == {"agent": {"version": 3}}


def test_a_refusal_is_its_sentence_beside_its_data() -> None:
    response, body = reply(Answer(409, "Somebody was faster.", {"agent": {"version": 4}}))

    assert response.status_code == 409
    assert body == {"error": "Somebody was faster.", "agent": {"version": 4}}


def test_an_absent_table_asks_to_be_tried_again() -> None:
    response, _body = reply(Answer(503, "Away."))

    assert response.headers["Retry-After"] == "2"


@pytest.mark.parametrize(
    "error",
    [EngineUnavailableError("http://127.0.0.1:8701"), ThrottledError("Query", 9), ContendedError((), 9)],
    ids=lambda error: type(error).__name__,
)
def test_where_nothing_was_applied_the_reader_is_told_so(error: DynamoError) -> None:
    answer = away(error)

    assert answer.status == 503
    assert "Nothing was changed" in answer.text


def test_where_nobody_knows_the_reader_is_told_so() -> None:
    answer = away(OutcomeUnknownError("op", 3))

    assert answer.status == 503
    assert "may or may not have been made" in answer.text


def test_where_trying_again_does_not_help_nobody_is_told_to(caplog: pytest.LogCaptureFixture) -> None:
    answer = away(InvalidRequestError("AccessDeniedException: not authorised for table/secret"))

    assert answer.status == 500
    assert "Nothing was changed" in answer.text
    assert "try again" not in answer.text
    assert "secret" not in answer.text
    assert "AccessDeniedException" in caplog.text


def test_a_missing_table_names_the_command() -> None:
    assert "create_table" in away(TableMissingError("callcenter")).text

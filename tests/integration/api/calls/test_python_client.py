"""Python client of the API: answers, errors with their problem, what got no answer sent again."""

import importlib.util
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPMessage, IncompleteRead
from io import BytesIO
from types import ModuleType
from typing import Any
from wsgiref.simple_server import make_server

import pytest
from django.core.handlers.wsgi import WSGIHandler

from api.access.program_tokens import token_make
from api.access.scopes import Scope
from routing import runtime
from routing.router import Router
from tests.examples import serving
from tests.integration.api.cards.test_card_reports import Silent
from tests.unit.api.test_client_code import FILE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("callcenter_client", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def client(module: ModuleType, router: Router) -> Iterator[Any]:
    assert router
    token = token_make("switch", [Scope.READ, Scope.OPERATE], at=runtime.now())
    with serving(make_server("127.0.0.1", 0, WSGIHandler(), handler_class=Silent)) as url:
        yield module.Client(url, token, patience_seconds=5)


def test_it_sends_and_finds_calls_with_ids_of_any_kind(client: Any) -> None:
    sent = client.call_send({"call": "a/b #1", "language": "French"})

    assert sent["call"]["status"] == "queued"
    assert client.call("a/b #1") == sent["call"]
    assert [one["call_id"] for one in client.calls(status=["queued", "offered"])["items"]] == ["a/b #1"]
    assert client.queue("W#French#Any")["depth"] == 1


def test_an_error_has_its_problem(client: Any, module: ModuleType) -> None:
    with pytest.raises(module.ApiError) as caught:
        client.call_send({"language": "Klingon"})

    assert (caught.value.status, caught.value.problem["field"]) == (400, "language")
    assert "Klingon" in str(caught.value)


class CutOff(BytesIO):
    """An answer whose connection was lost in the middle."""

    def read(self, size: int | None = -1, /) -> bytes:  # noqa: ARG002 - as a response has it
        raise IncompleteRead(b"{")


def test_what_gets_no_answer_is_sent_again_under_the_same_key(
    client: Any, module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, usual = list[str | None](), urllib.request.urlopen

    def opened(request: urllib.request.Request, **named: Any) -> Any:
        keys.append(request.get_header("Idempotency-key"))
        answer = usual(request, **named)
        if len(keys) > 4:
            return answer
        answer.close()
        if len(keys) == 1:
            raise ConnectionResetError
        if len(keys) == 2:
            return CutOff()
        headers = HTTPMessage()
        headers["Retry-After"] = "1"
        status = 503 if len(keys) == 3 else 409  # away; then the first request still runs
        raise urllib.error.HTTPError(request.full_url, status, "later", headers, None)

    monkeypatch.setattr(module.urllib.request, "urlopen", opened)
    client.call_send({"language": "French"})
    monkeypatch.undo()

    assert len(keys) == 5
    assert len({*keys}) == 1
    assert client.queue("W#French#Any")["depth"] == 1

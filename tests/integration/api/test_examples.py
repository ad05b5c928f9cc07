"""Examples in docs/api.md: each curl line is sent as it stands."""

import re
import shlex
from dataclasses import dataclass

import pytest

from api.access.scopes import Scope
from tests.architecture.sources import ROOT
from tests.integration.api.conftest import Caller, a_program

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations", "in_folder")]
SITE = "$SITE/api/v1"


@dataclass(frozen=True)
class Example:
    """One request as curl would send it."""

    method: str
    address: str
    headers: dict[str, str]
    body: str


def examples() -> list[str]:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    return [line for line in lines if line.startswith("curl ")]


def read(line: str) -> Example:
    words = iter(shlex.split(line)[1:])
    method, address, headers, body = "GET", "", dict[str, str](), ""
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        elif word == "-X":
            method = next(words)
        elif word in ("--data-binary", "--json"):
            body, method = next(words), "POST"
        else:
            assert word.startswith(SITE), line
            address = word.removeprefix(SITE)
    return Example(method, address, headers, body)


def test_there_are_examples() -> None:
    assert len(examples()) >= 9


def test_the_examples_work_in_their_order() -> None:
    token = a_program("switch", *Scope).headers["authorization"]
    for line in examples():
        example = read(line)
        headers = {**example.headers, "Authorization": token} if example.headers else {}
        kind = headers.pop("Content-Type", "application/json")
        reply = Caller().ask(example.method, example.address, example.body, kind, **headers)
        assert reply.status < 300, (line, reply.body)

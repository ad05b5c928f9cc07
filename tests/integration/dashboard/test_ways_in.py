"""Ways in: every operation has an address, keys, a command, its buttons and its line in the docs."""

import inspect
import json
import re
from argparse import ArgumentParser

import pytest
from django.core.management import load_command_class
from django.test import Client
from django.urls import reverse

from dashboard.operations.addresses import AT_DESKS, ON_PAGES, POSTED, address_of
from dashboard.operations.keyed import KEYED, UNKEYED
from operations.catalogue import CATALOGUE, for_many
from operations.operation import Found, Operation, Permission
from tests.architecture.sources import ROOT

WHO = {
    Permission.VIEW_BOARD: "all who see the board",
    Permission.CHOOSE: "operators for their own agent, supervisors",
    Permission.SUPERVISE: "supervisors",
}
each_operation = pytest.mark.parametrize("operation", CATALOGUE.values(), ids=CATALOGUE)


@pytest.mark.parametrize("name", POSTED)
def test_it_has_an_address_that_knows_how_a_repeat_finds_it(name: str) -> None:
    converters = re.findall(r"<path:(\w+)>", address_of(name, POSTED[name]))

    assert reverse(name, kwargs=dict.fromkeys(converters, "x")).endswith(f"/{POSTED[name].verb}/")
    assert KEYED.get(name, Found.NOWHERE) is POSTED[name].found
    assert (name in KEYED) != (name in UNKEYED)


@each_operation
def test_it_is_on_a_page_or_at_desks_and_its_service_takes_its_fields(operation: Operation) -> None:
    assert operation.on_pages or operation.at_desks
    taken = inspect.signature(operation.service).parameters
    assert ("by" in taken) is operation.takes_by
    assert set(operation.fields.model_fields) <= set(taken)


@each_operation
def test_it_has_a_command_with_its_fields(operation: Operation) -> None:
    thing, verb = operation.spoken
    parser = load_command_class("operations", thing).create_parser("manage.py", thing)
    assert isinstance(parser, ArgumentParser)
    commands = next((one.choices for one in parser._actions if one.dest == "operation"), None)
    if not isinstance(commands, dict):
        assert verb in parser._option_string_actions
        return
    given = {action.dest for action in commands[verb]._actions}
    assert {*operation.fields.model_fields, "by"} <= given
    assert operation.help in re.sub(r"\s+", " ", commands[verb].format_help())


@pytest.mark.django_db
@pytest.mark.usefixtures("router")
def test_what_can_be_done_for_many_is_handed_to_the_script(supervisor: Client) -> None:
    page = supervisor.get("/agents/").content.decode()
    (text,) = re.findall(r'<script id="agents-config"[^>]*>(.*?)</script>', page)
    buttons = {one.pop("name"): one for one in json.loads(text)["bulkActions"]}

    assert list(buttons) == list(for_many()) == ["ready", "paused", "offline", "end-wrap-up", "release"]
    assert {one["isChoice"] for name, one in buttons.items() if name in ("ready", "paused", "offline")} == {
        True
    }
    assert buttons["end-wrap-up"]["only"] == ["wrapUp"]
    assert buttons["release"] == {
        "word": "Release",
        "isChoice": False,
        "only": ["attendingCall", "offered", "wrapUp"],
        "asks": "release",
        "forSupervisors": True,
        "isDanger": True,
    }


def test_the_table_in_the_docs_is_the_catalogue() -> None:
    section = (
        (ROOT / "docs" / "architecture.md")
        .read_text(encoding="utf-8")
        .split("### Addresses of operations")[1]
    )
    table = [line for line in section.split("\n### ")[0].splitlines() if line.startswith("| `")]

    assert table == [_line(name, one) for name, one in {**ON_PAGES, **AT_DESKS}.items()]


def _line(name: str, one: Operation) -> str:
    address = re.sub(r"<path:(\w+)>", r"<\1>", address_of(name, one)).replace("_id>", ">")
    who = "the desk's user, supervisors" if name in AT_DESKS else WHO[one.permission]
    command = " ".join(one.spoken)
    return f"| `{name}` | `{one.service.__name__}` | `{command}` | `/{address}` | {who} |"

"""Ways in: every operation has an address, keys, a command, its buttons and its line in the docs."""

import inspect
import json
import re
from argparse import ArgumentParser
from dataclasses import replace

import pytest
from django.core.management import load_command_class
from django.test import Client
from django.urls import reverse

from dashboard.operations.addresses import AT_DESKS, ON_PAGES, POSTED, address_of
from dashboard.operations.keyed import KEYED, UNKEYED
from operations.agents import RELEASED_FROM
from operations.buttons import Place
from operations.catalogue import CATALOGUE, buttons_at
from operations.fields import input_of
from operations.operation import Found, Operation, Permission, Subject
from routing.model.agents import AgentStatus
from routing.model.calls import MAX_REASON_LENGTH
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


@each_operation
def test_a_form_asks_for_all_that_it_needs(operation: Operation) -> None:
    needed = {
        name
        for name, info in operation.fields.model_fields.items()
        if info.is_required() and not input_of(info).label
    }
    for button in operation.buttons_at(Place.PAGE, next(iter(operation.applies), None)):
        assert needed - set(button.fields) <= {"versions"}  # of the calls that the page lists


@each_operation
def test_a_button_without_a_form_sets_all_that_it_needs(operation: Operation) -> None:
    """In rows of agents, for many and at desks only the reason is asked for."""
    given = {"agent_id", "call_id", "versions", "expected_version"}
    needed = {name for name, info in operation.fields.model_fields.items() if info.is_required()} - given
    with_form = {Place.PAGE} if operation.subject is Subject.AGENT else {Place.PAGE, Place.ROW}
    for button in operation.buttons:
        if button.desk or set(button.at) - with_form:
            assert needed <= {*button.fields, *(["reason"] if button.reasons else [])}


@pytest.mark.django_db
@pytest.mark.usefixtures("router")
def test_what_can_be_done_for_many_is_handed_to_the_script(supervisor: Client) -> None:
    page = supervisor.get("/agents/").content.decode()
    (text,) = re.findall(r'<script id="agents-config"[^>]*>(.*?)</script>', page)
    handed = {one["name"]: one for one in json.loads(text)["buttons"]}
    many = [name for name, one in handed.items() if "many" in one["at"]]

    assert many == list(buttons_at(Place.MANY)) == ["ready", "paused", "offline", "end-wrap-up", "release"]
    assert [name for name, one in handed.items() if one["isChoice"]] == ["ready", "paused", "offline"]
    assert handed["end-wrap-up"]["only"] == ["wrapUp"]
    release = handed["release"]
    assert (release["word"], release["needs"], release["isDanger"]) == ("Release", "supervise", True)
    assert (release["only"], release["endsRest"]) == (["attendingCall", "offered", "wrapUp"], True)
    assert release["asks"]["limit"] == MAX_REASON_LENGTH
    assert {name for name, one in handed.items() if one["asks"]} == {"paused", "release"}
    assert [one["one"] for one in release["asks"]["effects"]] == [effect.one for effect in RELEASED_FROM]
    assert [name for name, one in handed.items() if "trouble" in one["at"]] == ["ready"]


def test_no_script_names_an_operation() -> None:
    places = (Place.MANY, Place.STUCK_ROW, Place.TIMELY_ROW, Place.DESK)
    only_there = "|".join(
        {name for place in places for name in buttons_at(place)} - {*AgentStatus, "30", "60"}
    )
    scripts = {one for one in (ROOT / "static").rglob("*.js") if "build" not in one.parts}

    named = {
        f"{script.name}: {found[0]}"
        for script in scripts - {ROOT / "static" / "parts" / "status-table.js"}
        for found in re.finditer(rf"[\"'=]({only_there})[\"'\]]", script.read_text(encoding="utf-8"))
    }
    assert not named


def test_only_operations_on_agents_are_declared_for_many() -> None:
    remove = CATALOGUE["call-remove"]

    with pytest.raises(ValueError, match="call-remove: only an operation on agents"):
        replace(remove, buttons=(replace(remove.buttons[0], at=(Place.MANY,)),))


def test_the_table_in_the_docs_is_the_catalogue() -> None:
    assert table_in_docs() == table_of_catalogue()


def table_in_docs() -> list[str]:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.split("### Addresses of operations")[1].split("\n### ")[0]
    return [line for line in section.splitlines() if line.startswith("| `")]


def table_of_catalogue() -> list[str]:
    return [_line(name, one) for name, one in {**ON_PAGES, **AT_DESKS}.items()]


def _line(name: str, one: Operation) -> str:
    address = re.sub(r"<path:(\w+)>", r"<\1>", address_of(name, one)).replace("_id>", ">")
    who = "the desk's user, supervisors" if name in AT_DESKS else WHO[one.permission]
    command = " ".join(one.spoken)
    return f"| `{name}` | `{one.service.__name__}` | `{command}` | `/{address}` | {who} |"

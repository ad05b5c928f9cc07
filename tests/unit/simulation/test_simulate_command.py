"""`simulate`: a scenario by name or file, as text or JSON; a refusal is one line."""

import json
from contextlib import nullcontext
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from routing import runtime
from simulation.background.worker import Onlooker
from simulation.management.commands import simulate as command
from simulation.scenarios import READY_MADE, scenario_from_json, scenario_to, scenario_to_json
from tests.unit.simulation.days import a_scenario


def simulate(*words: str) -> str:
    out = StringIO()
    call_command("simulate", *words, stdout=out)
    return out.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hour.json"
    path.write_text(scenario_to_json(a_scenario()), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", list(READY_MADE))
def test_it_plays_what_is_ready_made(name: str) -> None:
    assert simulate(name, "--fast").startswith(
        f"{READY_MADE[name].name}: 1 replication in virtual time, seed 1\n"
    )


def test_it_plays_a_file_so_many_times_and_answers_in_json(file: Path) -> None:
    found = json.loads(simulate(str(file), "--fast", "--replications", "4", "--seed", "9", "--json"))

    assert (found["scenario"], found["replications"], found["seed"]) == ("An hour", 4, 9)
    assert found["theory"]["model"] == "Erlang C"
    assert found["spread"]["service_level"]["count"] == 4
    assert found["total"]["offered"] > 50


def test_the_service_level_is_that_of_the_deployment(file: Path, settings: Settings) -> None:
    settings.SERVICE_LEVEL_OF, settings.SHORT_ABANDON_SECONDS = "decided", 7

    assert "(calls answered within 20 s ÷ (answered + abandoned after 7 s))" in simulate(str(file), "--fast")


def test_stopped_it_reports_what_was_played_until_then(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    stopped = Onlooker(stopping=lambda: next(looks) > 5)
    monkeypatch.setattr(command, "watched_from", lambda _: nullcontext(stopped))

    found = json.loads(simulate(str(file), "--fast", "--replications", "900", "--json"))

    assert 1 < found["replications"] < 900


def test_the_same_command_gives_the_same_answer(file: Path) -> None:
    assert simulate(str(file), "--fast", "--json") == simulate(str(file), "--fast", "--json")
    assert simulate(str(file), "--fast", "--json") != simulate(str(file), "--fast", "--json", "--seed", "2")


def test_it_shows_a_scenario_to_start_ones_own_from() -> None:
    assert scenario_from_json(simulate("monday", "--show")) == READY_MADE["monday"]


def test_it_plays_with_the_policies_of_the_deployment_where_that_is_asked(
    file: Path, settings: Settings
) -> None:
    settings.QUEUE_POLICIES = {"*": {"ring_seconds": 40, "talk_limit_seconds": 9}}
    settings.QUEUE_ORDER = {"W#English#Any": "lifo", "W#French#Any": "lifo"}
    runtime.forget()
    try:
        shown = json.loads(simulate(str(file), "--as-deployed", "--show"))
    finally:
        runtime.forget()

    assert shown["policies"] == {"*": {"ring_seconds": 40}}
    assert shown["queue_order"] == {"W#English#Any": "lifo"}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--fast", "--speed", "2"], "--speed and --on-the-deployment are for real time: leave --fast out"),
        (["--fast", "--on-the-deployment"], "--speed and --on-the-deployment are for real time: leave"),
        (["--replications", "3"], "--replications is for virtual time: add --fast"),
        (["--speed", "101"], "speed: 101 is not allowed; from 0.1 to 100 times real time"),
        (["--speed", "0.01"], "speed: 0.01 is not allowed"),
    ],
)
def test_what_belongs_to_the_other_clock_is_refused(file: Path, words: list[str], line: str) -> None:
    with pytest.raises(CommandError) as refused:
        simulate(str(file), *words)

    assert str(refused.value).startswith(line)


def test_more_than_can_be_played_in_real_time_is_refused_before_anything_is_made() -> None:
    with pytest.raises(CommandError, match=r"^calls per second at this speed: 110 is not allowed; from 0 to"):
        simulate("shift-start", "--speed", "55")


def test_a_refusal_names_file_or_field(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({**scenario_to(a_scenario()), "speed": 0}), encoding="utf-8")
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(CommandError, match=r"^speed: 0 is not allowed; from 0.1 to 100 times real time$"):
        simulate(str(wrong), "--fast")
    with pytest.raises(
        CommandError, match=r"neither ready-made \(published, monday, .*\) nor a file \(No such file"
    ):
        simulate("nothing", "--fast")
    with pytest.raises(CommandError, match=r"it is not text in UTF-8"):
        simulate(str(binary), "--fast")
    with pytest.raises(CommandError, match=r"^replications: 0 is not allowed; from 1 to 1,000$"):
        simulate("published", "--fast", "--replications", "0")

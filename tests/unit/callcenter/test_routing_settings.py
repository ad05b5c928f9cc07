"""Policies from the environment; a wrong one ends every process."""

import json
from pathlib import Path
from typing import Any

import pytest

from callcenter import checks
from callcenter.env import SettingError
from tests.unit.callcenter.test_settings import run

SHOW = (
    "import json; from callcenter import settings as s; print(json.dumps([s.QUEUE_POLICIES, s.AGENT_POLICY]))"
)
QUEUE_FIELDS = {"ring_seconds": 20, "wrap_up_seconds": 30, "max_offers": 5, "promote_after_seconds": 120}


def shown(data: Path, **environ: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The policies of queues and of agents that an environment makes."""
    done = run(data, "-c", SHOW, **environ)
    assert done.returncode == 0, done.stderr
    queues, agents = json.loads(done.stdout)
    return queues, agents


def test_without_any_variable_the_defaults_are_set_out(tmp_path: Path) -> None:
    queues, agents = shown(tmp_path)

    assert {name: queues["*"][name] for name in QUEUE_FIELDS} == QUEUE_FIELDS
    assert (list(queues), agents) == (["*"], {"max_missed_offers": 3})


def test_each_variable_holds_for_all_queues_and_an_object_says_more(tmp_path: Path) -> None:
    queues, agents = shown(
        tmp_path,
        RING_SECONDS="10",
        WRAP_UP_SECONDS="0",
        MAX_OFFERS="2",
        PROMOTE_AFTER_SECONDS="0",
        MAX_MISSED_OFFERS="7",
        QUEUE_POLICIES='{"*": {"wrap_up_seconds": 5}, "W#Spanish#Any": {"ring_seconds": 15}}',
        AGENT_POLICY='{"no_answer_rest_seconds": 0}',
    )

    assert (queues["*"]["ring_seconds"], queues["*"]["max_offers"]) == (10, 2)
    assert (queues["*"]["wrap_up_seconds"], queues["*"]["promote_after_seconds"]) == (5, 0)
    assert queues["W#Spanish#Any"] == {"ring_seconds": 15}
    assert agents == {"max_missed_offers": 7, "no_answer_rest_seconds": 0}


@pytest.mark.parametrize("command", [("manage.py", "check"), ("-c", "import callcenter.asgi")])
def test_a_policy_that_cannot_be_meant_ends_a_process_with_one_line(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    done = run(tmp_path, *command, QUEUE_POLICIES='{"W#Spanish#Any": {"ring_seconds": 0}}')

    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "error: QUEUE_POLICIES W#Spanish#Any ring_seconds='0' cannot be used: from 1 to 600"
    ]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("RING_SECONDS", "0", "it must be from 1 to 600"),
        ("WRAP_UP_SECONDS", "3601", "it must be from 0 to 3600"),
        ("MAX_OFFERS", "0", "it must be from 1 to 100"),
        ("PROMOTE_AFTER_SECONDS", "-1", "it must be from 0 to 86400"),
        ("MAX_MISSED_OFFERS", "101", "it must be from 1 to 100"),
    ],
)
def test_a_variable_beyond_its_limit_is_named(tmp_path: Path, name: str, value: str, said: str) -> None:
    done = run(tmp_path, "manage.py", "check", **{name: value})

    assert done.stderr == f"error: {name}={value!r} cannot be used: {said}\n"


@pytest.mark.parametrize("name", ["QUEUE_POLICIES", "AGENT_POLICY"])
def test_policies_that_are_no_object_are_refused(tmp_path: Path, name: str) -> None:
    done = run(tmp_path, "manage.py", "check", **{name: "[]"})

    assert done.stderr == f"error: {name}='…' cannot be used: a JSON object is needed\n"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"languages": ("Any",)}, "LANGUAGES='Any' cannot be used: a name has 1 to 40 characters"),
        ({"order": {"Q#Klingon#F": "lifo"}}, "QUEUE_ORDER='Q#Klingon#F' cannot be used: language: 'Klingon'"),
        (
            {"order": {"Spanish": "lifo"}},
            "QUEUE_ORDER='Spanish' cannot be used: queue: 'Spanish' is no queue",
        ),
        ({"queues": {"W#X#F": {}}}, "QUEUE_POLICIES='W#X#F' cannot be used: language: 'X' is not allowed"),
        ({"queues": {"*": {"ring": 1}}}, "QUEUE_POLICIES * ring='1' cannot be used: there is no such field"),
        ({"agents": {"max_missed_offers": 0}}, "AGENT_POLICY max_missed_offers='0' cannot be used: from 1"),
    ],
)
def test_what_only_the_core_can_judge_is_named_by_its_variable(wrong: dict[str, Any], said: str) -> None:
    fine: dict[str, Any] = {
        "languages": ("Spanish",),
        "genders": ("F",),
        "topics": (),
        "order": {"Q#Spanish#F": "lifo"},
        "queues": {"W#Spanish#F": {"ring_seconds": 30}},
        "agents": {},
    }
    checks.check_routing(**fine)

    with pytest.raises(SettingError) as caught:
        checks.check_routing(**{**fine, **wrong})

    assert str(caught.value).startswith(said)


def test_an_outcome_can_be_required_only_where_there_are_some(tmp_path: Path) -> None:
    queues = json.dumps({"*": {"outcome_required": True}})
    refused = run(tmp_path, "-c", SHOW, QUEUE_POLICIES=queues)

    assert refused.returncode != 0
    assert "set OUTCOMES" in refused.stderr
    outcomes = json.dumps({"sales": {"label": "Sales", "codes": {"lost": "Not interested"}}})
    assert shown(tmp_path, QUEUE_POLICIES=queues, OUTCOMES=outcomes)[0]["*"]["outcome_required"] is True

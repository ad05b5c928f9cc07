"""Policies in force over HTTP: every value names the key that sets it."""

import json
from typing import Any

import pytest

from api.access.scopes import Scope
from routing.router import Router
from tests.integration.api.conftest import Caller, a_program, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("router")]


@pytest.fixture
def admin(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("admin", Scope.ADMIN)


def in_force(who: Caller) -> dict[str, dict[str, tuple[Any, str]]]:
    found = who.get("/policies").body["policies"]
    return {
        one["key"]: {each["name"]: (each["value"], each["source"]) for each in one["values"]} for one in found
    }


def test_each_value_says_which_key_sets_it(admin: Caller, router: Router) -> None:
    queues = {"*": {"ring_seconds": 25, "max_offers": 7}, "W#Spanish#Any": {"ring_seconds": 35}}
    document = {"queues": queues, "agents": {"max_missed_offers": 4}}
    saved = admin.ask("PUT", "/settings/policies", json.dumps({"document": document, "version": 0}))
    assert saved.status == 200, saved.body

    found = in_force(admin)
    assert found["W#Spanish#Any"]["ring_seconds"] == (35, "W#Spanish#Any")
    assert found["W#Spanish#Any"]["max_offers"] == (7, "*")
    assert found["W#Spanish#Any"]["restore_to_end"] == (False, "default")
    assert found["W#English#Any"]["ring_seconds"] == found["*"]["ring_seconds"] == (25, "*")
    assert found["agents"]["max_missed_offers"] == (4, "agents")
    assert {str(one) for one in router.skills.call_queues_of("")} <= found.keys()
    assert admin.get("/policies").body["version"] == 1


def test_administrators_read_policies_and_others_do_not(reader: Caller) -> None:
    assert a_user("ada", "administrators").get("/policies").status == 200
    assert reader.get("/policies").status == a_user("mara", "supervisors").get("/policies").status == 403

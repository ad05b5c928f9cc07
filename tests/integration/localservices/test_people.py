"""Users of the demo: how they sign in, and their permissions."""

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from localservices.demo.people import people_prepare
from localservices.demo.sample_centre import ROLES

pytestmark = pytest.mark.django_db


def test_it_makes_users_who_can_sign_in() -> None:
    people = people_prepare(ROLES)

    assert [person.name for person in people] == ["supervisor", "operator", "administrator"]
    for person in people:
        assert authenticate(username=person.name, password=person.password) is not None


def test_the_operator_may_not_control_the_load_or_intervene() -> None:
    people_prepare(ROLES)

    supervisor, operator = (User.objects.get(username=name) for name in ("supervisor", "operator"))

    both = {"live.view_board", "dashboard.change_agent_choice"}
    assert operator.get_all_permissions() == both
    more = {"simulation.control_load", "dashboard.supervise", "dashboard.plan"}
    assert supervisor.get_all_permissions() == both | more


def test_it_gives_new_passwords_at_each_start() -> None:
    first, second = people_prepare(ROLES)[0], people_prepare(ROLES)[0]

    assert first.password != second.password
    assert authenticate(username=first.name, password=first.password) is None
    assert User.objects.count() == 3


def test_its_address_signs_in_with_one_click_in_the_demo_only(client: Client, settings: Settings) -> None:
    person = people_prepare(ROLES)[0]

    settings.DEMO = False
    assert client.get(person.sign_in_path).status_code == 404
    settings.DEMO = True
    client.get(person.sign_in_path)

    assert client.session["_auth_user_id"] == str(User.objects.get(username=person.name).pk)

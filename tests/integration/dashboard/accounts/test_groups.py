"""Groups that the migrations create."""

import pytest
from django.contrib.auth.models import Group, Permission

pytestmark = pytest.mark.django_db


def permissions_of(group: str) -> set[str]:
    found = Group.objects.get(name=group).permissions.select_related("content_type")
    return {f"{one.content_type.app_label}.{one.codename}" for one in found}


def test_operators_see_the_board_and_choose_for_agents() -> None:
    assert permissions_of("operators") == {"live.view_board", "dashboard.change_agent_choice"}


def test_supervisors_intervene_and_control_the_load_too() -> None:
    more = {"dashboard.supervise", "simulation.control_load", "dashboard.plan"}
    assert permissions_of("supervisors") == permissions_of("operators") | more


@pytest.mark.parametrize(
    "codename", ["view_board", "change_agent_choice", "supervise", "control_load", "plan", "administer"]
)
def test_each_permission_exists_once(codename: str) -> None:
    assert Permission.objects.filter(codename=codename).count() == 1

"""Fields of policies on pages: each field of the model is there once, with its unit."""

from dataclasses import fields

import pytest

from dashboard.setup.policy_fields import AGENT_FIELDS, QUEUE_FIELDS, Fields, Unit
from routing.model.policies import LIMITS, AgentPolicy, QueuePolicy


@pytest.mark.parametrize(
    ("groups", "policy"),
    [(QUEUE_FIELDS, QueuePolicy()), (AGENT_FIELDS, AgentPolicy())],
    ids=["queue", "agent"],
)
def test_each_field_of_the_policy_is_shown_once(groups: Fields, policy: QueuePolicy | AgentPolicy) -> None:
    shown = [one for _, group in groups for one in group]
    assert sorted(one.name for one in shown) == sorted(one.name for one in fields(policy))
    of_one = {one.name for one in shown if one.unit is Unit.SHARE}
    assert of_one == {one.name for one in shown if LIMITS.get(one.name, (0, 9))[1] == 1}

"""Policies in force: each queue's values, and where each comes from."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema

from api.access.allowed import Allowed
from api.access.scopes import Scope
from operations.operation import Permission
from routing import services
from routing.model.policies import ALL_CHATS, ALL_QUEUES, Policies, read_policies
from routing.model.queues import CHAT, QueueKey
from routing.model.settings.documents import AGENTS, QUEUES, Kind
from routing.model.settings.policy_sources import base_with, own_values, policy_at
from routing.runtime import first_documents
from routing.runtime import router as routing

router = Router(tags=["settings"])
ADMINISTRATORS = Allowed(Scope.ADMIN, Permission.ADMINISTER)


class PolicyValueOut(Schema):
    """A value, and the key that sets it: its own, `*.chat` or `*`; `default` if none does."""

    name: str
    value: bool | int | float | str
    source: str


class PolicyOut(Schema):
    """The policy of a queue; of all queues (`*`), all chats (`*.chat`), or `agents`."""

    key: str
    values: list[PolicyValueOut]


class PoliciesOut(Schema):
    """Every policy in force, and the version of the settings `policies` that they come from."""

    version: int
    policies: list[PolicyOut]


@router.get("/policies", auth=ADMINISTRATORS, response=PoliciesOut)
def policies(request: HttpRequest) -> dict[str, Any]:
    """Lists the values in force for agents and for every queue, and where each comes from."""
    centre = routing()
    kept = services.settings_kept(centre, first_documents())[Kind.POLICIES]
    found = read_policies(kept.document.get(QUEUES, {}), kept.document.get(AGENTS, {}), centre.skills)
    channels = centre.skills.channels
    general = [AGENTS, ALL_QUEUES, *([ALL_CHATS] if CHAT in channels else [])]
    queues = [one for channel in channels for one in centre.skills.call_queues_of(channel)]
    keys: dict[str, QueueKey | None] = {**dict.fromkeys(general), **{str(one): one for one in queues}}
    return {
        "version": kept.version,
        "policies": [_policy(kept.document, found, key, queue) for key, queue in keys.items()],
    }


def _policy(document: Mapping[str, Any], found: Policies, key: str, queue: QueueKey | None) -> dict[str, Any]:
    own = own_values(document, key)
    values = [
        {
            "name": name,
            "value": value,
            "source": key if name in own else base_with(document, key, name, value),
        }
        for name, value in asdict(policy_at(found, key, queue)).items()
    ]
    return {"key": key, "values": values}

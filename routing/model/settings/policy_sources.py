"""Policies of the keys of their document: what a key sets itself, what it inherits, and from where. Pure."""

from collections.abc import Mapping
from typing import Any

from routing.model.policies import ALL_CHATS, ALL_QUEUES, AgentPolicy, Policies, QueuePolicy
from routing.model.queues import CALL_SIDE, CHAT, SEPARATOR, QueueKey, line_of
from routing.model.settings.documents import AGENTS, QUEUES

DEFAULT = "default"


def is_of_chats(key: str) -> bool:
    return key == ALL_CHATS or key.split(SEPARATOR, maxsplit=1)[0] == line_of(CALL_SIDE, CHAT)


def own_values(document: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The fields that the document sets for a key itself."""
    found = document.get(AGENTS, {}) if key == AGENTS else document.get(QUEUES, {}).get(key, {})
    return dict(found)


def bases_of(key: str) -> tuple[str, ...]:
    """The keys that a key takes fields from, the nearest first."""
    if key in (AGENTS, ALL_QUEUES):
        return ()
    return (ALL_CHATS, ALL_QUEUES) if is_of_chats(key) and key != ALL_CHATS else (ALL_QUEUES,)


def base_with(document: Mapping[str, Any], key: str, name: str, value: object) -> str:
    """The key that a value comes from which the key does not set itself, or `default`."""
    for base in bases_of(key):
        if name in (found := own_values(document, base)):
            return base if found[name] == value else DEFAULT
    return DEFAULT


def policy_at(policies: Policies, key: str, queue: QueueKey | None) -> QueuePolicy | AgentPolicy:
    """The policy in force for a key; `queue` is its queue, if it names one."""
    if key == AGENTS:
        return policies.agents
    if queue is not None:
        return policies.of(queue)
    return policies.chats if key == ALL_CHATS else policies.default

"""Configuration of the chats at a desk, for the page's script."""

from typing import Any

from django.conf import settings

from messaging.model.scenes import Scene
from messaging.runtime import scenes
from routing.model.queues import CHAT, call_queue

SOCKET = "/ws/messages/"


def chat_config() -> dict[str, Any]:
    """Where messages come from, the scenes by name, the queues of their chats, and the robots."""
    known = scenes()
    found = list(known.by_name.values())
    return {
        "socket": SOCKET,
        "recallSeconds": settings.RECALL_SECONDS,
        "scenes": {scene.name: scene.title or scene.name for scene in found},
        "queues": sorted({_queue(scene) for scene in found}),
        "robots": known.robots,
    }


def _queue(scene: Scene) -> str:
    return str(call_queue(scene.language, scene.gender, scene.topic, CHAT))

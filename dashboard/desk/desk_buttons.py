"""Buttons of a desk, from the catalogue: what can be done with its call, in wrap-up, and its choices."""

from dataclasses import replace
from typing import Any

from django.urls import reverse

from dashboard.operations.operation_forms import FormButton, Seen, form_button
from dashboard.operations.script_buttons import script_button
from operations.buttons import Button, Place
from operations.catalogue import buttons_at
from operations.operation import Operation, Subject


def desk_buttons(subject: Subject, agent_id: str, seen: Seen) -> list[FormButton]:
    """Those for a call or an agent with this status."""
    return [
        form_button(operation, button, replace(seen, one=agent_id), Place.DESK)
        for operation, button in _in_order()
        if operation.subject is subject and button in operation.buttons_at(Place.DESK, seen.status)
    ]


def desk_config(agent_id: str) -> list[dict[str, Any]]:
    return [
        script_button(operation, button, reverse(f"desk-{operation.verb}", args=[agent_id]))
        for operation, button in _in_order()
    ]


def _in_order() -> list[tuple[Operation, Button]]:
    """Those for calls first, choices last; the main one is the last of its stage."""

    def place(one: tuple[Operation, Button]) -> tuple[bool, bool, bool]:
        operation, button = one
        is_main = button.desk is not None and button.desk.look == "primary"
        return operation.subject is Subject.AGENT, button.is_choice, is_main

    return sorted(buttons_at(Place.DESK).values(), key=place)

"""Catalogue: every operation, by the name of its address. Adding one is a declaration and a service."""

from operations.agents import ON_AGENTS
from operations.buttons import Button, Place
from operations.calls import ON_CALLS
from operations.chats import ON_CHATS
from operations.contact_outcomes import OUTCOME
from operations.dead_letters import RESTORE_MANY
from operations.intake import INTAKE
from operations.operation import Operation

CATALOGUE: dict[str, Operation] = {
    operation.name: operation
    for operation in (*ON_AGENTS, *INTAKE, *ON_CALLS, *ON_CHATS, OUTCOME, RESTORE_MANY)
}


def buttons_at(place: Place) -> dict[str, tuple[Operation, Button]]:
    """All buttons at a place, in whichever status, by name."""
    return {
        operation.name_of(button): (operation, button)
        for operation in CATALOGUE.values()
        for button in operation.buttons
        if button.stands(place)
    }

"""Catalogue: every operation, by the name of its address. Adding one is a declaration and a service."""

from operations.agents import ON_AGENTS
from operations.calls import ON_CALLS
from operations.dead_letters import RESTORE_MANY
from operations.intake import INTAKE
from operations.operation import Many, Operation

CATALOGUE: dict[str, Operation] = {
    operation.name: operation for operation in (*ON_AGENTS, *INTAKE, *ON_CALLS, RESTORE_MANY)
}


def for_many() -> dict[str, tuple[Operation, Many]]:
    """What can be done for many agents at once, by name."""
    return {many.name: (operation, many) for operation in CATALOGUE.values() for many in operation.many}

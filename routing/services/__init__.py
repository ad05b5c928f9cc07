"""The core's operations: `<entity>_<verb>`, each one guarded transaction, told once committed."""

from routing.services.agents import (
    agent_choose,
    agent_create,
    agent_end_wrap_up,
    agent_enqueue,
)
from routing.services.calls import call_abandon, call_accept, call_complete, call_decline, call_enqueue
from routing.services.matching import match_once, queue_assign
from routing.services.reset import agents_reset
from routing.services.seeding import agents_seed
from routing.services.shift_start import agents_add, agents_enqueue
from routing.services.tables import queues_ensure, table_create, table_delete

__all__ = [
    "agent_choose",
    "agent_create",
    "agent_end_wrap_up",
    "agent_enqueue",
    "agents_add",
    "agents_enqueue",
    "agents_reset",
    "agents_seed",
    "call_abandon",
    "call_accept",
    "call_complete",
    "call_decline",
    "call_enqueue",
    "match_once",
    "queue_assign",
    "queues_ensure",
    "table_create",
    "table_delete",
]

"""Completed call: within a kilobyte, so that it costs as few units as any other item."""

from routing import services
from routing.runtime import new_id
from routing.storage import keys
from tests.builders import a_router, a_waiting_agent, as_call
from tests.centres import match_all
from tests.memory.sizes import WRITE_UNIT_BYTES, item_bytes
from tests.memory.table import MemoryTable


def test_one_that_was_answered_at_once_fits_in_one_unit() -> None:
    table = MemoryTable()
    router = a_router(table, topics=("Technical",), new_id=new_id)
    agent_id = new_id()
    a_waiting_agent(router, agent_id, topics=["Technical"])
    caller, source = "+34 955 550 199", "main line"
    call = services.call_enqueue(router, language="Spanish", topic="Technical", caller=caller, source=source)
    call_id = as_call(call).call_id
    assert match_all(router) == [(call_id, agent_id)]
    services.call_accept(router, call_id=call_id, agent_id=agent_id, by="marta")
    services.call_complete(router, call_id=call_id, wrap_up_seconds=30, by="marta")

    completed = table.get(keys.call_key(call_id))

    assert completed is not None
    assert completed["CallStatus"] == "completed"
    assert item_bytes(completed) <= WRITE_UNIT_BYTES

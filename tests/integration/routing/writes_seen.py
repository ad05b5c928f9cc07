"""Writing operations on what the caller has seen, each with an agent or call to work on."""

from collections.abc import Callable
from dataclasses import replace

from routing import selectors, services
from routing.model.calls import CallStatus
from routing.router import Router, Seen
from tests.centres import a_call_in
from tests.integration.routing.writes import WriteCase


def _call_in(status: CallStatus) -> Callable[[Router], object]:
    return lambda router: a_call_in(router, status, "c0")


def _nobody(router: Router) -> None:
    assert router.table.exists()


def _seeing(router: Router) -> Router:
    call, agent = selectors.call(router, "c0"), selectors.agent(router, "ana")
    return replace(router, seen=Seen(call, agent))


SEEN_WRITES = (
    WriteCase(
        "accept, seen",
        _call_in(CallStatus.OFFERED),
        lambda router: services.call_accept(_seeing(router), call_id="c0", agent_id="ana"),
    ),
    WriteCase(
        "complete, seen",
        _call_in(CallStatus.IN_PROGRESS),
        lambda router: services.call_complete(_seeing(router), call_id="c0", wrap_up_seconds=9),
    ),
    WriteCase(
        "end wrap-up, seen",
        _call_in(CallStatus.COMPLETED),
        lambda router: services.agent_end_wrap_up(_seeing(router), agent_id="ana"),
        takes_ticket=True,
    ),
    WriteCase(
        "enqueue, seen to be absent",
        _nobody,
        lambda router: services.call_enqueue(
            replace(router, seen=Seen(absent="c9")), call_id="c9", language="Spanish"
        ),
        takes_ticket=True,
    ),
)

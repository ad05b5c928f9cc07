"""Writing operations by which caller data go, with a call that is over to work on."""

from dataclasses import replace
from datetime import timedelta

from routing import selectors, services
from routing.router import Router
from tests.builders import NOON, a_waiting_call
from tests.integration.routing.writes import WriteCase


def _over(router: Router) -> None:
    person = replace(router, origin="desk 7", actor="olga")
    for call_id in ("c0", "c1"):
        a_waiting_call(person, call_id)
        services.call_remove(person, call_id=call_id, reason="prank", by="olga")


def _begin(router: Router) -> object:
    return services.erasure_begin(router, contacts=("kim",), callers=("+49305550199",), reason="2 calls")


BEGINNING = WriteCase("erasure_begin", _over, _begin)
# Removals keep no id to find.
ERASING = (
    WriteCase(
        "calls_erase",
        _over,
        lambda router: services.calls_erase(router, selectors.calls(router, ["c0", "c1"])),
    ),
    WriteCase(
        "erasure_end",
        _begin,
        lambda router: services.erasure_end(router, services.erasures_pending(router)[0].erasure_id),
    ),
    WriteCase(
        "trail_expire",
        _over,
        lambda router: services.trail_expire(router, before=NOON + timedelta(days=2), enough=lambda: False),
    ),
)

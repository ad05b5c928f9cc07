"""Preview of policies: what their values would have meant for the calls of the last hour."""

from datetime import timedelta
from itertools import islice

from routing import selectors
from routing.model.calls import Call
from routing.model.policies import Policies
from routing.model.queues import QueueKey
from routing.model.settings.what_if import WhatIf, together, what_if
from routing.router import Router

MOST_CALLS, MOST_EFFECTS = 5000, 50


def preview_of(router: Router, before: Policies, after: Policies) -> WhatIf:
    """For all queues whose policy changes, in one."""
    return together(previews(router, before, after).values())


def previews(router: Router, before: Policies, after: Policies) -> dict[QueueKey, WhatIf]:
    """For each queue that had calls and whose policy changes."""
    at, by_queue = router.clock(), dict[QueueKey, list[Call]]()
    for call in _calls(router):
        by_queue.setdefault(router.queue_of(call), []).append(call)
    return {
        queue: what_if(calls, before.of(queue), after.of(queue), at)
        for queue, calls in sorted(by_queue.items())
        if before.of(queue) != after.of(queue)
    }


def _calls(router: Router) -> list[Call]:
    since = router.clock() - timedelta(hours=1)
    found = islice(selectors.calls_since(router, since), MOST_CALLS)
    return list({call.call_id: call for call in found}.values())

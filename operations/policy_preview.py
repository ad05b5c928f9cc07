"""Preview of policies: what their values would have meant for the calls of the last hour."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import islice

from routing import selectors
from routing.model.calls import Call
from routing.model.policies import ALL_CHATS, AgentPolicy, Policies, QueuePolicy
from routing.model.queues import CHAT, QueueKey
from routing.model.settings.what_if import WhatIf, what_if
from routing.router import Router

MOST_CALLS, MOST_EFFECTS = 5000, 50
Policy = QueuePolicy | AgentPolicy


def preview_of(router: Router, key: str, queue: QueueKey | None, policies: Sequence[Policy]) -> WhatIf | None:
    """For a key and its queue, if it names one, with the policy before and after; None for agents."""
    before, after = policies
    if not isinstance(before, QueuePolicy) or not isinstance(after, QueuePolicy):
        return None
    at = router.clock()
    calls = [one for one in _calls(router) if _concerns(key, queue, router.queue_of(one))]
    return what_if(calls, before, after, at)


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


def _concerns(key: str, queue: QueueKey | None, of_call: QueueKey) -> bool:
    if queue is not None:
        return of_call == queue
    return (of_call.channel == CHAT) == (key == ALL_CHATS)

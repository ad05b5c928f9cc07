"""Preview of a policy: what its values would have meant for the calls of the last hour."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice

from dashboard.pages.callers import named
from routing import selectors
from routing.model.policies import ALL_CHATS, AgentPolicy, QueuePolicy
from routing.model.queues import CHAT, QueueKey
from routing.model.settings.what_if import Effect, WhatIf, what_if
from routing.runtime import router

MOST_CALLS, MOST_EFFECTS = 5000, 50
Policy = QueuePolicy | AgentPolicy


def preview_of(key: str, queue: QueueKey | None, policies: Sequence[Policy]) -> WhatIf | None:
    """For a key and its queue, if it names one, with the policy before and after; None for agents."""
    before, after = policies
    if not isinstance(before, QueuePolicy) or not isinstance(after, QueuePolicy):
        return None
    centre = router()
    at = centre.clock()
    found = {
        call.call_id: call
        for call in islice(selectors.calls_since(centre, at - timedelta(hours=1)), MOST_CALLS)
        if _concerns(key, queue, centre.queue_of(call))
    }
    return what_if(found.values(), before, after, at)


def first_effects(preview: WhatIf) -> list[Effect]:
    """The first ones, with the names of their callers."""
    effects = preview.effects[:MOST_EFFECTS]
    calls = named(one.call for one in effects)
    return [replace(one, call=call) for one, call in zip(effects, calls, strict=True)]


def _concerns(key: str, queue: QueueKey | None, of_call: QueueKey) -> bool:
    if queue is not None:
        return of_call == queue
    return (of_call.channel == CHAT) == (key == ALL_CHATS)

"""Newest events of a queue as reported, read from its reporting buffer."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

import redis
from django.conf import settings

from dashboard.formats.skill_names import in_words
from reporting.buffers.grouping import GroupBy
from reporting.selectors import event_list
from routing.model.words import event_word

SHOWN = 20


@dataclass(frozen=True)
class Reported:
    """One event of the queue, in words, with its `reason`."""

    at: datetime
    word: str
    call_id: str
    agent_id: str
    by: str
    reason: str


def is_kept() -> bool:
    """Whether the settings keep events by queue as a log."""
    by_queue = GroupBy(settings.REPORTING_KEY) is GroupBy.QUEUE
    return bool(settings.REPORTING_SINKS and by_queue and settings.REPORTING_LIMITS["keep"])


def reported(queue: str) -> list[Reported] | None:
    """The newest events of a queue's key, the newest first; None while Redis does not answer."""
    try:
        found = event_list(queue, newest=min(SHOWN, settings.REPORTING_LIMITS["keep"]))
    except redis.RedisError:
        return None
    return [*_read(reversed(found))]


def _read(lines: Iterable[bytes]) -> Iterator[Reported]:
    for line in lines:
        told = json.loads(line)
        yield Reported(
            at=datetime.fromisoformat(told["at"]),
            word=event_word(told["kind"]),
            call_id=told.get("call_id") or "",
            agent_id=told.get("agent_id") or "",
            by=told.get("by") or "",
            reason=in_words(told.get("reason") or ""),
        )

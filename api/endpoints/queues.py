"""Queues of calls and of agents: depth, version id, longest wait, expected wait."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import Page, page_of
from api.conventions.moments import Moment
from api.conventions.problems import Problem
from live.feed.expected import seconds_each_ahead
from operations.operation import Permission
from routing import selectors
from routing.exceptions import RoutingError
from routing.model.queues import CALL_SIDE, QueueInfo, QueueKey
from routing.router import Router as Centre
from routing.runtime import router as routing

router = Router(tags=["queues"])
READERS = Allowed(Scope.READ, Permission.VIEW_BOARD)


@dataclass(frozen=True)
class Queue:
    """A queue as it is now; `waiting_since` is the start of its longest wait."""

    queue: str
    name: str
    holds: str
    channel: str
    language: str
    gender: str
    topic: str
    depth: int
    version: int
    waiting_since: datetime | None
    expected_wait_seconds: float | None
    open: bool
    opens_at: datetime | None
    closed_text: str


class QueueOut(Schema):
    """A queue. `holds` is `calls` or `agents`; `channel` is `chat`, or empty for calls; `name` is for people.

    `version` goes up by one with each change. `expected_wait_seconds` is an estimate for a call that joins
    now; null if nobody waits or it is unknown. `open` is false outside opening hours; then new calls
    overflow, are refused with `closed_text`, or wait. `opens_at` is null if it is open, or does not open
    within a year. Queues of agents are always open.
    """

    queue: str
    name: str
    holds: str
    channel: str
    language: str
    gender: str
    topic: str
    depth: int
    version: int
    waiting_since: Moment | None
    expected_wait_seconds: float | None
    open: bool
    opens_at: Moment | None
    closed_text: str


@router.get("/queues", auth=READERS, response=Items[QueueOut])
def queues(request: HttpRequest, cursor: Cursor = None, limit: Limit = WHOLE_PAGE) -> Page[Queue]:
    """Lists the queues of calls and of agents, by key."""
    centre = routing()
    infos = [*selectors.call_queue_infos(centre), *selectors.agent_queue_infos(centre)]
    return page_of(sorted(_shown(centre, infos), key=_place), _place, cursor=cursor, limit=limit)


@router.get("/queues/{path:queue}", auth=READERS, response=QueueOut)
def queue(request: HttpRequest, queue: str) -> Queue:
    """Returns one queue, by its key with `#` sent as `%23`."""
    centre = routing()
    try:
        key = centre.skills.queue_named(queue)
    except RoutingError as error:
        raise Problem(HTTPStatus.NOT_FOUND, str(error), field="queue") from None
    return _shown(centre, [_info(centre, key)])[0]


def _info(centre: Centre, key: QueueKey) -> QueueInfo:
    """The info of a queue; a chat queue that was never used has none."""
    of_side = selectors.call_queue_infos if key.side == CALL_SIDE else selectors.agent_queue_infos
    return next((info for info in of_side(centre) if info.key == key), QueueInfo(key, 0, 0))


def _shown(centre: Centre, infos: Sequence[QueueInfo]) -> list[Queue]:
    since = selectors.longest_waits(centre, infos)
    each = seconds_each_ahead() if any(info.depth for info in infos) else {}
    return [
        Queue(
            queue=str(info.key),
            name=centre.names.of_queue(info.key),
            holds="calls" if info.key.side == CALL_SIDE else "agents",
            channel=info.key.channel,
            language=info.key.language,
            gender=info.key.gender,
            topic=info.key.topic,
            depth=info.depth,
            version=info.version,
            waiting_since=since.get(info.key),
            expected_wait_seconds=_expected(each.get(str(info.key)), info.depth),
            **_hours(centre, info.key),
        )
        for info in infos
    ]


def _hours(centre: Centre, key: QueueKey) -> dict[str, Any]:
    rule = centre.hours.of(key) if key.side == CALL_SIDE else None
    if rule is None:
        return {"open": True, "opens_at": None, "closed_text": ""}
    found = rule.standing(centre.clock())
    return {
        "open": found.is_open,
        "opens_at": found.opens_at,
        "closed_text": "" if found.is_open else rule.text,
    }


def _expected(each: float | None, depth: int) -> float | None:
    return None if each is None or not depth else float(round(each * depth))


def _place(one: Queue) -> tuple[str]:
    return (one.queue,)

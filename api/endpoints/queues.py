"""Queues of calls and of agents: depth, version id, longest wait."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from ninja import Router, Schema

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import Page, page_of
from api.conventions.moments import Moment
from operations.operation import Permission
from routing import selectors
from routing.model.queues import CALL_SIDE
from routing.runtime import router as routing

router = Router(tags=["queues"])


@dataclass(frozen=True)
class Queue:
    """A queue as it is now; `waiting_since` is the start of its longest wait."""

    queue: str
    holds: str
    language: str
    gender: str
    topic: str
    depth: int
    version: int
    waiting_since: datetime | None


class QueueOut(Schema):
    """A queue. `holds` is `calls` or `agents`; `version` goes up by one with each change."""

    queue: str
    holds: str
    language: str
    gender: str
    topic: str
    depth: int
    version: int
    waiting_since: Moment | None


@router.get("/queues", auth=Allowed(Scope.READ, Permission.VIEW_BOARD), response=Items[QueueOut])
def queues(request: HttpRequest, cursor: Cursor = None, limit: Limit = WHOLE_PAGE) -> Page[Queue]:
    """Lists the queues of calls and of agents, by key."""
    centre = routing()
    infos = [*selectors.call_queue_infos(centre), *selectors.agent_queue_infos(centre)]
    since = selectors.longest_waits(centre, infos)
    found = [
        Queue(
            queue=str(info.key),
            holds="calls" if info.key.side == CALL_SIDE else "agents",
            language=info.key.language,
            gender=info.key.gender,
            topic=info.key.topic,
            depth=info.depth,
            version=info.version,
            waiting_since=since.get(info.key),
        )
        for info in infos
    ]
    return page_of(sorted(found, key=_place), _place, cursor=cursor, limit=limit)


def _place(one: Queue) -> tuple[str]:
    return (one.queue,)

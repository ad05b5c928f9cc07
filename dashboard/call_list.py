"""Owns what the list of calls shows: who lives, who ended of late, and which of them were asked for."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from routing import selectors
from routing.calls import MAX_TEXT_LENGTH, Call, CallStatus
from routing.router import Router

MOST_WAITING = 200
SHOWN_ENDED = 50
# With a filter so many are looked through for those that fit; "earlier" goes on from there.
SEARCHED_ENDED = 500
HOURS = 24
A_MOMENT = timedelta(microseconds=1)

LIVING = frozenset({CallStatus.CREATED, CallStatus.QUEUED, CallStatus.OFFERED, CallStatus.IN_PROGRESS})
ENDED = frozenset({CallStatus.COMPLETED, CallStatus.ABANDONED, CallStatus.REMOVED, CallStatus.REJECTED})
# What may be asked for in the address, in the order of the form.
CHOICES: dict[str, tuple[str, frozenset[CallStatus]]] = {
    "": ("All", LIVING | ENDED | {CallStatus.DEAD_LETTERED}),
    "waiting": ("Waiting", frozenset({CallStatus.QUEUED})),
    "ringing": ("Ringing", frozenset({CallStatus.OFFERED})),
    "in-progress": ("In progress", frozenset({CallStatus.IN_PROGRESS})),
    "ended": ("Ended, all", ENDED),
    "completed": ("Ended after a talk", frozenset({CallStatus.COMPLETED})),
    "abandoned": ("Abandoned", frozenset({CallStatus.ABANDONED})),
    "removed": ("Removed or rejected", frozenset({CallStatus.REMOVED, CallStatus.REJECTED})),
}


@dataclass(frozen=True)
class Wanted:
    """What was asked for: a name of `CHOICES`, a call queue's key, words, and ended calls until a moment."""

    status: str = ""
    queue: str = ""
    text: str = ""
    until: datetime | None = None

    @property
    def is_filter(self) -> bool:
        """Whether some calls do not fit."""
        return bool(self.status or self.queue or self.text)


@dataclass(frozen=True)
class Row:
    """One call with its agent's name and its queue; how long it waited and was talked to, once it is over."""

    call: Call
    agent: str
    queue: str
    waited: timedelta | None
    talked: timedelta | None


@dataclass(frozen=True)
class Found:
    """What was found. `waiting` is how many calls wait in all; `earlier` is where older ended calls begin."""

    living: list[Row]
    ended: list[Row]
    waiting: int
    searched: int
    earlier: datetime | None


def find_calls(router: Router, wanted: Wanted) -> Found:
    """Reads the calls that were asked for. Raises DynamoError."""
    statuses = CHOICES[wanted.status][1]
    names = {agent.agent_id: agent.name for agent in selectors.agents(router)}
    fits = _test(router, wanted, names, statuses)
    living = selectors.living_calls(router, waiting=MOST_WAITING) if statuses & LIVING else []
    limit = SEARCHED_ENDED if wanted.is_filter else SHOWN_ENDED
    searched = (
        selectors.ended_calls(router, hours=HOURS, limit=limit, until=wanted.until)
        if statuses & ENDED
        else []
    )
    ended = [call for call in (*_named(router, wanted.text), *searched) if call.is_ended and fits(call)]
    shown = [*{call.call_id: call for call in ended}.values()][:SHOWN_ENDED]
    cut = len(shown) == SHOWN_ENDED and shown[-1].ended_at
    last = shown[-1].ended_at if cut else searched[-1].ended_at if len(searched) == limit else None
    return Found(
        living=[_row(router, call, names) for call in living if fits(call)],
        ended=[_row(router, call, names) for call in shown],
        waiting=sum(info.depth for info in selectors.call_queue_infos(router)),
        searched=len(searched),
        earlier=last - A_MOMENT if last else None,
    )


def _named(router: Router, text: str) -> Iterable[Call]:
    """The call whose id was typed, however long ago it ended."""
    one = selectors.call(router, text) if text and len(text) <= MAX_TEXT_LENGTH else None
    return [one] if one else []


def _test(
    router: Router, wanted: Wanted, names: dict[str, str], statuses: frozenset[CallStatus]
) -> Callable[[Call], bool]:
    words = wanted.text.lower().split()

    def fits(call: Call) -> bool:
        if call.status not in statuses or wanted.queue not in ("", str(router.queue_of(call))):
            return False
        agent = names.get(call.agent_id or "", "")
        said = " ".join(
            (call.caller, call.call_id, call.topic, call.language, agent, call.source, call.error)
        )
        return all(word in said.lower() for word in words)

    return fits


def _row(router: Router, call: Call, names: dict[str, str]) -> Row:
    served = call.answered_at or call.ended_at
    return Row(
        call=call,
        agent=names.get(call.agent_id or "", call.agent_id or ""),
        queue=str(router.queue_of(call)),
        waited=served - call.queued_at if served and call.queued_at else None,
        talked=call.ended_at - call.answered_at if call.ended_at and call.answered_at else None,
    )

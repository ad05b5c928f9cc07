"""List of queues: its filter; agents and calls of each channel and combination of skills in one row."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from dashboard.formats.skill_names import queue_name
from routing import selectors
from routing.model.hours.schedules import Standing
from routing.model.queues import ANY, CHAT, QueueInfo, QueueKey, agent_queue
from routing.router import Router

CALL = "call"
MOST_TEXT = 60
CHANNELS = {"": "All channels", CALL: "Calls", CHAT: "Chats"}


@dataclass(frozen=True)
class Asked:
    """Words, a channel in `CHANNELS`, and whether somebody has to wait, from the address of the list."""

    text: str = ""
    channel: str = ""
    waiting: bool = False


def read_asked(address: Mapping[str, str]) -> Asked:
    """The query of an address; an unknown channel is left out."""
    channel = address.get("channel", "")
    return Asked(
        text=address.get("q", "")[:MOST_TEXT],
        channel=channel if channel in CHANNELS else "",
        waiting=address.get("waiting") == "1",
    )


@dataclass(frozen=True)
class Side:
    """One queue of a combination: depth, version id, and start of the longest wait."""

    key: str
    depth: int
    version: int
    oldest: datetime | None


@dataclass(frozen=True)
class Combination:
    """Calls or chats with one combination of preferences, and agents of the same skills, if any.

    `hours` says whether new calls are taken; None if they always are.
    `fitting` is the number of fitting agents waiting; an agent in two fitting queues counts twice.
    """

    name: str
    channel: str
    calls: Side
    agents: Side | None
    fitting: int
    hours: Standing | None = None

    @property
    def is_idle(self) -> bool:
        return not self.calls.depth and not (self.agents and self.agents.depth)

    @property
    def is_short(self) -> bool:
        """True if calls wait and no fitting agent does."""
        return self.calls.depth > 0 and self.fitting == 0


def combinations(router: Router) -> list[Combination]:
    """Every combination, in the order of the skills. Raises DynamoError."""
    agents = {info.key: info for info in selectors.agent_queue_infos(router)}
    calls = {info.key: info for info in selectors.call_queue_infos(router)}
    oldest, at = selectors.longest_waits(router, (*agents.values(), *calls.values())), router.clock()
    return [
        Combination(
            name=queue_name(key),
            channel=key.channel or CALL,
            calls=_side(info, oldest),
            agents=_side(own, oldest) if (own := agents.get(_mirrored(key))) else None,
            fitting=sum(agents[one].depth for one in selectors.fitting_queues(router, key) if one in agents),
            hours=router.hours.standing(key, at),
        )
        for key, info in calls.items()
    ]


def shown(found: Iterable[Combination], *, asked: Asked) -> list[Combination]:
    """Those of the channel, whose name has every word of the text; with `waiting` only those in use."""
    words = asked.text.lower().split()
    return [
        one
        for one in found
        if asked.channel in ("", one.channel)
        and all(word in one.name.lower() for word in words)
        and not (asked.waiting and one.is_idle)
    ]


def _mirrored(key: QueueKey) -> QueueKey:
    """The agent queue with the same skills; none for calls without a gender preference."""
    return agent_queue(key.language, key.gender, "" if key.topic == ANY else key.topic, key.channel)


def _side(info: QueueInfo, oldest: dict[QueueKey, datetime]) -> Side:
    return Side(str(info.key), info.depth, info.version, oldest.get(info.key))

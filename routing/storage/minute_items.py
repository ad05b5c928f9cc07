"""Items of agents by the minute: minutes to items and back. Pure.

There are sixty items, one for each minute of the hour: each hour overwrites the one before, so nothing grows
and nothing needs a cleanup.
"""

from collections import Counter
from datetime import UTC, datetime

from dynamo.conditions import Absent, AnyOf, Below, Condition
from dynamo.items import Attributes, Key
from routing.model.agent_minutes import MINUTE_FORMAT, AgentMinute, minute_id
from routing.model.agents import AgentStatus
from routing.model.queues import CHANNELS, line_of
from routing.storage import keys
from routing.storage.attributes import number
from routing.storage.forms import shapes
from routing.storage.forms.form import Form, Remedy

MINUTE_ID = "MinuteID"


def _began(item: Attributes) -> datetime:
    return datetime.strptime(str(item[MINUTE_ID]), MINUTE_FORMAT).replace(tzinfo=UTC)


def _minute_key(item: Attributes) -> Key:
    return keys.agent_minute_key(_began(item))


AGENT_MINUTE = Form(
    "minute",
    keys.AGENT_MINUTES,
    Remedy.REMOVED,
    Remedy.REMOVED,
    key=_minute_key,
    required={MINUTE_ID: shapes.TEXT},
    optional={line_of(str(status), channel): shapes.WHOLE for channel in CHANNELS for status in AgentStatus},
)


def is_newer(began: datetime) -> Condition:
    """The item is absent or of an earlier hour: the first write of a minute stands."""
    return Condition("minute_is_newer", AnyOf(Absent(MINUTE_ID), Below(MINUTE_ID, minute_id(began))))


def agent_minute_item(minute: AgentMinute) -> Attributes:
    """The minute's attributes, without its key: a number for each status that had agents.

    Those of chats are named `paused.chat`.
    """
    counts: Attributes = {
        line_of(str(status), channel): many
        for channel in CHANNELS
        for status, many in minute.of(channel).items()
        if many
    }
    return {MINUTE_ID: minute_id(minute.began), **counts}


def agent_minute_from(item: Attributes) -> AgentMinute:
    """The minute that an item holds. Raises UnreadableItemError if it holds none, or another one."""
    AGENT_MINUTE.check(item)
    return AgentMinute(_began(item), *(_counts(item, channel) for channel in CHANNELS))


def _counts(item: Attributes, channel: str) -> Counter[AgentStatus]:
    return Counter({status: number(item, line_of(str(status), channel)) or 0 for status in AgentStatus})

"""Storm of messages: its conversations, its processes, engine kills, and the reading when all is quiet."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from messaging import services
from messaging.messenger import Messenger
from messaging.model.conversations import direct_id
from messaging.storage.keys import log_of
from messaging.storage.log import read_from
from messaging.storage.reads import read_all_members, read_conversation, read_cursors
from tests.concurrency.messaging.storm.happened import Ending, Happened, Told
from tests.concurrency.messaging.storm.plan import MessagePlan
from tests.concurrency.messaging.storm.process import Place, Record, messenger_at, write
from tests.concurrency.storm import bring_home, crowd, rage
from tests.running import RunningEngine

MOST_MESSAGES = 1_000_000


@dataclass
class MessageReport:
    """Results of a storm of messages."""

    plan: MessagePlan
    happened: Happened = field(default_factory=Happened)
    kills: int = 0
    forged: int = 0
    lost: int = 0
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = [one.told for one in self.happened.attempts]
        counted = ", ".join(f"{told.count(one)} {one}" for one in Told if one in told)
        messages = sum(len(one.log) for one in self.happened.endings)
        recalled = sum(one.recalled for ending in self.happened.endings for one in ending.log)
        return (
            f"storm of messages of {self.plan.seconds:g} s, STORM_SEED={self.plan.seed}: {len(told)} tries "
            f"({counted}), {messages} messages in {len(self.happened.endings)} conversations, {recalled} "
            f"recalled, {len(self.happened.looks)} reads, {self.kills} kills, {self.forged} forged "
            f"conflicts, {self.lost} lost replies"
        )


def message_storm(engine: RunningEngine, plan: MessagePlan) -> MessageReport:
    """Runs the storm; call it from the main thread, which starts engines."""
    report = MessageReport(plan)
    place = _place(engine, plan)
    calm = messenger_at(place, deadline_seconds=30)
    jobs = [(place, number) for number in range(plan.processes)]
    with crowd(jobs, write) as (signals, homes):
        rage(engine, plan, signals, report)
        signals.stop.set()
        for home in homes:
            record = bring_home(home, report.failures)
            if isinstance(record, Record):
                report.happened.add(record.happened)
                report.forged, report.lost = report.forged + record.forged, report.lost + record.lost
    engine.restart()  # requests in flight are gone now
    report.happened.endings = [ending(calm, chat) for chat in place.chats]
    services.message_table_delete(calm)
    return report


def _place(engine: RunningEngine, plan: MessagePlan) -> Place:
    """A table with a group of all users, and conversations of two neighbours."""
    place = Place(engine.endpoint_url, f"storm-{uuid.uuid4().hex}", plan, {}, "group")
    messenger = messenger_at(place, deadline_seconds=30)
    services.message_table_create(messenger)
    parties = plan.parties
    for one, other in zip(parties[::2], parties[1::2], strict=True):
        services.direct_create(messenger, by=one, other=other)
        place.chats[direct_id(one, other)] = (str(one), str(other))
    services.group_create(messenger, by=parties[0], members=parties[1:], chat=place.group)
    place.chats[place.group] = tuple(map(str, parties))
    return place


def ending(messenger: Messenger, chat: str) -> Ending:
    members = read_all_members(messenger.table, chat)
    cursors = [(one.party, cursor) for one in members for cursor in read_cursors(messenger.table, one.party)]
    return Ending(
        chat,
        tuple(read_from(messenger.table, log_of(chat), 1, limit=MOST_MESSAGES)),
        read_conversation(messenger.table, chat).members,
        tuple(members),
        tuple((party, cursor) for party, cursor in cursors if cursor.chat == chat),
    )


def shown(violations: Sequence[object], *, most: int = 50) -> str:
    """The first of them, a line each."""
    return "\n".join(map(str, violations[:most]))

"""People of a storm of messages: devices that send and read, a supervisor who recalls and moves members."""

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from dynamo.exceptions import DynamoError, OutcomeUnknownError
from messaging import services
from messaging.exceptions import MessagingError
from messaging.messenger import Messenger
from messaging.model.limits import MOST_AT_ONCE
from messaging.model.messages import Message
from messaging.model.outcomes import Conflict
from messaging.model.parties import Party
from tests.concurrency.messaging.storm.happened import Attempt, Happened, Look, Recall, Told

clock = time.monotonic
# A message is tried that often at once; what is not acknowledged then is tried much later, or never.
TRIES, MOST_LATE = 4, 20
WRITES, READS = 0.6, 0.9
CATCHES_UP, SENT_TWICE = 0.3, 0.1


@dataclass
class Writer:
    """What all have: a messenger, chances, an end, and what they saw."""

    messenger: Messenger
    party: Party
    name: str
    random: Random
    pause: Callable[[float], bool]
    seen: Happened
    rest_seconds: float

    def work(self) -> None:
        """Until the storm is over."""
        raise NotImplementedError

    def goes_on(self) -> bool:
        """Rests for a while; False once the storm is over."""
        return not self.pause(self.random.uniform(0, 2 * self.rest_seconds))

    def asked(self, service: Callable[[], object]) -> tuple[Told, object]:
        """What the service said, and its answer or error."""
        try:
            answer = service()
        except OutcomeUnknownError as error:
            return Told.UNKNOWN, error
        except DynamoError as error:
            return Told.FAILED, error
        except MessagingError as error:
            return Told.REFUSED, error
        except Exception as error:  # noqa: BLE001 - the storm goes on, and the test fails at its end
            self.seen.broken.append(f"{self.name}: {error!r}")
            return Told.BROKEN, error
        return (Told.REFUSED if isinstance(answer, Conflict) else Told.DONE), answer


@dataclass
class Device(Writer):
    """One device of a user: it knows each conversation up to a number, and its own messages there."""

    chats: list[str] = field(default_factory=list)
    known: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    own: set[str] = field(default_factory=set)
    late: list[tuple[Attempt, int]] = field(default_factory=list)
    written: int = 0

    def work(self) -> None:
        """Until the storm is over."""
        while self.goes_on():
            chat, dice = self.random.choice(self.chats), self.random.random()
            if dice < WRITES:
                self.write(chat)
            elif dice < READS:
                self.read(chat)
            elif self.late:
                self.send_late()

    def write(self, chat: str) -> None:
        """A message, tried until it is acknowledged or given up; between tries the device may catch up."""
        self.written += 1
        name, base = f"{self.name}-{self.written}", self.known[chat]
        for _ in range(TRIES):
            last = self.send(chat, name, f"text {name}", base)
            if last.told not in (Told.UNKNOWN, Told.FAILED):
                break
            if self.random.random() < CATCHES_UP:
                self.read(chat)
                base = base if name in self.own else self.known[chat]
        if last.told is not Told.DONE or self.random.random() < SENT_TWICE:
            self.late = [*self.late[-MOST_LATE:], (last, base)]

    def send(self, chat: str, client_id: str, body: str, base: int) -> Attempt:
        """One try."""
        begun = clock()
        told, answer = self.asked(
            lambda: services.message_send(
                self.messenger, chat=chat, sender=self.party, client_id=client_id, base=base, body=body
            )
        )
        number = answer.number if isinstance(answer, Message) else 0
        attempt = Attempt(chat, str(self.party), client_id, body, begun, clock(), told, number)
        self.seen.attempts.append(attempt)
        return attempt

    def send_late(self) -> None:
        """A try that was long on its way, with the base of then."""
        one, base = self.late.pop(self.random.randrange(len(self.late)))
        self.send(one.chat, one.client_id, one.body, base)

    def read(self, chat: str) -> None:
        """Catches up, and moves the read mark."""
        begun, after = clock(), self.known[chat]
        told, found = self.asked(
            lambda: services.messages_read(
                self.messenger, chat=chat, party=self.party, after=after, limit=MOST_AT_ONCE
            )
        )
        if told is not Told.DONE or not isinstance(found, list):
            return
        is_whole = len(found) < MOST_AT_ONCE
        shown = tuple((one.number, one.message_id) for one in found)
        self.seen.looks.append(Look(chat, after, shown, begun, is_whole=is_whole))
        if found:
            self.known[chat] = last = found[-1].number
            self.own |= {one.client_id for one in found if one.sender == str(self.party)}
            self.asked(lambda: services.read_mark(self.messenger, chat=chat, party=self.party, number=last))


@dataclass
class Supervisor(Writer):
    """Recalls messages, and lets members of the group leave and join again."""

    chats: list[str] = field(default_factory=list)
    group: str = ""
    movers: list[Party] = field(default_factory=list)

    def work(self) -> None:
        """Until the storm is over."""
        while self.goes_on():
            if self.random.random() < WRITES:
                self.recall(self.random.choice(self.chats))
            else:
                self.move(self.random.choice(self.movers))

    def recall(self, chat: str) -> None:
        """One of the last messages."""
        told, head = self.asked(lambda: services.head_read(self.messenger, chat=chat))
        last = getattr(head, "number", 0)
        if told is Told.DONE and last:
            number = self.random.randint(max(1, last - 10), last)
            told, _ = self.asked(
                lambda: services.message_recall(self.messenger, chat=chat, number=number, by=self.party)
            )
            self.seen.recalls.append(Recall(chat, number, told))

    def move(self, party: Party) -> None:
        """One joins, or leaves."""
        act = self.random.choice((services.group_join, services.group_leave))
        self.asked(lambda: act(self.messenger, chat=self.group, party=party, by=self.party))

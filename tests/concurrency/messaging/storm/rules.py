"""Rules of a storm of messages: what may never be seen, whatever was killed, lost or forged. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from messaging.model.messages import COUNTED, Kind
from tests.concurrency.messaging.storm.happened import Attempt, Ending, Happened, Told


@dataclass(frozen=True)
class Violation:
    """One breach of a rule."""

    rule: str
    detail: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.detail}"


def check(happened: Happened) -> list[Violation]:
    """Every breach of every rule."""
    found = [Violation("nobody meets an unexpected error", one) for one in happened.broken]
    for name, rule in RULES.items():
        for ending in happened.endings:
            found += [Violation(name, f"{ending.chat}: {detail}") for detail in rule(happened, ending)]
    ids = Counter(one.message_id for ending in happened.endings for one in ending.log)
    found += [Violation("an id names one message", f"{one}") for one, times in ids.items() if times > 1]
    return found


def _dense(_: Happened, ending: Ending) -> Iterator[str]:
    numbers = [one.number for one in ending.log]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"numbers {numbers[:20]} …"


def _acknowledged(happened: Happened, ending: Ending) -> Iterator[str]:
    there = {one.number: one for one in ending.log}
    for one in happened.of(ending.chat):
        if one.told is Told.DONE:
            message = there.get(one.number)
            if message is None or (message.sender, message.client_id) != (one.sender, one.client_id):
                yield f"{one.client_id} was told {one.number}, where there is {message}"


def _at_most_once(_: Happened, ending: Ending) -> Iterator[str]:
    times = Counter((one.sender, one.client_id) for one in ending.log)
    yield from (f"{one} is there {many} times" for one, many in times.items() if many > 1)


def _of_somebody(happened: Happened, ending: Ending) -> Iterator[str]:
    sent = {(one.sender, one.client_id): one.body for one in happened.of(ending.chat)}
    for one in ending.log:
        if one.kind is Kind.TEXT:
            body = sent.get((one.sender, one.client_id))
            if body is None or body != (one.body or body):
                yield f"{one} was never sent like that"


def _told_no(happened: Happened, ending: Ending) -> Iterator[str]:
    """Only of those whose every try was told so."""
    told = defaultdict[tuple[str, str], set[Told]](set)
    for one in happened.of(ending.chat):
        told[one.sender, one.client_id].add(one.told)
    for message in ending.log:
        if told.get((message.sender, message.client_id), {Told.DONE}) <= {Told.FAILED, Told.REFUSED}:
            yield f"{message.client_id} is there as {message.number}"


def _counts(_: Happened, ending: Ending) -> Iterator[str]:
    count = 0
    for one in ending.log:
        count += one.kind in COUNTED
        if one.count != count:
            yield f"message {one.number} has {one.count}, and is the {count}th that counts"


def _in_real_time(happened: Happened, ending: Ending) -> Iterator[str]:
    """A message that was acknowledged before another was first tried has the lower number."""
    first: dict[str, Attempt] = {}
    for one in happened.of(ending.chat):
        known = first.get(one.client_id)
        if known is None or one.begun < known.begun:
            first[one.client_id] = one
    done = sorted(
        (one for one in happened.of(ending.chat) if one.told is Told.DONE), key=lambda one: one.ended
    )
    ranked = sorted(done, key=lambda one: first[one.client_id].begun)
    highest, place = 0, 0
    for one in ranked:
        while place < len(done) and done[place].ended < first[one.client_id].begun:
            highest, place = max(highest, done[place].number), place + 1
        if one.number <= highest:
            yield f"{one.client_id} is {one.number}, and {highest} was acknowledged before it was tried"


def _looks(happened: Happened, ending: Ending) -> Iterator[str]:
    ids = {one.number: one.message_id for one in ending.log}
    for look in happened.looks:
        if look.chat != ending.chat:
            continue
        numbers = [number for number, _ in look.found]
        if numbers != list(range(look.after + 1, look.after + 1 + len(numbers))):
            yield f"after {look.after} somebody read {numbers[:20]}"
        changed = [number for number, name in look.found if ids.get(number) != name]
        if changed:
            yield f"messages {changed[:20]} were others when somebody read them"


def _looks_reach(happened: Happened, ending: Ending) -> Iterator[str]:
    done = sorted((one.ended, one.number) for one in happened.of(ending.chat) if one.told is Told.DONE)
    looks = sorted(
        (one for one in happened.looks if one.chat == ending.chat and one.is_whole), key=lambda one: one.begun
    )
    highest, place = 0, 0
    for look in looks:
        while place < len(done) and done[place][0] < look.begun:
            highest, place = max(highest, done[place][1]), place + 1
        reached = look.found[-1][0] if look.found else look.after
        if reached < highest:
            yield f"a read ended at {reached}, when {highest} had been acknowledged"


def _recalls(happened: Happened, ending: Ending) -> Iterator[str]:
    said = Counter(one.body for one in ending.log if one.kind is Kind.RECALL)
    for one in ending.log:
        times = said[str(one.number)]
        if times != int(one.recalled) or (one.recalled and one.body):
            yield f"message {one.number} is recalled: {one.recalled}, body {one.body!r}, said {times} times"
    there = {one.number: one for one in ending.log}
    for recall in happened.recalls:
        if recall.chat == ending.chat and recall.told is Told.DONE and not there[recall.number].recalled:
            yield f"the recall of {recall.number} was acknowledged"


def _members(_: Happened, ending: Ending) -> Iterator[str]:
    present = {one.party for one in ending.members if one.is_in}
    if ending.member_count != len(present):
        yield f"{ending.member_count} members, and {len(present)} are there"
    if missing := present - {party for party, _ in ending.cursors}:
        yield f"members without a cursor: {sorted(missing)}"
    for party, what in {one.sender: one.body for one in ending.log if one.kind is Kind.EVENT}.items():
        if what.startswith("joined") != (party in present):
            yield f"{party} {what} last, and is a member: {party in present}"


def _cursors(_: Happened, ending: Ending) -> Iterator[str]:
    counts = {0: 0, **{one.number: one.count for one in ending.log}}
    for party, cursor in ending.cursors:
        if counts.get(cursor.read_number) != cursor.read_count:
            yield f"{party} has read {cursor.read_number}, count {cursor.read_count}"


RULES: dict[str, Callable[[Happened, Ending], Iterator[str]]] = {
    "numbers are dense": _dense,
    "what is acknowledged is there": _acknowledged,
    "a message is there at most once": _at_most_once,
    "every text was sent": _of_somebody,
    "who is told no has sent nothing": _told_no,
    "counts add up": _counts,
    "numbers follow real time": _in_real_time,
    "a read is a part of the log": _looks,
    "a read reaches what was acknowledged": _looks_reach,
    "a recall is whole": _recalls,
    "members are those who joined": _members,
    "cursors count what is read": _cursors,
}

"""Rules for conversations: no close over an unseen message, nothing acknowledged lost or doubled. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from messaging.model.messages import What
from tests.concurrency.history import History, Violation


def broken_conversations(history: History) -> Iterator[Violation]:
    """Closes over a message that the closer had not seen, holes in a log, messages lost or there twice."""
    yield from _closed_over(history)
    yield from _lost(history)
    logs: defaultdict[str, list[int]] = defaultdict(list)
    for line in history.log:
        logs[line.chat].append(line.number)
    for chat, numbers in logs.items():
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            yield Violation("numbers are dense", chat, str(numbers[-20:]))


def _closed_over(history: History) -> Iterator[Violation]:
    """The commit of each closing event names the operation, which knows what its sender had seen."""
    senders = {commit.id: commit.operation for commit in history.commits}
    seen = {one.key: one.seen_number for one in history.operations if one.seen_number is not None}
    for line in history.log:
        if line.event == What.CLOSED:
            by = senders.get(line.client_id, ("", 0))
            if line.number - 1 > seen.get(by, -1):
                about = f"by {by}, who had seen {seen.get(by)}"
                yield Violation("no close over an unseen message", f"{line.chat} {line.number}", about)


def _lost(history: History) -> Iterator[Violation]:
    there = Counter((line.chat, line.client_id) for line in history.log)
    for said in history.said:
        if there[said] != 1:
            about = f"{said.client_id}: {there[said]} times"
            yield Violation("what is acknowledged is there once", said.chat, about)

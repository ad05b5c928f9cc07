"""Opening: the inbox of one process, from its Redis and its store."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from messaging.inbox.announcing import Announcer
from messaging.inbox.epochs import Epochs
from messaging.inbox.eraser import Eraser
from messaging.inbox.gate import Gate
from messaging.inbox.inboxes import Inbox
from messaging.inbox.read_marks import ReadMarks
from messaging.inbox.source import Source
from messaging.inbox.tidying import Tidying
from sockets.redis_clients import connect_blocking


@dataclass(frozen=True)
class InboxParts:
    """The parts of the inbox, all on one client."""

    source: Source
    epochs: Epochs
    announcer: Announcer
    inbox: Inbox
    read_marks: ReadMarks
    tidying: Tidying
    eraser: Eraser


def inbox_open(
    url: str, source: Source, *, clock: Callable[[], datetime], new_id: Callable[[], str]
) -> InboxParts:
    """The inbox on this Redis; it connects at its first use."""
    gate = Gate(connect_blocking(url))
    epochs = Epochs(gate, source, new_id=new_id)
    read_marks = ReadMarks(gate, epochs, source)
    announcer = Announcer(gate, epochs, source, read_marks, clock=clock)
    tidying = Tidying(announcer, read_marks, clock=clock)
    return InboxParts(
        source=source,
        epochs=epochs,
        announcer=announcer,
        inbox=Inbox(gate, epochs, source, read_marks, tidying),
        read_marks=read_marks,
        tidying=tidying,
        eraser=Eraser(gate, epochs),
    )

"""Eraser: takes a conversation out of Redis, of each epoch: heads, lists, read marks."""

from collections.abc import Collection
from typing import Any

import redis

from messaging.inbox.epochs import Epochs
from messaging.inbox.gate import Gate
from messaging.inbox.redis_keys import DUE, MARKS, ROOT, UNSAVED, Keys, readers

AT_ONCE = 1000


class Eraser:
    """Erases from Redis; every use may raise AwayError."""

    def __init__(self, gate: Gate, epochs: Epochs) -> None:
        self._gate = gate
        self._epochs = epochs

    def conversation(self, chat: str, parties: Collection[str]) -> None:
        """A conversation, in the lists of these parties and everywhere else."""
        of = Keys(self._epochs.current())
        self._gate.use(lambda client: _erased(client, of, chat, parties))

    def lists(self, parties: Collection[str]) -> None:
        """The lists of these parties."""
        ends = tuple(f":{kind}:{party}" for party in parties for kind in ("inbox", "large"))
        self._gate.use(lambda client: client.delete(*_keys(client, ends) or ("",)))


def _erased(client: "redis.Redis", of: Keys, chat: str, parties: Collection[str]) -> Any:
    begins = f"{chat}#"
    marked: Any = client.zrange(MARKS, 0, -1)
    marks = [name for name in marked if name.startswith(begins)]
    heads = _keys(client, (f":chat:{chat}",))
    with client.pipeline() as pipeline:
        pipeline.delete(readers(chat), *heads)
        for party in parties:
            field = f"{party} {chat}"
            pipeline.zrem(of.inbox(party), chat)
            pipeline.srem(of.large(party), chat)
            pipeline.hdel(UNSAVED, field)
            pipeline.zrem(DUE, field)
        for mark in marks:
            pipeline.zrem(MARKS, mark)
        return pipeline.execute()


def _keys(client: "redis.Redis", ends: tuple[str, ...]) -> list[str]:
    """The keys with these ends, also of epochs that have ended, which expire within days."""
    found = (str(name) for name in client.scan_iter(match=f"{ROOT}:*", count=AT_ONCE))
    return [name for name in found if name.endswith(ends)]

"""Erasing in what is kept for sinks: events of calls without names and reasons, in Redis and in files.

What sinks have delivered to other systems is theirs to delete.
"""

import json
from collections.abc import Collection

from django.conf import settings

from reporting import runtime
from reporting.sinks.file import FileSink

TELLING = ("call_id", "chat_id", "reason", "by")  # of a chat that the customer closed, `by` is the contact


def events_strip(calls: Collection[str]) -> None:
    """Strips the events of these calls. Raises redis.RedisError, OSError."""
    if not settings.REPORTING_SINKS:
        return
    runtime.buffers().rewrite(lambda line: stripped(line, calls))
    for sink in runtime.sinks().values():
        if isinstance(sink, FileSink):
            sink.rewrite(lambda line: stripped(line, calls))
        sink.close()


def stripped(line: bytes, calls: Collection[str]) -> bytes:
    """The line of an event, unchanged unless it is about one of these calls. A moment may stand before it."""
    begins, brace, rest = line.partition(b"{")
    try:
        told = json.loads(brace + rest)
    except ValueError:
        return line
    if told.get("call_id") not in calls:
        return line
    told |= dict.fromkeys(told.keys() & TELLING, "")
    end = b"\n" if line.endswith(b"\n") else b""
    return begins + json.dumps(told, separators=(",", ":")).encode() + end

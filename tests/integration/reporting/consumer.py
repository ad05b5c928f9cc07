"""`python -m tests.integration.reporting.consumer URL FILE`: reports into a file until killed."""

import signal
import sys
from pathlib import Path

import redis

from reporting.buffers.in_redis import RedisBuffers
from reporting.delivery.reporter import reporting
from reporting.sinks.file import FileSink
from tests.contracts.reporting_buffers import SINKS
from tests.integration.reporting.stage import LIMITS


def main(url: str, path: str) -> None:
    """Never returns."""
    client = redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1, retry=None)
    buffers = RedisBuffers(client, sinks=SINKS, limits=LIMITS)
    with reporting(buffers, {"left": FileSink(Path(path), max_bytes=10**9, files=1)}):
        signal.pause()


if __name__ == "__main__":
    main(*sys.argv[1:])

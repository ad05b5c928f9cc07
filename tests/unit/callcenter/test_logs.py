"""One log record becomes one calm line."""

import logging

from callcenter.logs import LineFormatter


def test_it_writes_moment_level_logger_message_and_extra_facts() -> None:
    record = logging.makeLogRecord(
        {"name": "live.feed", "levelname": "INFO", "msg": "feed started", "created": 0.5, "epoch": "ab12"}
    )

    assert LineFormatter().format(record) == "1970-01-01T00:00:00.500Z INFO live.feed feed started epoch=ab12"

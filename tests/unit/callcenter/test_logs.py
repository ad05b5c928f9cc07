"""Log format: one line for each record; a traceback only for a fault."""

import logging
import sys

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from callcenter.logs import LineFormatter


def test_it_writes_moment_level_logger_message_and_extra_facts() -> None:
    record = logging.makeLogRecord(
        {
            "name": "live.feed",
            "levelname": "INFO",
            "msg": "feed started",
            "created": 0.5,
            "epoch": "ab12",
        }
    )

    assert LineFormatter().format(record) == "1970-01-01T00:00:00.500Z INFO live.feed feed started epoch=ab12"


def a_record(level: int, name: str) -> logging.LogRecord:
    try:
        raise PermissionError("Only supervisors may.")
    except PermissionError:
        return logging.LogRecord(name, level, __file__, 1, "Forbidden: /load/", (), sys.exc_info())


def test_an_error_is_followed_by_its_traceback() -> None:
    assert "Traceback" in LineFormatter().format(a_record(logging.ERROR, "django.request"))


@pytest.mark.parametrize(
    ("level", "name"),
    [(logging.WARNING, "django.request"), (logging.ERROR, "django.security.DisallowedHost")],
)
def test_a_request_that_was_refused_is_one_line(level: int, name: str) -> None:
    assert LineFormatter().format(a_record(level, name)).endswith("Forbidden: /load/")


@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("celery.worker", RedisConnectionError("Connection refused"), "it failed: Connection refused"),
        ("uvicorn.error", UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), "it failed"),
    ],
)
def test_a_redis_that_is_away_and_what_anybody_may_send_are_one_line(
    name: str, error: Exception, told: str
) -> None:
    record = logging.LogRecord(name, logging.ERROR, __file__, 1, "it failed", (), (type(error), error, None))

    assert LineFormatter().format(record).endswith(f" ERROR {name} {told}")


def test_a_message_of_several_lines_is_one_line() -> None:
    record = logging.LogRecord("web", logging.INFO, __file__, 1, "one\n\ntwo\n", (), None)

    assert LineFormatter().format(record).endswith(" INFO web one two")

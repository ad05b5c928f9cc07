"""One log record becomes one calm line; only a fault brings its traceback."""

import logging
import sys

import pytest

from callcenter.logs import LineFormatter


def test_it_writes_moment_level_logger_message_and_extra_facts() -> None:
    record = logging.makeLogRecord(
        {"name": "live.feed", "levelname": "INFO", "msg": "feed started", "created": 0.5, "epoch": "ab12"}
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

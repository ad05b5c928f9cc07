"""Log format: one line for each record; a traceback only for a fault."""

import logging
import sys

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from callcenter.logs import LineFormatter, masked


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


@pytest.mark.parametrize(
    ("text", "masks"),
    [
        ("Forbidden: /api/v1/contacts/Zk3_x-9/merge", "Forbidden: /api/v1/contacts/…/merge"),
        ("Contact#kim Profile: its item, of 'contact:kim'", "Contact#… Profile: its item, of 'contact:…'"),
        ("GET /setup/caller-data/?customer=Kim%20Ray&x=1", "GET /setup/caller-data/?customer=…&x=1"),
        ("Caller ['kim.ray+1@example.org', 7] is not text", "Caller ['…@…', 7] is not text"),
        ("caller +49 (30) 555-0199 and %2B49305550199, 0049 30 5550199", "caller +… and %2B…, 00…"),
        ("Caller='030 5550199'", "Caller='0…'"),
    ],
)
def test_what_a_caller_is_known_by_is_masked(text: str, masks: str) -> None:
    assert masked(text) == masks


@pytest.mark.parametrize(
    "text",
    [
        "1970-01-01T00:00:00.500Z INFO at 2026-11-21T08:00:00.123456+00:00 took 0.0031 s",
        "Call#ws05gzaoo.1 Call, W#Spanish#Any 5#00000000000000000002, agent:ana, 10.0.0.17:8000",
        "epoch=0.4f1c2a90ab12.7d, version 0, ticket 1000000000, id 0123456789abcdef0123456789abcdef",
    ],
)
def test_nothing_else_is(text: str) -> None:
    assert masked(text) == text


def test_tracebacks_and_facts_are_masked_too_but_no_user_names_of_staff() -> None:
    try:
        raise ValueError("caller +49305550199")
    except ValueError:
        fault = logging.LogRecord("api", logging.ERROR, __file__, 1, "failed", (), sys.exc_info())
    fault.party = "contact:kim"
    line = LineFormatter().format(fault)
    assert ("kim" in line, "5550199" in line, "ValueError: caller +…" in line) == (False, False, True)
    sign_in = {"name": "dashboard.sign_in", "levelname": "WARNING", "msg": "failed user=ada@example.org"}
    assert LineFormatter().format(logging.makeLogRecord(sign_in)).endswith("user=ada@example.org")

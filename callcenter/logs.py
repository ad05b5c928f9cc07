"""Logging: one handler, and its format: one line with UTC time, level, logger, message and extra facts.

What callers are known by is masked in all of it, tracebacks included: contacts, e-mail addresses, telephone
numbers.
"""

import logging
import re
from datetime import UTC, datetime
from typing import Any

from redis.exceptions import RedisError

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Django adds the request, and what was asked for with it: a token, a caller's name. The message has its path.
_PRIVATE = frozenset({"request"})
# User names of staff may be e-mail addresses.
_OF_STAFF = frozenset({"dashboard.sign_in"})
# Digits of a telephone number: up to 15, as it is written; a ticket has more.
_DIGITS = r"\d(?:[ ()/.-]{0,2}\d){5,14}(?!\w)"
_CALLERS = (
    (re.compile(r"((?:\bcontact:|/contacts/|\bContact#|\bcustomer=))[^\s'\",;&)\]}/]+"), r"\1…"),
    (re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"), "…@…"),
    (re.compile(rf"(?<![\w.:-])(\+|%2B|00?){_DIGITS}"), r"\1…"),
)


def masked(text: str) -> str:
    """The text without contacts, e-mail addresses and telephone numbers (`+49 30 …`, `030 …`)."""
    for pattern, mask in _CALLERS:
        text = pattern.sub(mask, text)
    return text


def logging_of(level: str) -> dict[str, Any]:
    """The logging of every process: one handler at the root."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "callcenter.logs.LineFormatter"}},
        "handlers": {"stderr": {"class": "callcenter.log_limit.BoundedHandler", "formatter": "line"}},
        "root": {
            "handlers": ["stderr"],
            "level": level,
        },
        "loggers": {
            # Django's own logger brings handlers that write e-mail; the root handler is enough.
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            "uvicorn": {"level": "WARNING", "handlers": [], "propagate": True},
            "botocore": {"level": "WARNING"},
            "celery": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
            "py.warnings": {"level": "ERROR"},  # for developers; in tests they are errors
        },
    }


class LineFormatter(logging.Formatter):
    """`2026-11-21T08:00:00.123Z INFO live.feed feed started epoch=ab12`; below an error, its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, with a fault's traceback below; callers are masked."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        parts = [moment.replace("+00:00", "Z"), record.levelname, record.name, _in_one_line(record)]
        parts += [f"{name}={value}" for name, value in vars(record).items() if name not in _OWN | _PRIVATE]
        line = " ".join(parts)
        if record.exc_info and _is_fault(record):
            line += "\n" + self.formatException(record.exc_info)
        return line if record.name in _OF_STAFF else masked(line)


def _is_fault(record: logging.LogRecord) -> bool:
    """False if a traceback would not help.

    Clients can send requests that Django refuses, and invalid text to a socket, at will.
    """
    sent_by_anybody = record.name.startswith("django.security") or (
        record.name == "uvicorn.error" and _is_of(record, UnicodeDecodeError)
    )
    return record.levelno >= logging.ERROR and not sent_by_anybody and not _is_of(record, RedisError)


def _is_of(record: logging.LogRecord, kind: type[Exception]) -> bool:
    return bool(record.exc_info and isinstance(record.exc_info[1], kind))


def _in_one_line(record: logging.LogRecord) -> str:
    text = record.getMessage()
    if record.exc_info and _is_of(record, RedisError):  # the place in the program tells nothing
        text += f": {record.exc_info[1]}"
    return " ".join(filter(None, text.splitlines()))

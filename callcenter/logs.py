"""Formats log records as one calm line: moment in UTC, level, logger, message, then the extra facts."""

import logging
from datetime import UTC, datetime

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class LineFormatter(logging.Formatter):
    """`2026-11-21T08:00:00.123Z INFO live.feed feed started epoch=ab12`; below an error, its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, with a fault's traceback below."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        parts = [moment.replace("+00:00", "Z"), record.levelname, record.name, record.getMessage()]
        parts += [f"{name}={value}" for name, value in vars(record).items() if name not in _OWN]
        line = " ".join(parts)
        if record.exc_info and _is_fault(record):
            line += "\n" + self.formatException(record.exc_info)
        return line


def _is_fault(record: logging.LogRecord) -> bool:
    """False for requests that Django refused: anybody can send those, as many as they like."""
    return record.levelno >= logging.ERROR and not record.name.startswith("django.security")

"""Formats log records as one calm line: moment in UTC, level, logger, message, then the extra facts."""

import logging
from datetime import UTC, datetime

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class LineFormatter(logging.Formatter):
    """`2026-11-21T08:00:00.123Z INFO live.feed feed started epoch=ab12`; below an error, its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; an error's traceback below. Django's warnings carry one too: of a request it refused."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        parts = [moment.replace("+00:00", "Z"), record.levelname, record.name, record.getMessage()]
        parts += [f"{name}={value}" for name, value in vars(record).items() if name not in _OWN]
        line = " ".join(parts)
        if record.exc_info and record.levelno >= logging.ERROR:
            line += "\n" + self.formatException(record.exc_info)
        return line

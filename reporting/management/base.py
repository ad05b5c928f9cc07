"""Base of the reporting commands: one-line errors."""

from typing import Any

import redis
from django.core.management.base import BaseCommand, CommandError

from reporting.exceptions import ReportingError


class ReportingCommand(BaseCommand):
    """Runs `run`; an error of Redis or a sink becomes one line and exit code 1."""

    requires_system_checks: list[str] = []  # noqa: RUF012 - Django declares it so

    def handle(self, *_args: Any, **options: Any) -> None:
        """Raises CommandError."""
        try:
            self.run(**options)
        except redis.RedisError as error:
            raise CommandError(f"Redis does not answer: {error}") from None
        except ReportingError as error:
            raise CommandError(str(error)) from None

    def run(self, **options: Any) -> None:
        """What the command does."""
        raise NotImplementedError

    def say(self, line: str) -> None:
        """One line for a person, at once."""
        self.stdout.write(line)
        self.stdout.flush()

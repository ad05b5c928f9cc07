"""Management commands for tests, in this process or their own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from dynamo.retry import Retry
from localservices.programs import Program
from tests.forked import Forked, ran


@dataclass(frozen=True)
class Ran:
    """Exit code and output of a command."""

    code: int
    out: str
    err: str


def impatient() -> Retry:
    """The retry loop, giving up sooner."""
    return Retry(deadline_seconds=0.05)


def said(*command: str) -> str:
    """Output of a command; its error is raised."""
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def manage(*command: str, **environ: str) -> Ran:
    """A command in a process of its own, against the table of the test."""
    done = ran("manage.py", *command, environ=environ_of(**environ), folder=settings.BASE_DIR)
    return Ran(done.returncode, done.stdout, done.stderr)


def from_shell(*command: str, **environ: str) -> Ran:
    """The same as a shell starts it, with everything still to load."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env=environ_of(**environ),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def refused(*command: str) -> str:
    """The one line that a command ends with."""
    with pytest.raises(CommandError) as raised:
        said(*command)
    assert raised.value.returncode == 1
    assert "\n" not in str(raised.value)
    return str(raised.value)


@contextmanager
def running(*command: str, **environ: str) -> Iterator[Forked]:
    """A command that runs until it is told to stop, in a process of its own; killed in the end."""
    with TemporaryDirectory() as folder:
        words = (sys.executable, "manage.py", *command)
        log, own = Path(folder, "said"), environ_of(**environ)
        process = Forked(Program(command[0], words, log, environ=own, folder=settings.BASE_DIR))
        try:
            yield process
        finally:
            process.kill()


def environ_of(**environ: str) -> dict[str, str]:
    """The environment in which a process has the table, the Redis and the data folder of the test."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "callcenter.settings",
        "DYNAMODB_ENDPOINT_URL": str(settings.DYNAMODB["endpoint_url"]),
        "DYNAMODB_TABLE": str(settings.DYNAMODB["table"]),
        "REDIS_URL": settings.REDIS_URL,
        "DATA_DIR": str(settings.DATA_DIR),
        "SECRET_KEY": "tests-only".ljust(32, "-"),
        **environ,
    }

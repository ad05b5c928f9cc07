"""Runs management commands as people do, in this process or in one of their own."""

import os
import subprocess
import sys
from dataclasses import dataclass
from io import StringIO

from django.conf import settings
from django.core.management import call_command


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


def said(*command: str) -> str:
    """What a command prints; an error it ends with is raised."""
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def manage(*command: str, **environ: str) -> Ran:
    """A command in a process of its own, against the table of the test."""
    dynamodb = settings.DYNAMODB
    wanted = {
        "DYNAMODB_ENDPOINT_URL": str(dynamodb["endpoint_url"]),
        "DYNAMODB_TABLE": str(dynamodb["table"]),
        "REDIS_URL": settings.REDIS_URL,
        "DATA_DIR": str(settings.DATA_DIR),
        "SECRET_KEY": "tests-only",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "callcenter.settings", **wanted, **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)

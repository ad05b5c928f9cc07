"""Processes of the demo: the Procfile's commands, each with its own log, and the files that pages need."""

import fcntl
import http.client
import os
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

from django.conf import settings
from django.core.management import call_command

from localservices.exceptions import PagesNotBuiltError
from localservices.ports import LOOPBACK
from localservices.programs import Program, procfile_read

WEB = "web"
_OURS = "services"  # the demo runs the engine and Redis itself


def static_files_prepare() -> None:
    """Collects the static files unless that was done after the last build; one process at a time.

    Raises PagesNotBuiltError.
    """
    root: Path = settings.STATIC_ROOT
    root.mkdir(parents=True, exist_ok=True)
    with (root / ".lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not _is_collected(root / "staticfiles.json", settings.BASE_DIR / "static" / "build" / "app.css"):
            call_command("collectstatic", interactive=False, verbosity=0)


def _is_collected(manifest: Path, built: Path) -> bool:
    if manifest.exists():
        return not built.exists() or manifest.stat().st_mtime >= built.stat().st_mtime
    if not built.exists():
        raise PagesNotBuiltError
    return False


def product_programs(
    *, folder: Path, log_folder: Path, port: int, variables: Mapping[str, str] = MappingProxyType({})
) -> list[Program]:
    """Every process of the Procfile but `services`; the web process is healthy once it answers on `port`.

    `variables` are settings that differ from those of the environment.
    """
    environ = {**_environ(port), **variables}
    return [
        Program(
            name=name,
            command=("/bin/sh", "-c", f"exec {command}"),
            log=log_folder / f"{name}.log",
            is_healthy=(lambda: web_answers(port)) if name == WEB else lambda: True,
            environ=environ,
            folder=folder,
        )
        for name, command in procfile_read(folder / "Procfile").items()
        if name != _OURS
    ]


def web_answers(port: int) -> bool:
    """Whether the web process on this loopback port answers within a second."""
    with closing(http.client.HTTPConnection(LOOPBACK, port, timeout=1)) as connection:
        try:
            connection.request("GET", "/health/")
            return connection.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False


def _environ(port: int) -> dict[str, str]:
    programs = Path(
        sys.executable
    ).parent  # not resolved: in a virtual environment this is where its programs are
    return {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "HOST": LOOPBACK,  # some shells and compilers export one of their own
        "PORT": str(port),
        "DEMO": "1",
        "PYTHONUNBUFFERED": "1",
    }

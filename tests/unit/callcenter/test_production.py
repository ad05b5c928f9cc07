"""Settings unsafe together: every process stops, each is named with its limit."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from callcenter.production import production_check
from tests.unit.callcenter.test_settings import run

SAFE: dict[str, Any] = {
    "HTTPS": False,
    "PLAIN_HTTP": False,
    "DEBUG": False,
    "DEMO": False,
    "HOST": "127.0.0.1",
    "ALLOWED_HOSTS": ["localhost", "127.0.0.1", "[::1]"],
    "CSRF_TRUSTED_ORIGINS": [],
}


def found(settings: Settings, **changed: Any) -> list[str]:
    for name, value in (SAFE | changed).items():
        setattr(settings, name, value)
    assert all(error.is_serious() for error in production_check())
    return [error.msg for error in production_check()]


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"DEMO": True, "DEBUG": True},
        {"DEMO": True, "CSRF_TRUSTED_ORIGINS": ["http://demo.localhost:8000", "http://127.0.0.1:8443"]},
        {"PLAIN_HTTP": True, "HOST": "0.0.0.0", "ALLOWED_HOSTS": ["calls.example"]},  # noqa: S104 - what the check is about
        {"HTTPS": True, "HOST": "0.0.0.0", "ALLOWED_HOSTS": ["calls.example"]},  # noqa: S104
        {"HTTPS": True, "ALLOWED_HOSTS": [".calls.example"], "CSRF_TRUSTED_ORIGINS": ["https://c.example"]},
    ],
)
def test_what_is_safe_is_let_through(settings: Settings, changed: dict[str, Any]) -> None:
    assert found(settings, **changed) == []


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"ALLOWED_HOSTS": ["*"]}, "ALLOWED_HOSTS=* cannot be used: list the host names people use"),
        ({"HTTPS": True, "DEMO": True}, "DEMO=1 cannot be used with HTTPS=1"),
        ({"HTTPS": True, "DEBUG": True}, "DEBUG=1 cannot be used with HTTPS=1"),
        (
            {"ALLOWED_HOSTS": ["localhost", "calls.example"]},
            "ALLOWED_HOSTS=calls.example cannot be used without HTTPS=1",
        ),
        ({"HOST": "0.0.0.0"}, "HOST=0.0.0.0 cannot be used without HTTPS=1: passwords and sessions"),  # noqa: S104
        ({"DEMO": True, "HOST": "0.0.0.0"}, "HOST=0.0.0.0 cannot be used with DEMO=1: only"),  # noqa: S104
        ({"DEBUG": True, "HOST": "10.0.0.5"}, "HOST=10.0.0.5 cannot be used with DEBUG=1"),
        ({"DEBUG": True, "ALLOWED_HOSTS": ["localhost", "a.example"]}, "ALLOWED_HOSTS=a.example cannot be"),
        (
            {"DEMO": True, "CSRF_TRUSTED_ORIGINS": ["https://demo.example:8443"]},
            "TRUSTED_ORIGINS=https://demo.example:8443 cannot be used with DEMO=1",
        ),
    ],
)
def test_what_is_not_is_named_with_its_limit(settings: Settings, changed: dict[str, Any], error: str) -> None:
    (told,) = found(settings, **changed)

    assert told.startswith(error)


@pytest.mark.parametrize(
    "command",
    [
        ("-m", "uvicorn", "callcenter.asgi:application", "--port", "9"),
        ("-m", "celery", "-A", "callcenter", "worker"),
        ("-m", "celery", "-A", "callcenter", "beat"),
        ("manage.py", "services"),
    ],
    ids=["web", "worker", "beat", "command"],
)
def test_no_process_starts_with_them(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = run(tmp_path, *command, HTTPS="1", DEBUG="1", DEMO="1", ALLOWED_HOSTS="*")

    assert done.returncode == 1
    assert [line.split(" ")[1] for line in done.stderr.splitlines() if line.startswith("error: ")] == [
        *("ALLOWED_HOSTS=*", "DEBUG=1", "DEMO=1")
    ]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("process", ["worker", "beat"])
def test_celery_tells_an_unusable_setting_in_one_line(tmp_path: Path, process: str) -> None:
    done = run(tmp_path, "-m", "celery", "--quiet", "-A", "callcenter", process, SECRET_KEY="short")

    assert done.returncode == 1
    assert done.stderr == "error: SECRET_KEY='…' cannot be used: at least 32 characters are needed\n"

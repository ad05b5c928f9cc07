"""Service addresses by the environment; each case in its own process."""

import json
import os
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from tests.forked import ran

ROOT = Path(__file__).resolve().parents[3]
NAMES = (
    *("DYNAMODB", "LOCAL_DYNAMODB", "LOCAL_REDIS", "REDIS_URL", "DEBUG"),
    *("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS"),
)
SHOW = (
    f"import json; from callcenter import settings as s; print(json.dumps([getattr(s, n) for n in {NAMES}]))"
)


def run(data: Path, *command: str, **environ: str) -> CompletedProcess[str]:
    kept = {"PATH": os.environ["PATH"], "DATA_DIR": str(data)}
    return ran(*command, environ=kept | environ, folder=ROOT)


def shown(data: Path, **environ: str) -> dict[str, Any]:
    done = run(data, "-c", SHOW, **environ)
    assert done.returncode == 0, done.stderr
    return dict(zip(NAMES, json.loads(done.stdout), strict=True))


def test_it_is_safe_and_local_without_any_variable(tmp_path: Path) -> None:
    settings = shown(tmp_path)

    assert settings["DYNAMODB"] == {
        "endpoint_url": f"http://{(tmp_path / 'engine-address').read_text()}",
        "region": "eu-central-1",
        "access_key": "local",
        "secret_key": "local",
        "table": "callcenter",
    }
    password = (tmp_path / "redis-password").read_text()
    assert len(password) == 64
    assert settings["REDIS_URL"] == f"redis://:{password}@127.0.0.1:6401/0"
    assert (settings["LOCAL_DYNAMODB"], settings["LOCAL_REDIS"], settings["DEBUG"]) == (True, True, False)


def test_an_installation_keeps_the_address_of_its_engine_unless_a_port_is_named(tmp_path: Path) -> None:
    first, second = shown(tmp_path), shown(tmp_path)
    named = shown(tmp_path, LOCAL_DYNAMODB_PORT="8701")

    assert first["DYNAMODB"] == second["DYNAMODB"]
    assert named["DYNAMODB"]["endpoint_url"] == "http://127.0.0.1:8701"


def test_nobody_else_reads_the_database_wherever_the_folder_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    shown(tmp_path)

    assert (tmp_path / "callcenter.sqlite3").stat().st_mode & 0o777 == 0o600


def test_it_uses_aws_where_region_and_credentials_are_set(tmp_path: Path) -> None:
    settings = shown(tmp_path, AWS_REGION="eu-west-1", AWS_ACCESS_KEY_ID="id", AWS_SECRET_ACCESS_KEY="key")

    assert settings["LOCAL_DYNAMODB"] is False
    assert settings["DYNAMODB"]["endpoint_url"] is None
    assert settings["DYNAMODB"]["region"] == "eu-west-1"
    assert settings["DYNAMODB"]["access_key"] is None


def test_it_uses_the_addresses_it_is_given(tmp_path: Path) -> None:
    settings = shown(
        tmp_path, DYNAMODB_ENDPOINT_URL="http://10.0.0.5:8000", REDIS_URL="rediss://cache:6380/0"
    )

    assert (settings["LOCAL_DYNAMODB"], settings["LOCAL_REDIS"]) == (False, False)
    assert settings["DYNAMODB"]["endpoint_url"] == "http://10.0.0.5:8000"
    assert settings["DYNAMODB"]["access_key"] == "local"
    assert settings["REDIS_URL"] == "rediss://cache:6380/0"


def test_it_sends_cookies_over_https_only_where_told(tmp_path: Path) -> None:
    assert shown(tmp_path)["SESSION_COOKIE_SECURE"] is False
    secured = shown(tmp_path, HTTPS="1")
    assert secured["SESSION_COOKIE_SECURE"] is secured["CSRF_COOKIE_SECURE"] is True


def test_browsers_insist_on_https_where_it_is_on(tmp_path: Path) -> None:
    assert shown(tmp_path)["SECURE_HSTS_SECONDS"] == 0
    assert shown(tmp_path, HTTPS="1")["SECURE_HSTS_SECONDS"] == 30 * 86_400
    assert shown(tmp_path, HTTPS="1", HSTS_SECONDS="0")["SECURE_HSTS_SECONDS"] == 0


def test_it_ends_with_one_line_where_the_data_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run(tmp_path / "file" / "data", "manage.py", "check")

    assert done.returncode == 1
    assert done.stderr == (
        f"error: DATA_DIR='{tmp_path / 'file' / 'data'}' cannot be used: "
        "a folder to write to is needed (Not a directory)\n"
    )


@pytest.mark.parametrize("command", [("manage.py", "check"), ("-c", "import callcenter.asgi")])
def test_it_ends_with_one_line_where_a_variable_cannot_be_used(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    done = run(tmp_path, *command, PORT="http")

    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "error: PORT='http' cannot be used: a whole number from 1 to 65535 is needed"
    ]


@pytest.mark.parametrize("name", ["METRICS_TOKEN", "SECRET_KEY"])
def test_a_secret_that_is_easily_guessed_is_refused_and_not_repeated(tmp_path: Path, name: str) -> None:
    done = run(tmp_path, "-c", "import callcenter.settings", **{name: "x" * 31})

    assert done.returncode != 0
    assert f"{name}='…' cannot be used: at least 32 characters are needed" in done.stderr
    assert "xxx" not in done.stderr


@pytest.mark.parametrize(
    ("environ", "sinks"),
    [
        ({}, ["history", "webhooks"]),
        ({"DEMO": "1"}, ["history", "webhooks", "file"]),
        ({"DEMO": "1", "REPORTING_SINKS": "{}"}, []),
        ({"REPORTING_SINKS": '{"bi": {"kind": "null"}}'}, ["bi"]),
    ],
)
def test_history_and_webhooks_get_the_events_unless_sinks_are_named(
    tmp_path: Path, environ: dict[str, str], sinks: list[str]
) -> None:
    done = run(tmp_path, "-c", "from callcenter import settings as s; print(*s.REPORTING_SINKS)", **environ)

    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == sinks

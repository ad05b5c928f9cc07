"""Local services: which are started here, and the line about each."""

from pathlib import Path

from pytest_django import Settings

from bench.ports import free_port
from localservices.redis_server import redis_url
from localservices.services import service_lines, service_programs


def test_it_starts_both_where_nothing_is_set(tmp_path: Path, settings: Settings) -> None:
    settings.LOCAL_DYNAMODB = settings.LOCAL_REDIS = True
    settings.DYNAMODB = {**settings.DYNAMODB, "endpoint_url": f"http://127.0.0.1:{free_port()}"}
    settings.REDIS_URL = redis_url(free_port(), "secret")

    assert [program.name for program in service_programs(tmp_path, keep_open=())] == ["engine", "redis"]


def test_it_starts_nothing_that_is_set_to_be_elsewhere(tmp_path: Path, settings: Settings) -> None:
    settings.LOCAL_DYNAMODB = settings.LOCAL_REDIS = False

    assert service_programs(tmp_path, keep_open=()) == []


def test_it_shows_no_password(settings: Settings) -> None:
    settings.LOCAL_REDIS = False
    settings.REDIS_URL = "rediss://user:secret@cache:6380/0?password=secret"

    assert service_lines()[1] == "Redis     rediss://cache:6380/0  (as set, not started here)"

"""Local services that the settings ask for, and one run of all of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

from localservices.engine import engine_binary, engine_program, platform_name
from localservices.lock import data_folder_lock
from localservices.ports import LOOPBACK, port_check
from localservices.programs import Program
from localservices.redis_server import redis_binary, redis_program
from localservices.supervisor import Supervisor

HEALTH_SECONDS = 20.0
ELSEWHERE = "as set, not started here"


@contextmanager
def services_running(supervisor: Supervisor) -> Iterator[list[str]]:
    """Runs the services without an address in the settings; yields one line for each, and stops all at the
    end.

    Raises a LocalServicesError when the data folder or a port is taken, or a part does not answer in time.
    """
    data: Path = settings.DATA_DIR
    with data_folder_lock(data) as descriptor:
        try:
            supervisor.start(*service_programs(data, keep_open=(descriptor,)))
            supervisor.wait_until_healthy(seconds=HEALTH_SECONDS)
            yield service_lines()
        finally:
            supervisor.stop()


def service_programs(data: Path, *, keep_open: tuple[int, ...]) -> list[Program]:
    """The programs to start here; none for a part whose address is set."""
    engine = [_engine(data, keep_open)] if settings.LOCAL_DYNAMODB else []
    redis = [_redis(data, keep_open)] if settings.LOCAL_REDIS else []
    return engine + redis


def _engine(data: Path, keep_open: tuple[int, ...]) -> Program:
    place = urlsplit(str(settings.DYNAMODB["endpoint_url"]))
    port_check(
        name="the embedded engine",
        host=place.hostname or LOOPBACK,
        port=place.port or 0,
        variable="LOCAL_DYNAMODB_PORT",
    )
    return engine_program(
        binary=engine_binary(settings.BASE_DIR / "node_modules", platform=platform_name()),
        address=place.netloc,
        data=data / "dynamodb",
        log=data / "log" / "engine.log",
        keep_open=keep_open,
    )


def _redis(data: Path, keep_open: tuple[int, ...]) -> Program:
    address = urlsplit(settings.REDIS_URL)
    port = address.port or 0
    port_check(name="Redis", port=port, variable="LOCAL_REDIS_PORT")
    return redis_program(
        binary=redis_binary(),
        port=port,
        password=address.password or "",
        data=data / "redis",
        log=data / "log" / "redis.log",
        keep_open=keep_open,
    )


def service_lines() -> list[str]:
    """One line for each service: its name, its address, and whether it runs here."""
    dynamodb = settings.DYNAMODB["endpoint_url"] or f"AWS, {settings.DYNAMODB['region']}"
    redis = urlsplit(settings.REDIS_URL)._replace(query="")
    redis = redis._replace(netloc=redis.netloc.rpartition("@")[2])  # without the password
    return [
        f"DynamoDB  {dynamodb}  ({'embedded engine' if settings.LOCAL_DYNAMODB else ELSEWHERE})",
        f"Redis     {redis.geturl()}  ({'started here' if settings.LOCAL_REDIS else ELSEWHERE})",
    ]

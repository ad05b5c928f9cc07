"""Local Redis: who may connect, where its password is visible, what it keeps."""

import base64
import socket
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import redis

from tests.running import RunningRedis

# By Redis 6.2.14 without a password: a snapshot with a string and a stream, then a command for a list.
OLD_FILE = base64.b64decode(
    "UkVESVMwMDA5+glyZWRpcy12ZXIGNi4yLjE0+gpyZWRpcy1iaXRzwED6BWN0aW1lwoEMA2v6CHVzZWQtbWVtwiBhDgD6DGFvZi1wcmVh"
    "bWJsZcAB/gD7AgAPBnN0cmVhbQEQAAAAAAAAAAEAAAAAAAAAAR0dAAAACgABAQABAQGBYQIAAQIBAAEAAYFiAgQB/wEBAQAABGtlcHQG"
    "YmVmb3Jl/61HdjezLz2dKjINCiQ2DQpTRUxFQ1QNCiQxDQowDQoqMw0KJDUNCnJwdXNoDQokNA0KbGlzdA0KJDUNCmFmdGVyDQo="
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningRedis]:
    """A Redis whose files are in the test's folder."""
    running = RunningRedis.in_folder(tmp_path)
    yield running
    running.stop()


@pytest.mark.parametrize("userinfo", ["", ":guess@", "default:guess@"])
def test_it_refuses_who_does_not_know_the_password(server: RunningRedis, userinfo: str) -> None:
    with (
        redis.Redis.from_url(f"redis://{userinfo}127.0.0.1:{server.port}/0") as stranger,
        pytest.raises(redis.AuthenticationError) as refused,
    ):
        stranger.ping()

    assert server.password not in str(refused.value)


def test_it_listens_on_loopback_only(server: RunningRedis) -> None:
    addresses = {one.laddr for one in psutil.Process(server.pid).net_connections() if one.status == "LISTEN"}

    assert addresses == {("127.0.0.1", server.port)}
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", server.port), timeout=1)


def test_its_password_is_in_no_command_and_no_log_and_its_file_is_its_owners(
    server: RunningRedis, tmp_path: Path
) -> None:
    process = psutil.Process(server.pid)

    assert server.password not in " ".join([*process.cmdline(), *process.environ().values()])
    assert server.password not in (tmp_path / "redis.log").read_text()
    assert (tmp_path / "password.conf").stat().st_mode & 0o777 == 0o600


def test_it_goes_on_with_the_files_of_the_redis_before_it(tmp_path: Path) -> None:
    (tmp_path / "appendonly.aof").write_bytes(OLD_FILE)
    server = RunningRedis.in_folder(tmp_path)
    try:
        with redis.Redis.from_url(server.url, decode_responses=True) as client:
            assert client.get("kept") == "before"
            assert client.xrange("stream") == [("1-1", {"a": "b"})]
            client.rpush("list", "new")
            server.restart()
            assert client.lrange("list", 0, -1) == ["after", "new"]
    finally:
        server.stop()

"""Engine binary: where it is looked for, and the error if there is none."""

from pathlib import Path

import pytest

from localservices.engine import engine_binary, engine_program
from localservices.exceptions import EngineMissingError


@pytest.mark.parametrize(("platform", "name"), [("linux-arm64", "dynoxide"), ("win32-x64", "dynoxide.exe")])
def test_it_finds_the_binary_of_the_platform(tmp_path: Path, platform: str, name: str) -> None:
    binary = tmp_path / "@dynoxide" / platform / name
    binary.parent.mkdir(parents=True)
    binary.touch()

    assert engine_binary(tmp_path, platform=platform) == binary


def test_it_names_the_two_ways_out_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(EngineMissingError) as caught:
        engine_binary(tmp_path, platform="freebsd-x64")

    message = str(caught.value)
    assert "freebsd-x64" in message
    assert "DYNAMODB_ENDPOINT_URL" in message
    assert "AWS_REGION" in message


def test_it_listens_where_it_is_told(tmp_path: Path) -> None:
    program = engine_program(
        binary=Path("dynoxide"), address="127.1.2.3:6667", data=tmp_path, log=tmp_path / "log"
    )

    assert program.command[1:6] == ("serve", "--host", "127.1.2.3", "--port", "6667")

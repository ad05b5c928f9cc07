"""Tests on DynamoDB Local: nobody can believe that they ran where they did not."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.dynamodb_local import NAME, REQUIRED, ensure_installed, missing, what_ran


@dataclass(frozen=True)
class Report:
    """What a run keeps of one test."""

    keywords: tuple[str, ...] = (NAME,)


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> None:
    """A machine that has Java, and no DynamoDB Local."""
    java = tmp_path / "java"
    java.touch(mode=0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    settings.BASE_DIR = tmp_path


@pytest.mark.usefixtures("without")
def test_what_is_missing_is_named(tmp_path: Path) -> None:
    assert "make dynamodb-local" in missing()

    (tmp_path / "java").unlink()
    assert "no Java" in missing()


@pytest.mark.usefixtures("without")
def test_a_test_without_it_is_skipped_or_fails_where_it_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(REQUIRED, "")
    with pytest.raises(pytest.skip.Exception, match="make dynamodb-local"):
        ensure_installed()

    monkeypatch.setenv(REQUIRED, "1")
    with pytest.raises(pytest.fail.Exception, match="make dynamodb-local"):
        ensure_installed()


def test_the_end_of_a_run_says_that_nothing_ran_on_it() -> None:
    others = Report(keywords=("servers",))

    assert what_ran({"passed": [others], "": [Report()], "deselected": [Report()]}, "") == ""
    assert what_ran({"passed": [others], "skipped": [Report(), Report()]}, "no Java") == (
        "NOTHING ran on DynamoDB Local (2 skipped): no Java"
    )
    assert what_ran({"passed": [Report()], "failed": [Report()], "xfailed": [Report()]}, "") == (
        "Tests on DynamoDB Local: 1 failed, 1 passed, 1 xfailed"
    )

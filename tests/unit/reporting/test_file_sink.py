"""File sink: whole batches, a new file after a given size."""

import json
from pathlib import Path

import pytest

from reporting.exceptions import DeliveryError
from reporting.sinks.file import BLOCK, FileSink
from tests.unit.reporting.batches import a_batch


def numbers(path: Path) -> list[int]:
    return [json.loads(line)["number"] for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_line_is_an_event_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "new" / "events.jsonl"
    FileSink(path, max_bytes=10_000, files=2).deliver(a_batch(2))

    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0]) == {
        "key": "W#Spanish#Any",
        "since": 1_763_768_000_000,
        "number": 7,
        "n": 0,
    }


def test_a_long_file_moves_aside_and_the_oldest_goes(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    sink = FileSink(path, max_bytes=150, files=2)
    for first in range(5):
        sink.deliver(a_batch(2, first=first * 2))

    assert numbers(path) == [8, 9]
    assert numbers(tmp_path / "events.jsonl.1") == [6, 7]
    assert numbers(tmp_path / "events.jsonl.2") == [4, 5]
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "events.jsonl",
        "events.jsonl.1",
        "events.jsonl.2",
        "events.jsonl.lock",
    ]


def test_a_new_file_replaces_one_that_was_moved_away(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    sink = FileSink(path, max_bytes=10_000, files=2)
    sink.deliver(a_batch(1))
    path.rename(tmp_path / "elsewhere")
    sink.deliver(a_batch(1))

    assert numbers(path) == [7]


def test_a_file_that_cannot_be_written_gives_the_batch_back(tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").mkdir()

    with pytest.raises(DeliveryError, match=r"events\.jsonl: Is a directory"):
        FileSink(tmp_path / "events.jsonl", max_bytes=10_000, files=2).deliver(a_batch(1))


def test_half_a_batch_never_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os  # noqa: PLC0415 - only to write less than asked

    path, write = tmp_path / "events.jsonl", os.write
    sink = FileSink(path, max_bytes=10_000, files=2)
    sink.deliver(a_batch(1))
    monkeypatch.setattr("os.write", lambda file, lines: write(file, lines[:5]))
    with pytest.raises(DeliveryError):
        sink.deliver(a_batch(1, first=8))

    assert numbers(path) == [7]


@pytest.mark.parametrize("whole", [0, 1])
def test_a_part_of_a_line_from_a_killed_process_goes(tmp_path: Path, whole: int) -> None:
    path = tmp_path / "events.jsonl"
    sink = FileSink(path, max_bytes=10**7, files=1)
    if whole:
        sink.deliver(a_batch(1))
    with path.open("ab") as file:
        file.write(b'{"key": "' + b"x" * 2 * BLOCK)

    sink.deliver(a_batch(1, first=8))

    assert numbers(path) == [7] * whole + [8]

"""Lock of a data folder across processes: one launcher."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from localservices.exceptions import DataFolderTakenError
from localservices.lock import data_folder_lock

ROOT = Path(__file__).resolve().parents[3]
HOLD = (
    "import sys, time; from pathlib import Path; from localservices.lock import data_folder_lock\n"
    "with data_folder_lock(Path(sys.argv[1])): print('held', flush=True); time.sleep(600)\n"
)


def holder(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLD, str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    return process


def test_it_names_the_file_and_the_process_that_holds_it(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        try:
            with pytest.raises(DataFolderTakenError) as caught, data_folder_lock(tmp_path):
                pass
        finally:
            process.kill()

    assert caught.value.pid == process.pid
    assert str(tmp_path / "services.lock") in str(caught.value)
    assert f"process {process.pid}" in str(caught.value)


def test_it_is_free_again_after_its_holder_was_killed(tmp_path: Path) -> None:
    with holder(tmp_path) as process:
        process.kill()
    with data_folder_lock(tmp_path):
        assert (tmp_path / "services.lock").read_text() == f"{os.getpid()}\n"


def test_it_stays_held_while_a_program_that_inherited_it_lives(tmp_path: Path) -> None:
    with data_folder_lock(tmp_path) as descriptor:
        heir = subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=[descriptor]
        )
    (tmp_path / "services.lock").write_text("")  # the launcher is gone, so no living process is named

    with heir:
        with pytest.raises(DataFolderTakenError), data_folder_lock(tmp_path, patience_seconds=0.1):
            pass
        heir.kill()
    with data_folder_lock(tmp_path):
        pass

"""Processes of the demo."""

from pathlib import Path

import pytest
from django.conf import settings

from localservices.demo.processes import product_programs
from localservices.programs import procfile_read

ROOT: Path = settings.BASE_DIR


def test_the_procfile_has_every_process_of_the_product() -> None:
    assert list(procfile_read(ROOT / "Procfile")) == [
        "web",
        "dispatcher",
        "feed",
        "report",
        "worker",
        "beat",
        "services",
    ]


def test_the_web_process_listens_on_loopback_and_limits_frames() -> None:
    web = procfile_read(ROOT / "Procfile")["web"]

    assert "--host ${HOST:-127.0.0.1}" in web
    assert "--ws-per-message-deflate false" in web
    assert "--ws-max-size 65536" in web


def test_it_runs_all_but_the_services_each_with_its_own_log(tmp_path: Path) -> None:
    programs = product_programs(folder=ROOT, log_folder=tmp_path, port=8123)

    assert [program.name for program in programs] == ["web", "dispatcher", "feed", "report", "worker", "beat"]
    assert {program.log for program in programs} == {tmp_path / f"{program.name}.log" for program in programs}
    assert all(program.command[2].startswith("exec ") for program in programs)


def test_it_tells_them_the_port_and_that_this_is_the_demo_of_one_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOST", "0.0.0.0")  # noqa: S104 - what must not be listened on
    environ = product_programs(folder=ROOT, log_folder=tmp_path, port=8123, variables={"SCENES": "{}"})[
        0
    ].environ

    assert environ is not None
    assert (environ["HOST"], environ["PORT"], environ["DEMO"]) == ("127.0.0.1", "8123", "1")
    assert environ["SCENES"] == "{}"

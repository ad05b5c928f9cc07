"""DynamoDB Local, Amazon's engine in Java, for tests: what it needs, its start, what a run says of it."""

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from django.conf import settings

from bench.ports import free_port
from localservices.engine import engine_answers
from localservices.ports import LOOPBACK
from localservices.programs import Program
from tests.running import RunningEngine

# The marker of tests on it, and the name of its parameter where the same tests run on several engines.
NAME = "dynamodb_local"
OUTCOMES = {"passed", "failed", "error", "skipped", "xfailed", "xpassed"}
REQUIRED = "REQUIRE_DYNAMODB_LOCAL"
# A compiler that optimises less halves the processor time of a life of a minute.
JAVA_OPTIONS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m")


class RunningDynamoDBLocal(RunningEngine):
    """DynamoDB Local at a free port, with its data in memory. It listens on every address of the machine."""

    keeps_data = False

    @classmethod
    def in_folder(cls, folder: Path, *, address: str = "") -> "RunningDynamoDBLocal":
        """Starts one whose log is in the folder."""
        address = address or f"{LOOPBACK}:{free_port()}"
        place = _installed()
        command = (
            *("java", *JAVA_OPTIONS, f"-Djava.library.path={place / 'DynamoDBLocal_lib'}"),
            *("-jar", str(place / "DynamoDBLocal.jar"), "-port", address.rpartition(":")[2]),
            *("-inMemory", "-sharedDb", "-disableTelemetry"),
        )
        log = folder / "dynamodb-local.log"
        program = Program("DynamoDB Local", command, log, lambda: engine_answers(address), folder=folder)
        return cls(program, address=address)


def missing() -> str:
    """What this machine lacks for it, in words; empty if nothing."""
    if not shutil.which("java"):
        return "no Java; on Debian: apt install default-jre-headless"
    return "" if _installed().is_dir() else "it is not installed; `make dynamodb-local` fetches it"


def ensure_installed() -> None:
    """Skips the test where something is missing, or fails it where DynamoDB Local is required."""
    if lacks := missing():
        leave = pytest.fail if os.environ.get(REQUIRED) == "1" else pytest.skip
        leave(f"DynamoDB Local: {lacks}")


def what_ran(reports: Mapping[str, Iterable[object]], lacks: str) -> str:
    """One line about the tests on it, from the reports of a run by outcome; empty if there were none."""
    counts = Counter(
        outcome
        for outcome, of_it in reports.items()
        for report in of_it
        if outcome in OUTCOMES and NAME in getattr(report, "keywords", ())
    )
    if not counts:
        return ""
    counted = ", ".join(f"{number} {outcome}" for outcome, number in sorted(counts.items()))
    if counts.keys() == {"skipped"}:
        return f"NOTHING ran on DynamoDB Local ({counted}): {lacks}"
    return f"Tests on DynamoDB Local: {counted}"


def _installed() -> Path:
    return Path(settings.BASE_DIR) / "node_modules" / "amplify-dynamodb-simulator" / "emulator"

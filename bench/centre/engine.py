"""Engine of a benchmark: a free port, a temporary folder, copies of filled tables.

A large table is filled once; every measurement then starts on a copy of the same files.
"""

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.ports import free_port
from localservices.child import Child
from localservices.engine import engine_binary, engine_program, platform_name
from localservices.ports import LOOPBACK
from localservices.programs import Program

START_SECONDS = 20.0
ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """An empty folder, removed at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="callcenter-bench-") as name:
        yield Path(name)


@contextmanager
def own_engine(filled: Path | None = None) -> Iterator[str]:
    """The endpoint of an engine on a copy of the filled folder, or on an empty one; it stops with the block.

    Raises EngineMissingError, TimeoutError.
    """
    with temporary_folder() as folder:
        if filled is not None:
            shutil.copytree(filled, folder, dirs_exist_ok=True)
        with engine_in(folder) as endpoint:
            yield endpoint


@contextmanager
def filled_by(fill: Callable[[str], None]) -> Iterator[Path]:
    """A folder with what `fill` wrote through the endpoint it is given; the engine has ended."""
    with temporary_folder() as folder:
        with engine_in(folder) as endpoint:
            fill(endpoint)
        yield folder


@contextmanager
def engine_in(folder: Path) -> Iterator[str]:
    """The endpoint of an engine on this folder."""
    address = f"{LOOPBACK}:{free_port()}"
    binary = engine_binary(ROOT / "node_modules", platform=platform_name())
    with running(engine_program(binary=binary, address=address, data=folder, log=folder / "engine.log")):
        yield f"http://{address}"


@contextmanager
def running(program: Program) -> Iterator[Child]:
    """A program from when it is healthy until the end of the block. Raises TimeoutError."""
    child = Child(program)
    try:
        deadline = time.monotonic() + START_SECONDS
        while not program.is_healthy():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{program.name} did not answer within {START_SECONDS} s")
            time.sleep(0.02)
        yield child
    finally:
        child.stop()

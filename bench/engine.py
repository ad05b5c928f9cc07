"""Owns the engine a benchmark runs on: one of its own, on a free port, in a folder that goes away."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from localservices.child import Child
from localservices.engine import engine_answers, engine_binary, engine_program, platform_name
from localservices.ports import free_port

START_SECONDS = 10.0
NODE_MODULES = Path(__file__).resolve().parent.parent / "node_modules"


@contextmanager
def own_engine() -> Iterator[str]:
    """The endpoint of a fresh engine, which ends with the block. Raises EngineMissingError, TimeoutError."""
    with tempfile.TemporaryDirectory(prefix="callcenter-bench-") as folder:
        port, data = free_port(), Path(folder)
        binary = engine_binary(NODE_MODULES, platform=platform_name())
        child = Child(engine_program(binary=binary, port=port, data=data, log=data / "engine.log"))
        try:
            _wait(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            child.stop()


def _wait(port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not engine_answers(port):
        if time.monotonic() > deadline:
            raise TimeoutError(f"the engine did not answer within {START_SECONDS} s")
        time.sleep(0.02)

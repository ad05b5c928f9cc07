"""Busy disk: other processes write and sync a lot, so that every sync takes long."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

PROCESSES, MEBIBYTES = 2, 128
WRITE = f"""
import os, sys
block = os.urandom(1 << 20)
while True:
    with open(sys.argv[1], "wb") as file:
        for _ in range({MEBIBYTES}):
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
"""


@contextmanager
def busy_disk(folder: Path) -> Iterator[None]:
    """Keeps the disk of the folder busy until the end of the block."""
    files = [folder / f"busy-{number}" for number in range(PROCESSES)]
    with ExitStack() as stack:
        for file in files:
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", WRITE, str(file)]))
            stack.callback(process.kill)
        yield
    for file in files:
        file.unlink(missing_ok=True)

"""Browser's board in Node: the reducer of the pages, fed by hand."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings

from live.board.frames import State

PROGRAM = settings.BASE_DIR / "tests" / "js" / "reduce.js"


class BrowserBoard:
    """State of a page; `resync` is true while it needs a snapshot."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.state: State | None = None
        self.epoch, self.seq = "", 0

    def begin(self) -> None:
        """A page that was opened a moment ago."""
        self._send("")

    def hear(self, text: str) -> bool:
        """One frame; answers whether only a snapshot can help now."""
        return bool(self._send(text)["resync"])

    def _send(self, line: str) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        board = answer["board"]
        self.state, self.epoch, self.seq = board["state"], board["epoch"] or "", board["seq"]
        return answer


@contextmanager
def a_browser_board() -> Iterator[BrowserBoard]:
    """Until the end of the block."""
    process = subprocess.Popen(
        ["node", str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        yield BrowserBoard(process)
        assert process.stdin
        process.stdin.close()

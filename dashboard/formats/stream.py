"""Stream as scripts follow it: its address, and the moment of their page."""

from datetime import datetime

from live.board.rows import to_iso


def stream_from(moment: datetime) -> dict[str, str]:
    """What a script needs to follow the stream on a page of this moment."""
    return {"stream": "/ws/board/", "now": to_iso(moment)}

"""Durations as pages write them; the board's scripts write the same. Pure."""


def written_duration(seconds: float) -> str:
    """Seconds as "0:07", "12:41" or "1:02:11"; never negative, since two clocks may disagree a little."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

"""Expected wait of a caller, from the service rate of the queue. Pure."""


def estimated_wait(*, ahead: int, served: int, over_seconds: float) -> float | None:
    """Seconds until a new call is served: calls ahead in the queue ÷ calls served per second.

    `served` is the number of calls of the queue served in the last `over_seconds` (more than 0). None if
    there were none.
    """
    return ahead * over_seconds / served if served else None

"""Estimated wait of a caller, from the service rate of the queue. Pure."""


def estimated_wait(*, ahead: int, served: int, over_seconds: float) -> float | None:
    """Seconds until who comes now is served: those ahead in the queue ÷ calls served per second.

    `served` is how many calls of the queue were served during the last `over_seconds` (more than 0). None
    where nothing was served: then nobody can know.
    """
    return ahead * over_seconds / served if served else None

"""Errors of the load, each one line that says what is allowed."""

from simulation.ranges import Limits


class LoadError(Exception):
    """Base of every error here; its text is fit to be shown to a user."""


class LoadRangeError(LoadError):
    """A figure outside its limits."""

    def __init__(self, field: str, value: float, limits: Limits) -> None:
        super().__init__(f"{field}: {value:g} is not allowed; {limits.text('g')}")


class LoadRunningError(LoadError):
    """Another run has not ended yet, and there is one at a time.

    `run` is its id; `simulation` the same for a simulation in real time, else empty.
    """

    def __init__(self, run: str, *, simulation: str = "") -> None:
        one = f"simulation in real time {simulation}" if simulation else f"load: run {run}"
        super().__init__(f"{one} has not ended; stop it before you start another")
        self.run = run
        self.simulation = simulation

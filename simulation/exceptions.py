"""Owns the reasons for which a load is refused; each says in one line what is allowed."""


class LoadError(Exception):
    """Base of every error here; its text is fit to be shown to a user."""


class LoadRangeError(LoadError):
    """A figure outside its limits."""

    def __init__(self, field: str, value: float, least: float, most: float, unit: str) -> None:
        super().__init__(f"{field}: {value:g} is not allowed; from {least:g} to {most:g} {unit}")
        self.field = field
        self.value = value
        self.least = least
        self.most = most
        self.unit = unit


class LoadRunningError(LoadError):
    """Another run has not ended yet, and there is one at a time."""

    def __init__(self, run: str) -> None:
        super().__init__(f"load: run {run} has not ended; stop it before you start another")
        self.run = run

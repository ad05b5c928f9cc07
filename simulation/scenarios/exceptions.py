"""Owns the reasons for which a scenario is refused; each names the field and what is allowed. Pure."""


class ScenarioError(Exception):
    """A field that cannot be as it is; the text is fit to be shown to a user."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class ScenarioRangeError(ScenarioError):
    """A figure outside its limits, or no number at all."""

    def __init__(self, field: str, value: float, least: float, most: float, unit: str) -> None:
        super().__init__(
            field, f"{value:,.12g} is not allowed; from {least:,.12g} to {most:,.12g} {unit}".rstrip()
        )
        self.value = value
        self.least = least
        self.most = most
        self.unit = unit

"""Errors of reporting, each one line."""


class ReportingError(Exception):
    """The base of them all."""


class BadSinkError(ReportingError):
    """A sink's settings cannot be used: names sink and field, and says what is needed."""

    def __init__(self, sink: str, field: str, needed: str) -> None:
        super().__init__(f"sink {sink}: {field}: {needed}")
        self.sink, self.field, self.needed = sink, field, needed


class DeliveryError(ReportingError):
    """A sink did not take a batch; it may be sent again."""


class UnknownSinkError(ReportingError):
    """No sink has this name."""

    def __init__(self, sink: str) -> None:
        super().__init__(f"there is no sink {sink[:40]!r}")


class NoTestError(ReportingError):
    """A sink that takes no test event."""

    def __init__(self) -> None:
        super().__init__("only sinks to files and other systems take a test event")


class UnknownWebhookError(ReportingError):
    """There is no webhook of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"webhook: there is none named {name[:40]!r}")


class BadDayError(ReportingError):
    """An invalid day: names the field, its value, and what it takes."""

    def __init__(self, field: str, value: str, allowed: str) -> None:
        super().__init__(f"{field}: {allowed}, not {value!r}")
        self.field, self.value, self.allowed = field, value, allowed

"""Hours as text: spans of a day, special days, the periods of a calendar; and back. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from routing.exceptions import InvalidFieldError
from routing.model.hours.calendars import MOST_PERIODS, Period, document_of, read_period
from routing.model.hours.weeks import read_date, read_spans

EN_DASH = "\N{EN DASH}"
CLOSED = "closed"


def text_of_spans(spans: Sequence[Sequence[str]]) -> str:
    """`09:00-12:00, 13:00-18:00`."""
    return ", ".join("-".join(span) for span in spans)


def spans_of(text: str) -> list[list[str]]:
    """The spans that a text describes; the model refuses wrong ones."""
    spans = text.replace(EN_DASH, "-").split(",")
    return [[one.strip() for one in span.split("-")] for span in spans if span.strip()]


def text_of_dates(dates: Mapping[str, Sequence[Sequence[str]]]) -> str:
    """One day per line: `2026-12-24: 09:00-14:00`, or `2026-12-27: closed`."""
    return "\n".join(f"{day}: {text_of_spans(spans) or CLOSED}" for day, spans in sorted(dates.items()))


def dates_of(text: str) -> dict[str, list[list[str]]]:
    """Raises InvalidFieldError with the line."""
    found: dict[str, list[list[str]]] = {}
    for where, line in _lines(text):
        day, between, hours = (one.strip() for one in line.partition(":"))
        read_date(where, day)
        if not between or not hours:
            allowed = f"write a date, a colon and hours or {CLOSED}, such as 2026-12-24: 09:00-14:00"
            raise InvalidFieldError(where, line[:60], allowed)
        if day in found:
            raise InvalidFieldError(where, day, "each date may appear once")
        found[day] = [] if hours.lower() == CLOSED else spans_of(hours)
        read_spans(where, found[day])
    return found


def text_of_calendar(document: Mapping[str, str]) -> str:
    """One period per line: `2026-12-25 Christmas Day`."""
    return "\n".join(f"{period} {name}".strip() for period, name in sorted(document.items()))


def calendar_of(text: str) -> dict[str, str]:
    """Raises InvalidFieldError with the line."""
    periods: list[Period] = []
    for where, line in _lines(text):
        period, _, name = line.partition(" ")
        periods.append(read_period(where, period, " ".join(name.split())))
        if len(periods) > MOST_PERIODS:
            raise InvalidFieldError(where, line[:60], f"at most {MOST_PERIODS} lines")
    return document_of(periods)


def _lines(text: str) -> Iterator[tuple[str, Any]]:
    """The lines with something in them, with their places."""
    lines = enumerate(text.splitlines(), start=1)
    return ((f"line {number}", line.strip()) for number, line in lines if line.strip())

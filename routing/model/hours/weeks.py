"""Weekly hours and special days as documents have them: `{"mon": [["09:00", "17:00"]]}`. Pure."""

import re
from collections.abc import Mapping
from datetime import date
from itertools import pairwise
from typing import Any

from routing.exceptions import InvalidFieldError
from routing.model.hours.moments import A_DAY, is_near
from routing.model.hours.schedules import Span, Spans

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MIDNIGHT = "24:00"
MOST_SPANS = 6
_TIME = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")
SHAPE = f'spans such as {{"mon": [["09:00", "18:00"]]}}, for {", ".join(DAYS)}, at most {MOST_SPANS} a day'
PAIR = "it must be start and end, such as 09:00 and 17:00"


def read_week(where: str, given: Any) -> tuple[Spans, ...]:
    """The spans of each weekday; a day that is left out has none. Raises InvalidFieldError with the day."""
    if not isinstance(given, Mapping):
        raise InvalidFieldError(where, given, SHAPE)
    if unknown := [str(day)[:20] for day in given if day not in DAYS]:
        raise InvalidFieldError(f"{where} {unknown[0]}", unknown[0], f"choose one of {', '.join(DAYS)}")
    return tuple(read_spans(f"{where} {day}", given.get(day, ())) for day in DAYS)


def read_spans(where: str, given: Any) -> Spans:
    """The spans of a day, in order; one that ends no later than it begins goes over midnight.

    Raises InvalidFieldError.
    """
    if not isinstance(given, list | tuple) or len(given) > MOST_SPANS:
        raise InvalidFieldError(where, given, SHAPE)
    spans = [_span(where, one) for one in given]
    for (begin, end), (following, last) in pairwise(spans):
        if not begin < end <= following:
            allowed = "each span must start after the last one has ended; only the last goes over midnight"
            raise InvalidFieldError(where, span_text((following, last)).replace("-", " to "), allowed)
    return tuple(spans)


def read_date(where: str, text: Any) -> date:
    """The date of a text such as 2026-12-25. Raises InvalidFieldError."""
    try:
        found = date.fromisoformat(text)
    except (TypeError, ValueError):
        found = None
    if found is None or found.isoformat() != text or not is_near(found):
        raise InvalidFieldError(where, text, "it must be a date such as 2026-12-25")
    return found


def span_text(span: Span) -> str:
    """`09:00-17:00`; over midnight `22:00-06:00`."""
    begin, end = span
    return f"{_text(begin)}-{MIDNIGHT if end == A_DAY else _text(end % A_DAY)}"


def _text(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _span(where: str, given: Any) -> Span:
    match given:
        case [str(begin), str(end)] if _TIME.fullmatch(begin) and (end == MIDNIGHT or _TIME.fullmatch(end)):
            first, last = minute_of(begin), minute_of(end)
            if first == last:
                raise InvalidFieldError(where, f"{begin}-{end}", "all day is 00:00-24:00")
            return (first, last if last > first else last + A_DAY)
    raise InvalidFieldError(where, given, PAIR)


def read_time(where: str, text: Any) -> str:
    """A time such as 09:30. Raises InvalidFieldError."""
    if not isinstance(text, str) or not _TIME.fullmatch(text):
        raise InvalidFieldError(where, text, "it must be a time such as 17:00")
    return text


def minute_of(text: str) -> int:
    """The minute of the day of a time such as 09:30; 24:00 is its end."""
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)

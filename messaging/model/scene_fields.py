"""Fields of a scene: allowed values and limits, for the setting, the table and the API. Pure."""

import re
from collections.abc import Callable, Collection
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from messaging.exceptions import InvalidFieldError, MessagingError
from messaging.model.limits import check_text, check_title
from messaging.model.parties import PartyKind, party_of
from routing.exceptions import InvalidFieldError as RoutingFieldError
from routing.model.hours.moments import zone_names
from routing.model.hours.opening import WhenClosed
from routing.model.hours.weeks import read_week
from routing.model.queues import ANY
from routing.model.settings.retention import LONGEST_DAYS
from routing.model.skills import GENDERS, LANGUAGES, TOPICS, Skills

LEAST_SECRET = 32
LONGEST_SECRET = 1000
LONGEST_SAYING = 1000
MOST_ORIGINS = 50
MOST_CLOSED_DATES = 100
A_DAY = 86_400
# A chat that begins outside hours has no other queue than that of its scene.
WHEN_CLOSED = (WhenClosed.WAIT, WhenClosed.REFUSE)

# Field: least and most; all are whole numbers.
LIMITS: dict[str, tuple[int, int]] = {
    "priority": (0, 9),
    "keep_days": (1, LONGEST_DAYS),
    "idle_seconds": (0, A_DAY),
    "first_response_seconds": (1, A_DAY),
    "reopen_seconds": (0, 30 * A_DAY),
    "robot_seconds": (5, 3600),
}


def check_field(where: str, field: str, value: object, known: Skills) -> None:
    """Raises InvalidFieldError, which says `where` the wrong value is."""
    if field in LIMITS:
        _check_number(where, value, *LIMITS[field])
    elif field in CHECKS:
        CHECKS[field](where, value)
    elif not isinstance(value, str):
        raise InvalidFieldError(where, "…" if field == "secret" else value, "it must be text")
    elif field in CHECKS_OF_TEXTS:
        CHECKS_OF_TEXTS[field](where, value)
    elif (among := _skills(field, known)) and value not in among:
        raise InvalidFieldError(where, value, f"choose one of {', '.join(among)}")


def checked(where: str, value: str, check: Callable[[str], object]) -> None:
    """Runs a check of the model, and says where the value is."""
    try:
        check(value)
    except MessagingError as error:
        allowed = getattr(error, "allowed", str(error).partition(": ")[2])
        raise InvalidFieldError(where, value, allowed, limit=error.limit) from None


def _skills(field: str, known: Skills) -> Collection[str]:
    """What a field accepts, former skills too; a topic can be any text where nothing is routed by topics."""
    if field == "language":
        return known.names_of(LANGUAGES)
    if field == "topic" and not known.topics:
        return ()
    return (*known.names_of(GENDERS if field == "gender" else TOPICS), ANY)


def _check_secret(where: str, value: str) -> None:
    if value and len(value) < LEAST_SECRET:
        allowed = f"at least {LEAST_SECRET} characters are needed"
        raise InvalidFieldError(where, "…", allowed, limit=LEAST_SECRET)
    if len(value) > LONGEST_SECRET:
        raise InvalidFieldError(where, "…", f"at most {LONGEST_SECRET} characters", limit=LONGEST_SECRET)


def _check_saying(where: str, value: str) -> None:
    checked(where, value, lambda text: text and check_text(text, limit=LONGEST_SAYING))


def _check_robot(where: str, value: str) -> None:
    checked(where, value, lambda name: name and party_of(f"{PartyKind.PROGRAM}:{name}"))


def _check_zone(where: str, value: str) -> None:
    if value not in zone_names():
        raise InvalidFieldError(where, value[:60], "it must be a time zone such as Europe/Berlin or UTC")


def _check_number(where: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise InvalidFieldError(where, value, f"it must be a whole number from {least} to {most}", limit=most)


def _check_flag(where: str, value: object) -> None:
    if not isinstance(value, bool):
        raise InvalidFieldError(where, value, "it must be true or false")


def _check_origins(where: str, value: object) -> None:
    if not isinstance(value, list) or len(value) > MOST_ORIGINS:
        allowed = f"it must be a list of at most {MOST_ORIGINS} origins, such as https://example.org"
        raise InvalidFieldError(where, value, allowed, limit=MOST_ORIGINS)
    for origin in value:
        if not isinstance(origin, str) or not _is_origin(origin):
            raise InvalidFieldError(
                where, origin, "it must be scheme and host only, such as https://example.org"
            )


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    return (
        parts.scheme in ("http", "https")
        and text == f"{parts.scheme}://{parts.netloc}"
        and bool(parts.hostname)
        and not re.search(r"[@\s\"'<>;,*]", text)
    )


def _check_closed_dates(where: str, value: object) -> None:
    if not isinstance(value, list) or len(value) > MOST_CLOSED_DATES:
        allowed = f"it must be a list of at most {MOST_CLOSED_DATES} dates, such as 2026-12-25"
        raise InvalidFieldError(where, value, allowed, limit=MOST_CLOSED_DATES)
    for day in value:
        if not isinstance(day, str) or not _is_date(day):
            raise InvalidFieldError(where, day, "it must be a date such as 2026-12-25")


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _check_hours(where: str, value: object) -> None:
    try:
        read_week(where, value)
    except RoutingFieldError as error:
        raise InvalidFieldError(error.field, error.value, error.allowed) from None


def _check_when_closed(where: str, value: str) -> None:
    if value not in WHEN_CLOSED:
        raise InvalidFieldError(where, value, f"choose one of {', '.join(WHEN_CLOSED)}")


Check = Callable[[str, Any], None]
CHECKS: dict[str, Check] = {
    "origins": _check_origins,
    "hours": _check_hours,
    "closed_dates": _check_closed_dates,
    "ask_rating": _check_flag,
}
CHECKS_OF_TEXTS: dict[str, Check] = {
    "secret": _check_secret,
    "title": lambda where, value: checked(where, value, check_title),
    "site": lambda where, value: checked(where, value, check_title),
    "robot": _check_robot,
    "first_message": _check_saying,
    "closed_text": _check_saying,
    "time_zone": _check_zone,
    "schedule": lambda where, value: checked(where, value, check_title),
    "when_closed": _check_when_closed,
}

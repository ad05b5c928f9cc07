"""Environment variables: typed readers with clear errors. Decides no setting."""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_ON = frozenset({"1", "true", "yes", "on"})
_OFF = frozenset({"0", "false", "no", "off"})
_HIDDEN = "…"  # stands for a value that may hold a secret
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*")


class SettingError(ValueError):
    """An environment variable cannot be used: names the variable, the value and what is accepted."""

    def __init__(self, name: str, value: str, expected: str) -> None:
        super().__init__(f"{name}={value!r} cannot be used: {expected}")
        self.name, self.value, self.expected = name, value, expected


def text(environ: Mapping[str, str], name: str, default: str = "") -> str:
    """The value without surrounding blanks; unset and empty both mean the default."""
    return environ.get(name, "").strip() or default


def flag(environ: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    """A switch: 1, true, yes, on or 0, false, no, off, in any case."""
    value = text(environ, name).lower()
    if not value:
        return default
    if value in _ON | _OFF:
        return value in _ON
    raise SettingError(name, value, "a switch is 1 or 0 (also true/false, yes/no, on/off)")


def whole_number(environ: Mapping[str, str], name: str, default: int, *, least: int, most: int) -> int:
    """A whole number between `least` and `most`, both included."""
    value = text(environ, name)
    if not value:
        return default
    try:
        number = int(value)
    except ValueError:
        raise SettingError(name, value, f"a whole number from {least} to {most} is needed") from None
    if not least <= number <= most:
        raise SettingError(name, value, f"it must be from {least} to {most}")
    return number


def choice(environ: Mapping[str, str], name: str, default: str, *, among: Collection[str]) -> str:
    """One word out of a fixed few."""
    value = text(environ, name, default)
    if value not in among:
        raise SettingError(name, value, f"choose one of {', '.join(sorted(among))}")
    return value


def time_zone(environ: Mapping[str, str], name: str, default: str) -> ZoneInfo:
    """A time zone by its IANA name, such as Europe/Berlin."""
    value = text(environ, name, default)
    try:
        return ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError):
        raise SettingError(name, value, "name a time zone such as UTC or Europe/Berlin") from None


def words(
    environ: Mapping[str, str], name: str, default: Collection[str] = (), *, most: int
) -> tuple[str, ...]:
    """A list separated by commas, in order, each word once: letters, digits, blanks, `_` and `-`."""
    found = listed(environ, name, default)
    for word in found:
        if not _WORD.fullmatch(word):
            raise SettingError(name, word, "a word is a letter, then letters, digits, blanks, - or _")
    if len(set(found)) != len(found):
        raise SettingError(name, ",".join(found), "each word may appear only once")
    if len(found) > most:
        raise SettingError(name, ",".join(found), f"at most {most} words are allowed, {len(found)} are given")
    return found


def listed(environ: Mapping[str, str], name: str, default: Collection[str] = ()) -> tuple[str, ...]:
    """A list separated by commas, in order, blanks around the parts removed, empty parts left out."""
    value = text(environ, name)
    if not value:
        return tuple(default)
    return tuple(part.strip() for part in value.split(",") if part.strip())


def choices(environ: Mapping[str, str], name: str, *, among: Collection[str]) -> dict[str, str]:
    """Pairs `key=choice` separated by commas, each choice out of a fixed few."""
    pairs: dict[str, str] = {}
    for part in listed(environ, name):
        key, equals, value = part.rpartition("=")
        if not equals or not key or value not in among:
            raise SettingError(name, part, f"write key=choice, the choice one of {', '.join(sorted(among))}")
        pairs[key] = value
    return pairs


def url(environ: Mapping[str, str], name: str, default: str = "", *, schemes: Collection[str]) -> str:
    """An address with one of the schemes and a host; empty when neither value nor default is given.

    An error does not repeat a value that may hold a password.
    """
    value = text(environ, name, default)
    if not value:
        return ""
    shown = _HIDDEN if "@" in value else value
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError as error:
        raise SettingError(name, shown, str(error)) from None
    if parts.scheme not in schemes or not (parts.hostname or parts.scheme == "unix"):
        raise SettingError(
            name, shown, f"it starts with {' or '.join(f'{s}://' for s in schemes)} and a host"
        )
    return value


def fields(environ: Mapping[str, str], name: str) -> dict[str, Any]:
    """A JSON object; empty when unset. An error does not repeat the value, since it may hold a secret."""
    value = text(environ, name)
    try:
        found = json.loads(value or "{}")
    except ValueError as error:
        raise SettingError(name, _HIDDEN, f"a JSON object is needed ({error})") from None
    if not isinstance(found, dict):
        raise SettingError(name, _HIDDEN, "a JSON object is needed")
    return found


def fields_by_name(environ: Mapping[str, str], name: str) -> dict[str, dict[str, Any]]:
    """A JSON object of JSON objects; empty when unset."""
    found = fields(environ, name)
    for key, value in found.items():
        if not isinstance(value, dict):
            raise SettingError(name, _HIDDEN, f"a JSON object is needed for {key}")
    return found

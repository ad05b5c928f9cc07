"""Scene: an entry through which customers write, and its rules for their conversations. Pure."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from messaging.exceptions import InvalidFieldError, MessagingError
from messaging.model.limits import check_chat_id, check_title
from messaging.model.parties import PartyKind, party_of
from routing.model.queues import ANY
from routing.model.skills import Skills

SETTING = "SCENES"
LEAST_SECRET = 32
MOST_KEEP_DAYS = 3650
MOST_SCENES = 100
MOST_ORIGINS = 50
A_DAY = 86_400

# Field: least and most; all are whole numbers.
LIMITS: dict[str, tuple[int, int]] = {
    "priority": (0, 9),
    "keep_days": (1, MOST_KEEP_DAYS),
    "idle_seconds": (0, A_DAY),
    "reopen_seconds": (0, 30 * A_DAY),
    "robot_seconds": (5, 3600),
}


@dataclass(frozen=True)
class Scene:
    """An entry through which customers write, such as a listing page or a complaint.

    `language`, `gender`, `topic` and `priority` are those of its chats. With a `robot`, the name of a
    program, that program answers first; if it says nothing for `robot_seconds`, the chat waits for an
    agent. A chat in which nobody writes for `idle_seconds` is closed (0: never; None: as the policy of its
    queue says). A customer who writes again within `reopen_seconds` after the close gets the last agent
    first, for as long as the policy says.

    `keep_days` is how long messages are kept; 0: as the setting for all says. The customers' site signs with
    the `secret` who they are; without one they are anonymous. Scenes of one `site` share their customers.
    Their pages are of the `origins`; without any, of this site alone.
    """

    name: str
    language: str
    gender: str = ANY
    topic: str = ""
    priority: int = 5
    title: str = ""
    robot: str = ""
    robot_seconds: int = 30
    idle_seconds: int | None = None
    reopen_seconds: int = A_DAY
    keep_days: int = 0
    site: str = ""
    secret: str = ""
    origins: tuple[str, ...] = ()

    @property
    def policy(self) -> dict[str, Any]:
        """What it sets of the policies of its queues."""
        idle = {} if self.idle_seconds is None else {"idle_seconds": self.idle_seconds}
        return {"collect_seconds": self.robot_seconds, **idle}

    def __repr__(self) -> str:  # a log shows no secret
        return f"Scene({self.name!r})"


@dataclass(frozen=True)
class Scenes:
    """The scenes by name, at least one."""

    by_name: Mapping[str, Scene]

    @property
    def days_kept(self) -> tuple[tuple[str, int], ...]:
        """The days that messages are kept, of the scenes that say so."""
        return tuple((one.name, one.keep_days) for one in self.by_name.values() if one.keep_days)

    def of(self, name: str) -> Scene:
        """The scene of a conversation; the first one if it names none, or one that is no longer set."""
        return self.by_name.get(name) or next(iter(self.by_name.values()))


def read_scenes(given: Mapping[str, Mapping[str, Any]], known: Skills) -> Scenes:
    """The scenes that the setting describes: `{"sales": {"language": "French", …}, …}`.

    A scene without a language has the first of all. Raises InvalidFieldError with the setting, the scene and
    the field.
    """
    if not 1 <= len(given) <= MOST_SCENES:
        allowed = f"from 1 to {MOST_SCENES} scenes"
        raise InvalidFieldError(SETTING, len(given), allowed, limit=MOST_SCENES)
    found = {name: _scene(name, one, known) for name, one in given.items()}
    return Scenes(MappingProxyType(found))


def _scene(name: str, given: Mapping[str, Any], known: Skills) -> Scene:
    _checked(SETTING, name, check_chat_id)
    taken = [one.name for one in fields(Scene)][1:]
    for field, value in given.items():
        if field not in taken:
            allowed = f"there is no such field; choose one of {', '.join(taken)}"
            raise InvalidFieldError(f"{SETTING} {name}", field, allowed)
        _check(f"{SETTING} {name} {field}", field, value, known)
    usual = {"language": known.languages[0], "topic": ANY if known.topics else "", "site": name}
    return Scene(name, **{**usual, **given, "origins": tuple(given.get("origins", ()))})


def _check(where: str, field: str, value: object, known: Skills) -> None:
    if field in LIMITS:
        _check_number(where, value, *LIMITS[field])
    elif field == "origins":
        _check_origins(where, value)
    elif not isinstance(value, str):
        raise InvalidFieldError(where, "…" if field == "secret" else value, "a text is needed")
    elif field == "secret":
        _check_secret(where, value)
    elif field in ("title", "site"):
        _checked(where, value, check_title)
    elif field == "robot":
        _checked(where, value, lambda name: name and party_of(f"{PartyKind.PROGRAM}:{name}"))
    elif (among := _skills(field, known)) and value not in among:
        raise InvalidFieldError(where, value, f"choose one of {', '.join(among)}")


def _skills(field: str, known: Skills) -> Collection[str]:
    """What a field accepts; a topic can be any text where nothing is routed by topics."""
    if field == "language":
        return known.languages
    among = known.genders if field == "gender" else known.topics
    return (*among, ANY) if among else ()


def _check_secret(where: str, value: str) -> None:
    if value and len(value) < LEAST_SECRET:
        allowed = f"at least {LEAST_SECRET} characters are needed"
        raise InvalidFieldError(where, "…", allowed, limit=LEAST_SECRET)


def _check_number(where: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise InvalidFieldError(where, value, f"a whole number from {least} to {most}", limit=most)


def _check_origins(where: str, value: object) -> None:
    if not isinstance(value, list) or len(value) > MOST_ORIGINS:
        allowed = f"a list of at most {MOST_ORIGINS} origins, such as https://example.org"
        raise InvalidFieldError(where, value, allowed, limit=MOST_ORIGINS)
    for origin in value:
        if not isinstance(origin, str) or not _is_origin(origin):
            raise InvalidFieldError(where, origin, "scheme and host alone, such as https://example.org")


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    return (
        parts.scheme in ("http", "https") and text == f"{parts.scheme}://{parts.netloc}" and "@" not in text
    )


def _checked(where: str, value: str, check: Callable[[str], object]) -> None:
    """Runs a check of the model, and says where the value is."""
    try:
        check(value)
    except MessagingError as error:
        raise InvalidFieldError(where, value, getattr(error, "allowed", str(error))) from None

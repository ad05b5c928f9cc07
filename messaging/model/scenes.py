"""Scene: an entry through which customers write, and its rules for their conversations. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any

from messaging.exceptions import InvalidFieldError
from messaging.model.limits import check_chat_id
from messaging.model.scene_fields import A_DAY, check_field, checked
from routing.model.hours.opening import Hours, Rule, WhenClosed
from routing.model.hours.schedules import ALWAYS, Schedule
from routing.model.hours.weeks import read_week
from routing.model.queues import ANY
from routing.model.skills import Skills

SETTING = "SCENES"
MOST_SCENES = 100
LISTS = ("origins", "closed_dates")


@dataclass(frozen=True)
class Scene:
    """An entry through which customers write, such as a listing page or a complaint.

    `language`, `gender`, `topic` and `priority` are those of its chats. With a `robot`, the name of a
    program, that program answers first; if it says nothing for `robot_seconds`, the chat waits for an
    agent. A chat in which nobody writes for `idle_seconds` is closed (0: never; None: as the policy of its
    queue says). A customer who writes again within `reopen_seconds` after the close gets the last agent
    first, for as long as the policy says. A first response within `first_response_seconds` is in time (None:
    as the policy says).

    `keep_days` is how long messages are kept; 0: as the setting for all says. The customers' site signs with
    the `secret` who they are; without one they are anonymous. Scenes of one `site` share their customers.
    Their pages are of the `origins`; without any, of this site alone.

    Customers first see `first_message`, which is not stored, and while the scene is closed the `closed_text`.
    It is open within its `hours` by the clocks of its `time_zone`, except on `closed_dates`; without hours
    always. With a `schedule`, one of the settings, that one holds instead. `when_closed` says whether chats
    that begin then wait or are refused. With `ask_rating` customers rate the service after the close.
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
    first_response_seconds: int | None = None
    reopen_seconds: int = A_DAY
    keep_days: int = 0
    site: str = ""
    secret: str = ""
    origins: tuple[str, ...] = ()
    first_message: str = ""
    hours: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    time_zone: str = "UTC"
    closed_text: str = ""
    closed_dates: tuple[str, ...] = ()
    schedule: str = ""
    when_closed: str = WhenClosed.WAIT
    ask_rating: bool = False

    @cached_property
    def own_hours(self) -> Schedule:
        """The schedule that its own fields describe."""
        week = read_week("hours", self.hours) if self.hours else ALWAYS
        closed = dict.fromkeys(map(date.fromisoformat, self.closed_dates), "")
        return Schedule(self.name, self.time_zone, week, holidays=closed)

    def rule(self, hours: Hours) -> Rule:
        """When it is open, and what happens else; `hours` are those of the settings.

        With a schedule that the settings do not have, it is always open.
        """
        schedule = (
            hours.schedules.get(self.schedule, Schedule(self.schedule)) if self.schedule else self.own_hours
        )
        return Rule(schedule, WhenClosed(self.when_closed), self.closed_text)

    @property
    def is_silent(self) -> bool:
        """Whether it refuses customers outside its hours without a text."""
        closes = bool(self.schedule or self.hours or self.closed_dates)
        return closes and self.when_closed == WhenClosed.REFUSE and not self.closed_text

    @property
    def policy(self) -> dict[str, Any]:
        """What it sets of the policies of its queues."""
        own = {"idle_seconds": self.idle_seconds, "first_response_seconds": self.first_response_seconds}
        given = {name: seconds for name, seconds in own.items() if seconds is not None}
        return {"collect_seconds": self.robot_seconds, **given}

    @property
    def given(self) -> dict[str, Any]:
        """Its fields as the setting and the table have them, without those that have their default."""
        usual = Scene(self.name, "")
        own = ((one.name, getattr(self, one.name)) for one in fields(self)[1:])
        return {name: _plain(value) for name, value in own if value != getattr(usual, name)}

    def __repr__(self) -> str:  # a log shows no secret
        return f"Scene({self.name!r})"


@dataclass(frozen=True)
class Scenes:
    """The scenes by name, at least one."""

    by_name: Mapping[str, Scene]

    def days_kept(self, name: str) -> int:
        """The days that messages of a scene are kept; 0: as the setting for all says."""
        scene = self.by_name.get(name)
        return scene.keep_days if scene else 0

    def policy_of(self, name: str) -> Mapping[str, Any]:
        """What a scene sets of the policies of its queues."""
        scene = self.by_name.get(name)
        return scene.policy if scene else {}

    def rule_of(self, name: str, hours: Hours) -> Rule | None:
        """The opening hours of a scene; None for one that is no longer set."""
        scene = self.by_name.get(name)
        return scene.rule(hours) if scene else None

    @property
    def robots(self) -> list[str]:
        """The programs that serve chats, by name."""
        return sorted({scene.robot for scene in self.by_name.values() if scene.robot})

    def of(self, name: str) -> Scene:
        """The scene of a conversation; the first one if it names none, or one that is no longer set."""
        return self.by_name.get(name) or next(iter(self.by_name.values()))


@dataclass(frozen=True)
class KeptScene:
    """A scene as the table has it; `given` are its fields, as in the setting. Version 0: the setting's."""

    name: str
    given: Mapping[str, Any]
    version: int = 0
    changed_by: str = ""
    changed_at: datetime | None = None


def read_scenes(given: Mapping[str, Mapping[str, Any]], known: Skills) -> Scenes:
    """The scenes that the setting describes: `{"sales": {"language": "French", …}, …}`.

    A scene without a language has the first of all. Raises InvalidFieldError with the setting, the scene and
    the field.
    """
    if not 1 <= len(given) <= MOST_SCENES:
        allowed = f"from 1 to {MOST_SCENES} scenes"
        raise InvalidFieldError(SETTING, len(given), allowed, limit=MOST_SCENES)
    for name in given:
        checked(SETTING, name, check_chat_id)
    found = {name: read_scene(name, one, known, within=f"{SETTING} {name}") for name, one in given.items()}
    return Scenes(MappingProxyType(found))


def read_scene(name: str, given: Mapping[str, Any], known: Skills, *, within: str = "") -> Scene:
    """A scene with these fields. Raises InvalidFieldError with the field and what it is `within`."""
    taken = [one.name for one in fields(Scene)][1:]
    for name_of_field, value in given.items():
        if name_of_field not in taken:
            allowed = f"there is no such field; choose one of {', '.join(taken)}"
            raise InvalidFieldError(within or "scene", name_of_field, allowed)
        check_field(f"{within} {name_of_field}".strip(), name_of_field, value, known)
    usual = {"language": known.languages[0], "topic": ANY if known.topics else "", "site": name}
    lists = {one: tuple(given.get(one, ())) for one in LISTS}
    return Scene(name, **{**usual, **given, **lists})


def _plain(value: Any) -> Any:
    """As JSON has it."""
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return {day: [list(span) for span in spans] for day, spans in value.items()}
    return value

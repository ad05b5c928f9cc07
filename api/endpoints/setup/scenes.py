"""Scenes: what customers' pages show of one; administered by supervisors and programs."""

from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router, Schema
from pydantic import Field, StrictBool

from api.access.allowed import Allowed, spend_by_address
from api.access.scopes import Scope
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import Page, page_of
from api.conventions.moments import Moment
from api.conventions.problems import Problem
from api.endpoints.chat_fields import Body
from api.endpoints.desk import acting
from messaging.administration.scene_changes import scene_remove, scene_save, scenes_kept
from messaging.chats.arrivals import admission_of
from messaging.model.limits import LONGEST_SCENE
from messaging.model.outcomes import Conflict
from messaging.model.scenes import KeptScene
from messaging.runtime import chats, scenes, scenes_of_settings
from operations.operation import Permission

router = Router(tags=["scenes"])
ADMINISTRATORS = Allowed(Scope.ADMIN, Permission.SUPERVISE)
Name = Annotated[str, Path(max_length=LONGEST_SCENE)]
Version = Annotated[
    int,
    Field(
        strict=True, ge=0, description="the version that you read; 0 for a new scene, or one from the setting"
    ),
]
Whole = Annotated[int, Field(strict=True)]


class SceneState(Schema):
    """What a customer's page needs to know. `opens_at` is null while the scene is open or never opens.

    `takes_new` is false while it is closed and refuses new chats; a robot always takes them.
    """

    name: str
    title: str
    is_open: bool
    takes_new: bool
    opens_at: Moment | None
    closed_text: str
    first_message: str
    ask_rating: bool


class SceneFields(Schema):
    """Fields as in the setting SCENES, with the same limits; an absent field has its default."""

    language: str | None = None
    gender: str | None = None
    topic: str | None = None
    priority: Whole | None = None
    title: str | None = None
    robot: str | None = None
    robot_seconds: Whole | None = None
    idle_seconds: Whole | None = None
    first_response_seconds: Whole | None = None
    reopen_seconds: Whole | None = None
    keep_days: Whole | None = None
    site: str | None = None
    origins: list[str] | None = None
    first_message: str | None = None
    hours: dict[str, list[list[str]]] | None = None
    time_zone: str | None = None
    closed_text: str | None = None
    closed_dates: list[str] | None = None
    schedule: str | None = None
    when_closed: str | None = None
    ask_rating: StrictBool | None = None


class SceneIn(Body, SceneFields):
    """A scene. Without `secret` it keeps its own; an empty one removes it."""

    version: Version
    secret: str | None = None


class SceneOut(SceneFields):
    """A scene with its `version`, 0 if it comes from the setting. Its secret is never shown."""

    name: str
    version: int
    has_secret: bool
    in_setting: bool
    changed_by: str
    changed_at: Moment | None


@router.get("/scenes/{name}", auth=None, response=SceneState)
def scene(request: HttpRequest, name: Name) -> dict[str, Any]:
    """Returns whether a scene is open and what customers see first; public."""
    spend_by_address(request)
    found = scenes().by_name.get(name)
    if found is None:
        raise Problem(HTTPStatus.NOT_FOUND, f"There is no scene {name[:40]!r}.", "unknown_scene", "scene")
    hours = admission_of(chats(), found)
    return {
        "name": found.name,
        "title": found.title,
        "is_open": hours.is_open,
        "takes_new": bool(found.robot) or hours.takes_new,
        "opens_at": hours.opens_at,
        "closed_text": found.closed_text or hours.text,
        "first_message": found.first_message,
        "ask_rating": found.ask_rating,
    }


@router.get("/scenes", auth=ADMINISTRATORS, response=Items[SceneOut])
def all_scenes(
    request: HttpRequest, cursor: Cursor = None, limit: Limit = WHOLE_PAGE
) -> Page[dict[str, Any]]:
    """Lists the scenes, by name."""
    found = sorted(scenes_kept(acting(request).messenger, scenes_of_settings()).items())
    return page_of([_shown(one) for _, one in found], _place, cursor=cursor, limit=limit)


@router.put("/scenes/{name}", auth=ADMINISTRATORS, response=SceneOut)
def scene_put(request: HttpRequest, name: Name, found: SceneIn) -> dict[str, Any]:
    """Replaces a scene at the version that you read; every process uses it within two seconds."""
    chats = acting(request)
    saved = scene_save(
        chats.messenger,
        chats.router,
        scenes_of_settings(),
        name=name,
        given=found.model_dump(exclude={"version"}, exclude_none=True),
        expected_version=found.version,
    )
    return _shown(_saved(request, name, saved))


@router.delete("/scenes/{name}", auth=ADMINISTRATORS, response=SceneOut | None)
def scene_delete(
    request: HttpRequest, name: Name, version: Annotated[int, Query(ge=0)]
) -> dict[str, Any] | None:
    """Removes a scene; one from the setting gets its values from there again, and is returned."""
    chats = acting(request)
    left = scene_remove(
        chats.messenger, chats.router, scenes_of_settings(), name=name, expected_version=version
    )
    return None if left is None else _shown(_saved(request, name, left))


def _saved(request: HttpRequest, name: str, outcome: KeptScene | Conflict) -> KeptScene:
    """The scene. Raises Problem: 409 with the current one."""
    if not isinstance(outcome, Conflict):
        return outcome
    present = scenes_kept(acting(request).messenger, scenes_of_settings()).get(name)
    shown = SceneOut.model_validate(_shown(present)).model_dump(mode="json") if present else None
    raise Problem(HTTPStatus.CONFLICT, outcome.reason, present={"scene": shown} if shown else {})


def _shown(kept: KeptScene) -> dict[str, Any]:
    given = {name: value for name, value in kept.given.items() if name != "secret"}
    return {
        **given,
        "name": kept.name,
        "version": kept.version,
        "has_secret": bool(kept.given.get("secret")),
        "in_setting": kept.name in scenes_of_settings().by_name,
        "changed_by": kept.changed_by,
        "changed_at": kept.changed_at,
    }


def _place(one: dict[str, Any]) -> tuple[str]:
    return (str(one["name"]),)

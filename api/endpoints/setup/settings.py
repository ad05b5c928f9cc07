"""Settings that change without a restart: documents by kind, with their versions."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Header, Path, Query, Router, Schema
from pydantic import Field, JsonValue, StrictBool, WithJsonSchema

from api.access.acting import acting_by
from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.moments import Moment
from api.conventions.problems import Problem, wrong_field
from api.endpoints.chat_fields import Body
from api.endpoints.setup.setting_previews import ChangeOut, PreviewOut, left_behind, preview_of_settings
from operations.operation import Permission
from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.outcomes import Conflict
from routing.model.settings.differences import changes
from routing.model.settings.documents import LONGEST_NOTE, Kind, SettingVersion, is_same
from routing.runtime import first_documents, settings_saved, skills_saved
from routing.runtime import router as routing

router = Router(tags=["settings"])
ADMINISTRATORS = Allowed(Scope.ADMIN, Permission.ADMINISTER)
MOST_DIGITS = 10
Number = Annotated[int, Path(ge=0, lt=10**MOST_DIGITS)]
Other = Annotated[int, Query(ge=0, lt=10**MOST_DIGITS, description="the version to compare with")]
# Listed where it is used: messages have a `Kind` too, and the document has one schema for a name.
SettingKind = Annotated[Kind, WithJsonSchema({"type": "string", "enum": [one.value for one in Kind]})]
IfMatch = Annotated[
    str | None, Header(alias="If-Match", max_length=40, description='the version that you read, such as "3"')
]


class SettingIn(Body):
    """A document, with the `version` that you read, here or in `If-Match`; 0: that of the environment.

    With `dry_run` it is only checked.
    """

    document: JsonValue
    version: Annotated[int | None, Field(strict=True, ge=0)] = None
    note: Annotated[str, Field(max_length=LONGEST_NOTE)] = ""
    dry_run: StrictBool = False


class SettingOut(Schema):
    """A version of a document. Version 0 comes from the environment; it has no `changed_by`."""

    kind: SettingKind
    version: int
    document: JsonValue
    changed_by: str
    changed_at: Moment | None
    note: str


class SettingSavedOut(SettingOut):
    """The document in use; after a dry run still the former one, and `preview` says what saving would do."""

    preview: PreviewOut | None = None


class SettingsOut(Schema):
    """The current version of every kind."""

    settings: list[SettingOut]


class DifferencesOut(Schema):
    """Every value that differs from one version to another."""

    before: int
    after: int
    changes: list[ChangeOut]


class VersionsOut(Schema):
    """Versions of one kind, newest first."""

    versions: list[SettingOut]


@router.get("/settings", auth=ADMINISTRATORS, response=SettingsOut)
def settings(request: HttpRequest) -> dict[str, Any]:
    """Returns the current documents of all kinds."""
    return {"settings": list(services.settings_kept(routing(), first_documents()).values())}


@router.get("/settings/{kind}", auth=ADMINISTRATORS, response=SettingOut)
def setting(request: HttpRequest, kind: SettingKind) -> SettingVersion:
    """Returns the current document of a kind."""
    return services.settings_kept(routing(), first_documents())[kind]


@router.get("/settings/{kind}/versions", auth=ADMINISTRATORS, response=VersionsOut)
def setting_versions(request: HttpRequest, kind: SettingKind) -> dict[str, Any]:
    """Lists the newest 200 versions of a kind, newest first."""
    return {"versions": services.setting_versions(routing(), first_documents(), kind)}


@router.get("/settings/{kind}/versions/{version}", auth=ADMINISTRATORS, response=SettingOut)
def setting_version(request: HttpRequest, kind: SettingKind, version: Number) -> SettingVersion:
    """Returns one version of a document."""
    return _existing(kind, version, "version")


@router.get("/settings/{kind}/versions/{version}/differences", auth=ADMINISTRATORS, response=DifferencesOut)
def setting_differences(
    request: HttpRequest, kind: SettingKind, version: Number, before: Other
) -> dict[str, Any]:
    """Lists the values of a version that differ from those of version `before`."""
    after, old = _existing(kind, version, "version"), _existing(kind, before, "before")
    return {"before": before, "after": version, "changes": changes(old.document, after.document)}


@router.put("/settings/{kind}", auth=ADMINISTRATORS, response=SettingSavedOut)
def setting_put(
    request: HttpRequest, kind: SettingKind, found: SettingIn, if_match: IfMatch = None
) -> SettingVersion | dict[str, Any]:
    """Replaces a document at the version that you read; every process uses it within two seconds.

    Skills that it removes need replacements, under `replaced`. Without one, or if active agents would have no
    skill left, the response is 409 with what the change would leave behind, and what it would bring back.
    A dry run saves nothing, and returns the same in `preview` with 200.
    """
    centre, version = acting_by(request, routing()), _version(found, if_match)
    try:
        if found.dry_run:
            return _previewed(kind, found.document, version)
        saved = services.settings_save(
            centre,
            first_documents(),
            documents={kind: found.document},
            expected_versions={kind: version},
            note=found.note,
        )
    except services.StrandedError as error:
        left = left_behind(centre, first_documents(), error.left)
        raise Problem(
            HTTPStatus.CONFLICT, f"document: {error}", "stranded", "document", present=left
        ) from None
    except InvalidFieldError as error:
        raise wrong_field("document", str(error)) from None
    if isinstance(saved, Conflict):
        raise _overtaken(services.settings_kept(centre, first_documents())[kind], saved.reason)
    settings_saved()
    if kind is Kind.SKILLS:
        services.skills_move_on(centre, skills_saved)
    return saved[kind]


def _previewed(kind: Kind, document: Any, version: int) -> dict[str, Any]:
    """What saving would do. Raises Problem: 409, and InvalidFieldError."""
    centre = routing()
    present = services.settings_kept(centre, first_documents())[kind]
    preview = preview_of_settings(centre, first_documents(), present, document)
    if present.version != version and not is_same(document, present.document):
        raise _overtaken(present, services.CHANGED)
    return {**asdict(present), "preview": preview}


def _overtaken(present: SettingVersion, reason: str) -> Problem:
    shown = {"setting": SettingOut.model_validate(present).model_dump(mode="json")}
    return Problem(HTTPStatus.CONFLICT, reason, present=shown)


def _existing(kind: Kind, version: int, field: str) -> SettingVersion:
    found = services.setting_version(routing(), first_documents(), kind, version)
    if found is None:
        sentence = f"The {kind} have no version {version}."
        raise Problem(HTTPStatus.NOT_FOUND, sentence, "unknown_version", field)
    return found


def _version(found: SettingIn, if_match: str | None) -> int:
    """The version seen. Raises Problem: 400."""
    if if_match is None:
        if found.version is None:
            raise wrong_field("version", "the version that you read is required, here or in If-Match")
        return found.version
    digits = if_match.strip().strip('"')
    if not digits.isascii() or not digits.isdecimal() or len(digits) > MOST_DIGITS:
        raise wrong_field("If-Match", 'a version such as "3" is needed')
    if found.version not in (None, int(digits)):
        raise wrong_field("version", "it must be that of If-Match, or absent")
    return int(digits)

"""Saving one kind of settings from a page."""

from typing import Any

from django.http import HttpRequest

from dashboard.operations.acting import acting
from routing import services
from routing.model.outcomes import Conflict
from routing.model.settings.documents import Kind, SettingVersion
from routing.runtime import first_documents, router, settings_saved

FOLLOWED = "It takes effect within two seconds."


def noted_back(version: int) -> str:
    """The note of a roll back to a version."""
    return f"back to {version_word(version)}"


def version_word(version: int) -> str:
    return f"version {version}" if version else "the values of the environment"


def present_of(kind: Kind) -> SettingVersion:
    """The present version of a kind. Raises DynamoError, UnreadableItemError."""
    return services.settings_kept(router(), first_documents())[kind]


def saved(
    request: HttpRequest, kind: Kind, document: Any, *, version: int, note: str = ""
) -> SettingVersion | Conflict:
    """Saves a document at the version that the page shows. Raises InvalidFieldError, DynamoError."""
    outcome = services.settings_save(
        acting(request),
        first_documents(),
        documents={kind: document},
        expected_versions={kind: version},
        note=note,
    )
    if isinstance(outcome, Conflict):
        return outcome
    settings_saved()
    return outcome[kind]

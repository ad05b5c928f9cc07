"""Reads of settings: the documents in use, and what they set up."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dynamo.table import Table
from dynamo.transaction import Transaction
from routing.exceptions import InvalidFieldError, UnreadableItemError
from routing.model.hours.hours_documents import SCHEDULES
from routing.model.policies import ALL_CHATS, ALL_QUEUES, REJECT
from routing.model.settings.documents import (
    QUEUES,
    Documents,
    Kind,
    Settings,
    SettingVersion,
    read_settings,
)
from routing.model.settings.skill_names import read_skills
from routing.router import Router
from routing.storage.setting_items import (
    PRESENT_KEY,
    is_at,
    read_present,
    read_settings_at,
    read_versions,
)

log = logging.getLogger(__name__)
MOST_VERSIONS = 200
UNREADABLE = -1


def settings_kept(router: Router, first: Documents) -> dict[Kind, SettingVersion]:
    """The present version of each kind; version 0 is the first document.

    Raises UnreadableItemError.
    """
    _, versions = read_present(router.table)
    return with_first(first, read_settings_at(router.table, versions))


@dataclass(frozen=True)
class SchedulesKept:
    """The names of the schedules, and the number of changes of settings at which they were read."""

    names: tuple[str, ...]
    number: int

    def check(self, transaction: Transaction, table: str) -> None:
        """Refuses a transaction on another table once any setting has changed."""
        transaction.check(PRESENT_KEY._replace(table=table), when=is_at(self.number))


def schedules_kept(router: Router) -> SchedulesKept:
    """The schedules of the table now; the environment has none. Raises UnreadableItemError."""
    number, versions = read_present(router.table)
    wanted = {kind: version for kind, version in versions.items() if kind == Kind.HOURS}
    kept = read_settings_at(router.table, wanted).get(Kind.HOURS)
    return SchedulesKept(tuple(kept.document.get(SCHEDULES, {}) if kept else ()), number)


def setting_versions(router: Router, first: Documents, kind: Kind) -> list[SettingVersion]:
    """The newest versions of a kind, newest first, with that of the environment last."""
    found = read_versions(router.table, kind, limit=MOST_VERSIONS)
    return [*found, SettingVersion(kind, first[kind])] if len(found) < MOST_VERSIONS else found


def setting_version(router: Router, first: Documents, kind: Kind, version: int) -> SettingVersion | None:
    """One version of a kind; None if there is none."""
    if not version:
        return SettingVersion(kind, first[kind])
    return read_settings_at(router.table, {kind: version}).get(kind)


def with_first(first: Documents, found: Mapping[Kind, SettingVersion]) -> dict[Kind, SettingVersion]:
    """Every kind: as found in the table, else the first document."""
    return {kind: found.get(kind, SettingVersion(kind, first[kind])) for kind in Kind}


def settings_number(table: Table) -> int:
    """The number of changes of settings so far, to tell whether there was another one.

    One small read, which may lag: who follows the settings asks again a second later.
    """
    try:
        return read_present(table, consistent=False)[0]
    except UnreadableItemError:
        return UNREADABLE


def settings_in_force(table: Table, first: Documents, channels: tuple[str, ...]) -> Settings:
    """The settings of the current documents.

    One that no longer fits is left out, and the first one is used in its place; the log names it. Raises
    DynamoError.
    """
    try:
        _, versions = read_present(table)
    except UnreadableItemError as error:
        log.warning("settings of the table are not used: %s", error)
        versions = {}
    found = {kind: kept.document for kind, kept in read_settings_at(table, versions).items()}
    try:
        return read_settings({**first, **found}, channels)
    except InvalidFieldError:
        return _as_far_as_they_fit(first, found, channels)


def _as_far_as_they_fit(first: Documents, found: Documents, channels: tuple[str, ...]) -> Settings:
    """Skills first: contacts wait by them, whatever else does not fit."""
    documents = dict(first)
    for kind in Kind:
        if kind not in found:
            continue
        try:
            if kind is Kind.SKILLS:
                read_skills(found[kind], channels)
                documents[Kind.POLICIES] = _of_all_queues(first[Kind.POLICIES])
            else:
                read_settings({**documents, kind: found[kind]}, channels)
        except InvalidFieldError as error:
            log.warning("the %s of the table are not used: %s", kind, error)
        else:
            documents[kind] = found[kind]
    return read_settings(documents, channels)


def _of_all_queues(policies: Any) -> Any:
    """Policies without those of single queues, which other skills may not have."""
    own = {name: one for name, one in policies[QUEUES].items() if name in (ALL_QUEUES, ALL_CHATS)}
    return {**policies, QUEUES: {name: {**one, "overflow": REJECT} for name, one in own.items()}}

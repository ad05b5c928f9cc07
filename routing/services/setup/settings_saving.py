"""Saving settings: one guarded transaction of new versions, the number all follow, and the audit entry."""

from collections.abc import Mapping
from typing import Any

from dynamo.changes import Set
from dynamo.transaction import OPERATIONS, Transaction
from routing.exceptions import InvalidFieldError
from routing.model.hours.hours_documents import SCHEDULES, check_refusals
from routing.model.outcomes import Conflict
from routing.model.settings.documents import (
    LONGEST_NOTE,
    Documents,
    Kind,
    SettingVersion,
    check_size,
    is_same,
    read_settings,
)
from routing.model.settings.skill_names import read_skills
from routing.model.trail import SETTINGS_CHANGED, TrailEntry
from routing.router import Router, ScheduleUse
from routing.services.setup.settings_reading import settings_kept, with_first
from routing.services.setup.skill_changes import check_skill_change
from routing.services.setup.team_removal import check_removed_teams
from routing.storage.setting_items import (
    KINDS,
    NUMBER,
    PRESENT_KEY,
    is_at,
    read_present,
    read_settings_at,
    setting_item,
    setting_key,
)
from routing.storage.trail_items import write_down

MOST_TRIES = 8
CHANGED = "the settings have changed since you read them; read them again before you save"
BUSY = "somebody else changed settings or scenes at the same time; try again"
Kept = dict[Kind, SettingVersion]


def settings_save(
    router: Router,
    first: Documents,
    *,
    documents: Mapping[Kind, Any],
    expected_versions: Mapping[Kind, int],
    note: str = "",
) -> Kept | Conflict:
    """Saves documents, all or none; a repeat returns them. An unchanged document gets no new version.

    `expected_versions` are the versions seen, 0 for that of the environment. Raises InvalidFieldError if
    what is saved does not fit, also if it does not fit the other kinds.
    """
    _check(documents, note)
    for _ in range(MOST_TRIES):
        number, versions = read_present(router.table)
        before = with_first(first, read_settings_at(router.table, versions))
        changed = {kind: one for kind, one in documents.items() if not is_same(one, before[kind].document)}
        use = _check_fit(router, {kind: one.document for kind, one in before.items()}, changed)
        if not changed:
            return {kind: before[kind] for kind in documents}
        if any(before[kind].version != expected_versions.get(kind, 0) for kind in changed):
            return Conflict(CHANGED)
        after = {
            kind: SettingVersion(
                kind, document, versions.get(kind, 0) + 1, router.actor, router.clock(), note
            )
            for kind, document in changed.items()
        }
        if _written(router, number, versions, after, use):
            return {kind: after.get(kind, before[kind]) for kind in documents}
    return Conflict(BUSY)


def settings_check(router: Router, first: Documents, *, documents: Mapping[Kind, Any]) -> None:
    """Raises InvalidFieldError if these documents do not fit, or do not fit the other kinds."""
    _check(documents, "")
    kept = {kind: one.document for kind, one in settings_kept(router, first).items()}
    _check_fit(router, kept, documents)


def _check_fit(router: Router, before: Documents, changed: Documents) -> ScheduleUse | None:
    """Raises InvalidFieldError if documents do not fit each other, or strand agents, contacts or scenes.

    The answer is what must still hold when they are saved, if anything.
    """
    after = read_settings({**before, **changed}, router.skills.channels)
    check_removed_teams(router, before[Kind.TEAMS], changed.get(Kind.TEAMS))
    if Kind.HOURS in changed:
        check_refusals(before[Kind.HOURS], changed[Kind.HOURS])
    if Kind.SKILLS in changed:
        skills, _names = read_skills(before[Kind.SKILLS], router.skills.channels)
        check_skill_change(router, skills, after.skills)
    hours = before[Kind.HOURS], changed.get(Kind.HOURS, before[Kind.HOURS])
    return _check_removed_schedules(router, *hours)


def _check_removed_schedules(router: Router, before: Any, after: Any) -> ScheduleUse | None:
    """Raises InvalidFieldError for a schedule of a scene, which would then be always open.

    One that a queue has is missed when the document is read.
    """
    removed = before.get(SCHEDULES, {}).keys() - after.get(SCHEDULES, {}).keys()
    if not removed:
        return None
    use = router.schedule_use()
    for name in removed:
        if used := ", ".join(f"scene {one}" for one in use.scenes_with(name)):
            raise InvalidFieldError(SCHEDULES, name, f"it cannot be removed: it is used by {used}")
    return use


def _check(documents: Mapping[Kind, Any], note: str) -> None:
    for kind, document in documents.items():
        check_size(kind, document)
    if len(note) > LONGEST_NOTE or not note.isprintable():
        raise InvalidFieldError("note", note[:40], f"at most {LONGEST_NOTE} characters on one line")


def _written(
    router: Router, number: int, versions: Mapping[str, int], after: Kept, use: ScheduleUse | None
) -> bool:
    """Whether the versions are committed: nothing is, if any setting has changed since it was read, or any
    scene since its schedule was.
    """
    transaction = Transaction(router.new_id())
    if use:
        use.check(transaction)
    for kind, setting in after.items():
        item = setting_item(setting, transaction.operation_id)
        transaction.put(setting_key(kind, setting.version), item)
    present = {**versions, **{str(kind): setting.version for kind, setting in after.items()}}
    transaction.update(
        PRESENT_KEY,
        Set(NUMBER, number + 1),
        Set(KINDS, present),
        Set(OPERATIONS, [transaction.operation_id]),
        when=is_at(number),
    )
    if router.origin:
        entry = TrailEntry(
            router.clock(), (SETTINGS_CHANGED,), router.actor, router.origin, reason=_said(after)
        )
        write_down(transaction, entry)
    return router.table.commit(transaction).ok


def _said(after: Kept) -> str:
    versions = ", ".join(f"{kind} version {setting.version}" for kind, setting in after.items())
    note = next(iter(after.values())).note
    return f"{versions}: {note}" if note else versions

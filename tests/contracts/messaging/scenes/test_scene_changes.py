"""Changes of scenes: at the version seen, once, with their audit entry; followed without a restart."""

from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from dynamo.items import Attributes, Key
from dynamo.table import Table
from messaging.administration import scene_changes
from messaging.administration.following import FollowedScenes
from messaging.administration.scene_changes import scene_remove, scene_save, scenes_kept
from messaging.chats.centre import with_companions
from messaging.exceptions import InvalidFieldError
from messaging.messenger import Messenger
from messaging.model.outcomes import Conflict
from messaging.model.scenes import MOST_SCENES, KeptScene, Scene, Scenes, read_scenes
from routing.exceptions import InvalidFieldError as FieldError
from routing.model.outcomes import Conflict as RoutingConflict
from routing.model.settings.documents import Kind
from routing.router import Router, ScheduleUse
from routing.services import SchedulesKept, schedules_kept, settings_save
from tests.builders import NOON, a_router
from tests.documents import FIRST
from tests.messengers import a_messenger
from tests.tables import ForgetfulTable, InterruptedTable
from tests.trails import audit_trail

SECRET = "s" * 32
LOST = "scenes cannot be read; the last ones known stay in use"
Outcome = KeptScene | Conflict | None


@dataclass
class World:
    """Administrators and a process that follows what they do; `seconds` is its clock."""

    router: Router
    messenger: Messenger
    setting: Scenes
    seconds: float = 0.0
    followed: Scenes = field(init=False)

    def __post_init__(self) -> None:
        table = self.messenger.table
        followed = FollowedScenes(self.setting, table, lambda: self.router.skills, lambda: self.seconds)
        self.followed = Scenes(followed)

    def save(self, name: str, version: int, **given: Any) -> KeptScene | Conflict:
        return scene_save(
            self.messenger, self.router, self.setting, name=name, given=given, expected_version=version
        )

    def remove(self, name: str, version: int) -> Outcome:
        return scene_remove(self.messenger, self.router, self.setting, name=name, expected_version=version)

    def now(self) -> dict[str, Scene]:
        """What the other process follows, a second later."""
        self.seconds += 1
        return dict(self.followed.by_name)


@pytest.fixture
def world(either_table: Table, second_table: Table) -> World:
    router = replace(a_router(either_table), origin="127.0.0.1", actor="mara")
    setting = read_scenes({"listing": {"secret": SECRET}, "help": {"priority": 2}}, router.skills)
    return World(router, a_messenger(second_table), setting)


def test_a_schedule_of_a_scene_cannot_be_removed_from_the_settings(world: World) -> None:
    world.setting = read_scenes({"help": {"schedule": "Office"}}, world.router.skills)
    centre = with_companions(world.router, world.messenger, world.setting)
    for version, names in enumerate((("Office", "Late"), ("Office",))):  # nobody uses Late
        save_schedules(centre, version, *names)
    with pytest.raises(FieldError, match=r"schedules: 'Office' .* used by scene help"):
        save_schedules(centre, 2)


@pytest.mark.parametrize("unchecked", [None, "control"])
def test_a_schedule_that_a_scene_gets_at_the_same_moment_stays(world: World, unchecked: str | None) -> None:
    centre = with_companions(world.router, world.messenger, world.setting)
    save_schedules(centre, 0, "Office")

    def and_a_scene_gets_it() -> ScheduleUse:
        use = centre.schedule_use()
        world.save("help", 0, schedule="Office")
        return replace(use, check=lambda _transaction: None) if unchecked else use

    late = replace(centre, schedule_use=and_a_scene_gets_it)
    with nullcontext() if unchecked else pytest.raises(FieldError, match="used by scene help"):
        save_schedules(late, 1)
    assert schedules_kept(centre).names == (() if unchecked else ("Office",))


@pytest.mark.parametrize("unchecked", [None, "control"])
def test_no_scene_gets_a_schedule_that_is_removed_at_the_same_moment(
    world: World, unchecked: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    centre = with_companions(world.router, world.messenger, world.setting)
    save_schedules(centre, 0, "Office")

    def and_it_is_removed(router: Router) -> SchedulesKept:
        kept = schedules_kept(router)
        if kept.names:
            save_schedules(centre, 1)
        return kept

    monkeypatch.setattr(scene_changes, "schedules_kept", and_it_is_removed)
    if unchecked:
        monkeypatch.setattr(SchedulesKept, "check", lambda *_given: None)
    with nullcontext() if unchecked else pytest.raises(InvalidFieldError, match="there are no schedules"):
        world.save("help", 0, schedule="Office")
    assert world.now()["help"].schedule == ("Office" if unchecked else "")


def save_schedules(router: Router, version: int, *names: str) -> None:
    hours = {"schedules": {name: {"time_zone": "UTC"} for name in names}} if names else {}
    saved = settings_save(
        router, FIRST, documents={Kind.HOURS: hours}, expected_versions={Kind.HOURS: version}
    )
    assert not isinstance(saved, RoutingConflict)


def test_a_scene_that_refuses_needs_a_text(world: World) -> None:
    silent = {"hours": {"mon": [["09:00", "18:00"]]}, "when_closed": "refuse"}
    with pytest.raises(InvalidFieldError, match=r"closed_text: .* need one"):
        world.save("help", 0, **silent)
    assert isinstance(world.save("help", 0, **silent, closed_text="Back on Monday."), KeptScene)
    world.setting = read_scenes({"old": silent}, world.router.skills)
    assert isinstance(world.save("old", 0, **silent, priority=1), KeptScene), "it was so before"


def test_a_change_is_followed_within_a_second_and_written_down(world: World) -> None:
    assert [*world.now()] == ["listing", "help"]
    saved = world.save("help", 0, priority=1, title="Help", hours={"mon": [["09:00", "18:00"]]})

    assert isinstance(saved, KeptScene)
    assert (saved.version, saved.changed_by) == (1, "mara")
    assert world.followed.of("help").priority == 2, "not before the second is over"
    assert (world.now()["help"].priority, world.followed.policy_of("help")["collect_seconds"]) == (1, 30)
    assert world.followed.of("help").hours == {"mon": [["09:00", "18:00"]]}
    assert scenes_kept(world.messenger, world.setting)["help"] == saved
    (entry,) = audit_trail(world.router, NOON.date())
    assert (entry.kinds, entry.by, entry.origin, entry.reason) == (
        ("sceneChanged",),
        "mara",
        "127.0.0.1",
        "help",
    )


def test_the_second_at_one_version_is_a_conflict_unless_it_wants_the_same(world: World) -> None:
    first = world.save("sale", 0, title="Sale")

    assert world.save("sale", 0, title="Sale") == first
    assert isinstance(world.save("sale", 0, title="Other"), Conflict)
    assert isinstance(world.remove("sale", 7), Conflict)
    assert len(audit_trail(world.router, NOON.date())) == 1


def test_a_removed_scene_is_gone_and_its_conversations_have_the_first_one(world: World) -> None:
    world.save("sale", 0, title="Sale")
    assert "sale" in world.now()

    assert world.remove("sale", 1) is None
    assert world.remove("sale", 1) is None, "safe to repeat"
    assert "sale" not in world.now()
    assert world.followed.of("sale").name == "listing"
    again = world.save("sale", 0, title="Sale")
    assert isinstance(again, KeptScene)
    assert again.version > 1, "a page that still shows the removed one must not save over it"


def test_a_scene_of_the_setting_is_reset_and_not_removed(world: World) -> None:
    world.save("listing", 0, title="Cars")
    assert world.now()["listing"].secret == SECRET, "it keeps what is never shown"
    reset = world.remove("listing", 1)
    assert isinstance(reset, KeptScene)
    assert (reset.version, world.now()["listing"].title) == (0, "")
    with pytest.raises(InvalidFieldError, match=r"name: 'listing' .* set in SCENES"):
        world.remove("listing", 0)


def test_an_empty_secret_removes_it(world: World) -> None:
    world.save("listing", 0, secret="")
    assert world.now()["listing"].secret == ""


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("a b", {}, "name: 'a b' .* letters, digits"),
        ("x" * 61, {}, "name: .* at most 60"),
        ("help", {"priority": 10}, "^priority: 10 .* from 0 to 9"),
        ("help", {"color": "red"}, "scene: 'color' .* no such field"),
    ],
)
def test_a_wrong_field_is_named_with_its_limit(
    world: World, name: str, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(InvalidFieldError, match=said):
        world.save(name, 0, **given)


def test_a_change_of_another_scene_in_between_is_no_conflict(world: World) -> None:
    table = InterruptedTable(world.messenger.table)
    table.before_commits.append(lambda: world.save("sale", 0, title="Sale"))
    late = replace(world, messenger=replace(world.messenger, table=table))
    saved = late.save("help", 0, title="Help")

    assert isinstance(saved, KeptScene)
    assert saved.version == 2
    assert {"sale", "help"} <= world.now().keys()


def test_a_lost_reply_loses_and_doubles_nothing() -> None:
    table = ForgetfulTable()
    router = replace(a_router(table.memory.beside("routing")), origin="127.0.0.1", actor="mara")
    world = World(router, a_messenger(table), read_scenes({"listing": {}}, router.skills))
    saved = world.save("sale", 0, title="Sale")

    assert isinstance(saved, KeptScene)
    assert world.remove("sale", saved.version) is None
    assert table.recovered == 2
    kinds = [entry.kinds[0] for entry in audit_trail(router, NOON.date())]
    assert sorted(kinds) == ["sceneChanged", "sceneRemoved"]


def test_while_the_table_is_away_those_known_go_on_and_the_log_has_one_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    router = a_router()
    world = World(router, a_messenger(), read_scenes({"listing": {}}, router.skills))
    world.save("sale", 0, title="Sale")
    world.now()
    world.messenger.table.delete()

    assert [[*world.now()] for _ in range(3)] == [["listing", "sale"]] * 3
    assert [record.message.partition(":")[0] for record in caplog.records].count(LOST) == 1


def test_an_item_that_does_not_fit_changes_nothing_else(world: World) -> None:
    world.save("sale", 0, title="Sale")
    given: Attributes = {
        "Fields": {"language": "Latin"},
        "Version": 1,
        "ChangedAt": "2026-11-23T08:00:00.000000+00:00",
    }
    world.messenger.table.put_new(Key("Scenes", "old"), given)
    world.messenger.table.put_new(Key("Scenes", "odd"), {"Fields": 3})
    assert [*world.now()] == ["listing", "help", "sale"]


def test_there_are_at_most_so_many(world: World) -> None:
    full: dict[str, dict[str, Any]] = {f"s{number}": {} for number in range(MOST_SCENES)}
    full_world = replace(world, setting=read_scenes(full, world.router.skills))
    with pytest.raises(InvalidFieldError, match=f"scenes: .* at most {MOST_SCENES}"):
        full_world.save("more", 0)

"""Settings: saved at the version seen, once, with their audit entry; followed without a restart."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from dynamo.items import Key
from dynamo.table import Table
from routing import services
from routing.exceptions import InvalidFieldError, UnreadableItemError
from routing.following import Following
from routing.model.outcomes import Conflict
from routing.model.settings.documents import (
    MOST_BYTES,
    Documents,
    Kind,
    Settings,
    SettingVersion,
    read_settings,
)
from routing.model.settings.skill_names import skills_document
from routing.router import Router
from tests.builders import NOON, a_router
from tests.documents import FIRST, SALES, policies
from tests.tables import ForgetfulTable, InterruptedTable
from tests.trails import audit_trail

RING_40 = {Kind.POLICIES: policies(every={"ring_seconds": 40})}


@dataclass
class World:
    """Supervisors and a process that follows what they set up; `seconds` is its clock."""

    router: Router
    first: Documents = field(default_factory=lambda: FIRST)
    seconds: float = 0.0
    followed: Following[Settings] = field(init=False)

    def __post_init__(self) -> None:
        table, channels = self.router.table, self.router.skills.channels
        self.followed = Following(
            "settings",
            read_settings(self.first, channels),
            lambda: services.settings_number(table),
            lambda: services.settings_in_force(table, self.first, channels),
            lambda: self.seconds,
        )

    def save(
        self, documents: Documents, version: int = 0, *, note: str = ""
    ) -> dict[Kind, SettingVersion] | Conflict:
        expected = dict.fromkeys(documents, version)
        return services.settings_save(
            self.router, self.first, documents=documents, expected_versions=expected, note=note
        )

    def now(self) -> Settings:
        """What the other process follows, a second later."""
        self.seconds += 1
        return self.followed.now()


@pytest.fixture
def world(either_table: Table) -> World:
    return World(replace(a_router(either_table), origin="127.0.0.1", actor="mara"))


def test_a_change_is_followed_within_a_second_and_written_down(world: World) -> None:
    assert world.now().policies.default.ring_seconds == 20
    saved = world.save(RING_40, note="slow phones")

    assert isinstance(saved, dict)
    one = saved[Kind.POLICIES]
    assert (one.version, one.changed_by, one.changed_at, one.note) == (1, "mara", NOON, "slow phones")
    assert world.followed.now().policies.default.ring_seconds == 20, "not before the second is over"
    assert world.now().policies.default.ring_seconds == 40
    assert services.settings_kept(world.router, world.first)[Kind.POLICIES] == one
    (entry,) = audit_trail(world.router, NOON.date())
    assert (entry.kinds, entry.by, entry.origin, entry.reason) == (
        ("settingsChanged",),
        "mara",
        "127.0.0.1",
        "policies version 1: slow phones",
    )


def test_each_version_stays_and_an_earlier_one_can_be_saved_again(world: World) -> None:
    world.save(RING_40)
    world.save({Kind.POLICIES: policies(every={"ring_seconds": 50})}, 1)
    world.save(RING_40, 2)

    found = services.setting_versions(world.router, world.first, Kind.POLICIES)
    assert [one.version for one in found] == [3, 2, 1, 0]
    assert (found[0].document, found[3].document) == (found[2].document, FIRST[Kind.POLICIES])
    second = services.setting_version(world.router, world.first, Kind.POLICIES, 2)
    assert second is not None
    assert second.document["queues"]["*"]["ring_seconds"] == 50
    assert services.setting_version(world.router, world.first, Kind.POLICIES, 9) is None


def test_the_second_at_one_version_is_a_conflict_unless_it_wants_the_same(world: World) -> None:
    first = world.save(RING_40)

    assert world.save(RING_40) == first
    assert isinstance(world.save({Kind.POLICIES: policies(every={"ring_seconds": 50})}), Conflict)
    assert len(audit_trail(world.router, NOON.date())) == 1


def test_of_two_at_the_same_moment_one_goes_on_if_they_change_different_kinds(world: World) -> None:
    table = InterruptedTable(world.router.table)
    table.before_commits.append(lambda: world.save({Kind.OUTCOMES: SALES}))
    late = replace(world, router=replace(world.router, table=table)).save(RING_40)
    assert isinstance(late, dict)
    settings = world.now()
    assert (settings.policies.default.ring_seconds, settings.outcomes.labels) == (
        40,
        {"sales.booked": "Sales: Visit booked"},
    )

    table.before_commits.append(lambda: world.save({Kind.OUTCOMES: {}}, 1))
    assert isinstance(
        replace(world, router=replace(world.router, table=table)).save(
            {Kind.OUTCOMES: {**SALES, "complaint": {"label": "Complaint", "codes": {"a": "A"}}}}, 1
        ),
        Conflict,
    )


def test_several_kinds_are_saved_together_or_not_at_all(world: World) -> None:
    with pytest.raises(InvalidFieldError, match="outcomes"):
        world.save({**RING_40, Kind.OUTCOMES: {"sales": 3}})
    assert world.now().policies.default.ring_seconds == 20
    saved = world.save({**RING_40, Kind.OUTCOMES: SALES})
    assert isinstance(saved, dict)
    assert {kind: one.version for kind, one in saved.items()} == {Kind.POLICIES: 1, Kind.OUTCOMES: 1}
    assert len(audit_trail(world.router, NOON.date())) == 1


def test_a_lost_reply_loses_and_doubles_nothing() -> None:
    table = ForgetfulTable()
    world = World(replace(a_router(table), origin="127.0.0.1", actor="mara"))
    before = table.recovered
    saved = world.save(RING_40)

    assert isinstance(saved, dict)
    assert table.recovered == before + 1
    assert len(services.setting_versions(world.router, world.first, Kind.POLICIES)) == 2
    assert len(audit_trail(world.router, NOON.date())) == 1


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (policies(every={"ring_seconds": 0}), r"queues \* ring_seconds: 0 .* from 1 to 600"),
        ({"queue": {}}, "policies: 'queue' .* agents, queues"),
        ({"queues": {"*": 3}}, r"queues \*: 3 .* map of named fields"),
        (["ring"], "policies: .* map of named fields"),
        (policies(every={"overflow": "x" * MOST_BYTES}), "policies: .* at most 300,000 bytes"),
        (policies(every={"ring_seconds": float("nan")}), "policies: .* JSON"),
    ],
)
def test_what_does_not_fit_is_named_with_its_limit(document: Any, said: str) -> None:
    with pytest.raises(InvalidFieldError, match=said):
        World(a_router()).save({Kind.POLICIES: document})


def test_a_document_that_no_longer_fits_is_left_out_and_the_others_stay_in_use(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.save({Kind.POLICIES: policies(**{"W#Spanish#F": {"ring_seconds": 40}}), Kind.OUTCOMES: SALES})
    french = {**world.first, Kind.SKILLS: skills_document(("French",), ("F",), ())}
    found = services.settings_in_force(world.router.table, french, world.router.skills.channels)

    assert (found.policies.queues, len(found.outcomes.groups)) == ({}, 1)
    assert "the policies of the table are not used: queues" in caplog.text


def test_an_item_that_cannot_be_read_is_not_used_and_saving_says_so(world: World) -> None:
    world.router.table.put_new(Key("Settings", "Present"), {"Number": "x", "Kinds": {}})
    assert world.now().policies.default.ring_seconds == 20
    with pytest.raises(UnreadableItemError, match="Number 'x' is not a whole number"):
        world.save(RING_40)


def test_a_process_reads_one_item_a_second_at_most_and_none_if_it_uses_none() -> None:
    world = World(a_router())
    world.now()
    requests = world.router.table.meter.reading().requests
    for _ in range(1000):
        world.followed.now()
    assert world.router.table.meter.reading().requests == requests
    world.now()
    assert world.router.table.meter.reading().requests == requests + 1

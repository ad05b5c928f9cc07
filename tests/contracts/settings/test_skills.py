"""Skills as settings: what a removed one leaves behind moves on, contact by contact, and none is stranded."""

from dataclasses import replace
from typing import Any

import pytest

from dynamo.table import Table
from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.calls import Call
from routing.model.events import EventKind
from routing.model.policies import QueuePolicy
from routing.model.settings.documents import Kind, read_settings
from routing.model.settings.skill_names import skills_document
from routing.model.skills import Skills
from routing.model.steps import Step
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.centres import agent_now, call_now
from tests.contracts.settings.skill_changes import ONE_LESS, after, killed, settings
from tests.documents import FIRST, policies
from tests.tables import ForgetfulTable, InterruptedTable

GENDERS_LESS = {
    **skills_document(("English", "French", "Spanish"), ("M", "T"), ()),
    "replaced": {"genders": {"F": "Any"}},
}


def saved(router: Router, document: Any) -> Any:
    return services.settings_save(
        router, FIRST, documents={Kind.SKILLS: document}, expected_versions={Kind.SKILLS: 0}
    )


def moved_on(router: Router) -> int:
    return services.contacts_move_on(router, lambda: router.skills)


@pytest.fixture
def router(either_table: Table) -> Router:
    return a_router(either_table, languages=("English", "French", "Spanish"))


def test_contacts_of_a_removed_language_wait_for_the_other_one_at_their_place(router: Router) -> None:
    first = a_waiting_call(router, "c1", language="Spanish", gender="F")
    a_waiting_call(router, "c2", language="French", gender="F")
    saved(router, ONE_LESS)
    now = after(router, ONE_LESS)

    assert moved_on(now) == 1
    call = call_now(now, "c1")
    assert (call.language, call.gender, call.ticket, call.queued_at) == (
        "French",
        "F",
        first.ticket,
        first.queued_at,
    )
    assert call.notes[-1].kind == EventKind.CALL_OVERFLOWED
    a_waiting_agent(now, "ana", languages=("French",))
    assert [one.call.call_id for one in services.match_once(now).matches] == ["c1"]
    assert moved_on(now) == 0
    assert audit(now) == []


def test_a_removed_gender_becomes_no_preference_in_every_step(router: Router) -> None:
    steps = (Step("M", seconds=40), Step("F"))
    services.call_enqueue(router, language="Spanish", call_id="c1", steps=(Step("F", seconds=40), *steps))
    now = after(router, GENDERS_LESS)
    assert moved_on(now) == 1
    call = call_now(now, "c1")
    assert (call.gender, [step.gender for step in call.steps]) == ("Any", ["Any", "M", "Any"])
    assert audit(now) == []


def test_a_killed_mover_leaves_the_rest_to_the_next_and_two_move_each_contact_once(router: Router) -> None:
    for number in range(4):
        a_waiting_call(router, f"c{number}", language="Spanish")
    now = after(router, ONE_LESS)
    table = InterruptedTable(now.table)
    table.before_commits.extend([lambda: None, killed])
    with pytest.raises(KeyboardInterrupt):
        moved_on(replace(now, table=table))
    table.before_commits.append(lambda: moved_on(now))
    assert moved_on(replace(now, table=table)) == 3
    kinds = [[note.kind for note in call_now(now, f"c{number}").notes] for number in range(4)]
    assert [one.count(EventKind.CALL_OVERFLOWED) for one in kinds] == [1, 1, 1, 1]
    assert audit(now) == []


def test_a_lost_reply_moves_a_contact_once() -> None:
    table = ForgetfulTable()
    router = a_router(table, languages=("English", "French", "Spanish"))
    a_waiting_call(router, "c1", language="Spanish")
    now = after(router, ONE_LESS)
    assert moved_on(now) == 1
    assert audit(now) == []


def test_a_process_that_does_not_know_a_new_skill_yet_moves_nothing_away_from_it(router: Router) -> None:
    german = skills_document(("English", "French", "Spanish", "German"), ("F", "M", "T"), ())
    known = after(router, german)
    a_waiting_call(known, "c1", language="German")
    assert services.contacts_move_on(router, lambda: known.skills) == 0
    assert call_now(known, "c1").language == "German"


def test_what_still_names_a_former_skill_means_the_other_one(router: Router) -> None:
    now = after(router, ONE_LESS)
    call = services.call_enqueue(now, language="Spanish", call_id="c1")
    assert isinstance(call, Call)
    assert call.language == "French"
    found = read_settings(
        {
            **FIRST,
            Kind.SKILLS: ONE_LESS,
            Kind.POLICIES: {
                "queues": {
                    "W#Spanish#Any": {"max_offers": 1},
                    "W#English#Any": {"overflow": "W#Spanish#Any", "max_length": 1},
                },
                "agents": {},
            },
            Kind.HOURS: {"schedules": {"Office": {}}, "queues": {"W#Spanish#Any": {"schedule": "Office"}}},
        },
        ("",),
    )
    assert [str(queue) for queue in found.policies.queues] == ["W#English#Any"]
    assert found.hours.queues == {}
    full = replace(now, policies=found.policies)
    for number in (1, 2):
        services.call_enqueue(full, language="English", call_id=f"e{number}")
    assert call_now(full, "e2").language == "French"


def test_an_agent_keeps_the_skills_that_are_left_and_waits_in_their_queues(router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("French", "Spanish"))
    saved(router, ONE_LESS)
    now = after(router, ONE_LESS)
    assert services.agents_move_on(now, lambda: now.skills) == 1
    agent = agent_now(now, "ana")
    assert agent.languages == {"French"}
    assert [str(queue) for queue in agent.queues] == ["Q#French#F"]
    assert services.agents_move_on(now, lambda: now.skills) == 0
    assert audit(now) == []


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (skills_document(("English", "French"), ("F", "M", "T"), ()), "replaced languages: 'Spanish'"),
        (ONE_LESS, "languages: 'Spanish' .* Ana would have none left"),
        (GENDERS_LESS, "genders: 'F' .* Ana would have none left"),
        ({**FIRST[Kind.SKILLS], "topics": {"Billing": "Billing"}}, "topics: .* 1 not offline, 1 waiting"),
    ],
)
def test_a_removal_that_would_strand_somebody_is_refused_with_the_names(
    router: Router, document: Any, said: str
) -> None:
    a_waiting_agent(router, "ana", languages=("Spanish",))
    a_waiting_call(router, "c1", language="French")
    with pytest.raises(InvalidFieldError, match=said):
        saved(router, document)


def test_what_a_removal_leaves_behind_is_counted(router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("Spanish",))
    a_waiting_agent(router, "bea", languages=("Spanish", "French"))
    a_waiting_call(router, "c1", language="Spanish")
    left = services.skills_left_behind(router, router.skills, settings(ONE_LESS).skills)
    assert {str(queue): depth for queue, depth in left.waiting.items()} == {"W#Spanish#Any": 1}
    assert [one.agent_id for one in left.agents] == ["ana", "bea"]
    assert [(where, one.agent_id) for where, one in left.without] == [("languages", "ana")]
    with pytest.raises(services.StrandedError) as refused:
        saved(router, skills_document(("English", "French"), ("F", "M", "T"), ()))
    assert refused.value.left == left


def test_policies_of_the_environment_that_do_not_fit_leave_the_skills_of_the_table_in_use(
    router: Router,
) -> None:
    saved(router, ONE_LESS)
    first = {**FIRST, Kind.POLICIES: policies(every={"ring_seconds": 33}, **{"W#Dutch#Any": {}})}
    found = services.settings_in_force(router.table, first, ("",))
    assert found.skills.languages == ("English", "French")
    assert found.policies.default == QueuePolicy(ring_seconds=33, preferred_agent_seconds=49.5)


def test_names_are_of_skills_and_of_queues() -> None:
    found = settings(
        {
            "languages": {"English": "English", "Spanish": "Español"},
            "genders": {"F": "Women"},
            "queues": {"W#English#Any": "Main line"},
        }
    )
    names = [found.names.of_queue(key) for key in ("W#English#Any", "W.chat#Spanish#F", "Q#Spanish#F")]
    assert names == ["Main line", "Chat · Español · Women", "Español · Women"]
    assert found.skills == Skills(("English", "Spanish"), ("F",))


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ([], "skills: .* it must be a map"),
        ({"languages": {}}, "languages: .* name at least one"),
        ({"languages": {"A#B": "x"}, "genders": {"F": "F"}}, "languages: 'A#B' .* no '#'"),
        ({"languages": {"A": " x"}, "genders": {"F": "F"}}, "languages A: ' x' .* 1 to 40"),
        ({"languages": {"A": "x", "B": "x"}, "genders": {"F": "F"}}, "each display name may appear once"),
        ({"languages": {str(n): str(n) for n in range(51)}}, "languages: 51 .* at most 50"),
        ({"languages": {"A": "A"}, "genders": {"F": "F"}, "queues": {"Q#A#F": "x"}}, "queues: 'Q#A#F'"),
        (
            {"languages": {"A": "A"}, "genders": {"F": "F"}, "replaced": {"languages": {"B": "Any"}}},
            "replaced languages B: 'Any' .* choose one of A",
        ),
        (
            {"languages": {"A": "A"}, "genders": {"F": "F"}, "replaced": {"languages": {"A": "A"}}},
            "replaced languages: 'A' .* still in languages",
        ),
    ],
)
def test_a_wrong_document_is_named_with_its_limit(document: Any, said: str) -> None:
    with pytest.raises(InvalidFieldError, match=said):
        settings(document)

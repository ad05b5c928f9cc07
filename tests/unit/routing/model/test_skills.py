"""Skills: the queues they span, and errors with field and limit."""

import pytest

from routing.exceptions import BadQueueKeyError, InvalidFieldError, TooManyQueuesError, UnknownSkillError
from routing.model.queues import AGENT_SIDE, agent_queue, call_queue, queues_spanned
from routing.model.skills import Skills

SKILLS = Skills(("English", "Spanish"), ("F", "M"))
WITH_TOPICS = Skills(("English", "Spanish"), ("F", "M"), ("Billing", "Sales"))


def test_it_makes_a_queue_for_each_combination() -> None:
    assert list(map(str, SKILLS.agent_queues)) == [
        "Q#English#F",
        "Q#English#M",
        "Q#Spanish#F",
        "Q#Spanish#M",
    ]
    assert len(SKILLS.call_queues) == 6
    assert call_queue("Spanish", "Any") in SKILLS.call_queues
    assert len(WITH_TOPICS.agent_queues) == 8
    assert call_queue("Spanish", "Any", "Sales") in WITH_TOPICS.call_queues


def test_a_call_for_any_gender_fits_all_queues_of_its_language_and_another_just_one() -> None:
    assert SKILLS.fitting[call_queue("Spanish", "Any")] == (
        agent_queue("Spanish", "F"),
        agent_queue("Spanish", "M"),
    )
    assert SKILLS.fitting[call_queue("Spanish", "M")] == (agent_queue("Spanish", "M"),)
    assert WITH_TOPICS.fitting[call_queue("Spanish", "M", "Sales")] == (agent_queue("Spanish", "M", "Sales"),)


def test_an_agent_waits_in_a_queue_for_each_language_and_topic() -> None:
    assert SKILLS.queues_of("M", ["Spanish", "English", "Spanish"], []) == (
        agent_queue("English", "M"),
        agent_queue("Spanish", "M"),
    )
    spanned = queues_spanned("F", {"English", "Spanish"}, {"Billing", "Sales"})
    assert spanned == WITH_TOPICS.queues_of("F", ["English", "Spanish"], ["Sales", "Billing"])
    assert len(spanned) == 4


@pytest.mark.parametrize(
    ("gender", "languages", "topics", "message"),
    [
        ("X", ["English"], [], "gender: 'X' is not allowed; choose one of F, M"),
        ("F", ["Klingon"], [], "languages: 'Klingon' is not allowed; choose one of English, Spanish"),
        ("F", [], [], "languages: '' is not allowed; name at least one of English, Spanish"),
        ("Any", ["English"], [], "gender: 'Any' is not allowed; choose one of F, M"),
        ("F", ["English"], ["Sales"], "topics: 'Sales' is not allowed; leave it empty"),
    ],
)
def test_it_refuses_an_agent_nobody_could_route_to(
    gender: str, languages: list[str], topics: list[str], message: str
) -> None:
    with pytest.raises(InvalidFieldError) as raised:
        SKILLS.queues_of(gender, languages, topics)
    assert message in str(raised.value)


def test_where_topics_are_routed_by_an_agent_needs_one() -> None:
    with pytest.raises(
        InvalidFieldError, match="topics: '' is not allowed; name at least one of Billing, Sales"
    ):
        WITH_TOPICS.queues_of("F", ["English"], [])


def test_it_takes_46_queues_for_one_agent_and_names_both_numbers_when_it_refuses_47() -> None:
    many = Skills(tuple(f"L{number}" for number in range(47)))
    assert len(many.queues_of("F", many.languages[:46], [])) == 46

    with pytest.raises(
        TooManyQueuesError, match=r"languages: these skills need 47 queues; .* at most 46"
    ) as raised:
        many.queues_of("F", many.languages, [])
    assert (raised.value.queues, raised.value.limit) == (47, 46)


def test_it_finds_the_queue_of_a_call() -> None:
    assert SKILLS.call_queue_for("Spanish", "Any", "a remark") == call_queue("Spanish", "Any")
    assert WITH_TOPICS.call_queue_for("Spanish", "F", "Sales") == call_queue("Spanish", "F", "Sales")
    with pytest.raises(UnknownSkillError, match="language: 'Klingon'"):
        SKILLS.call_queue_for("Klingon", "Any", "")
    with pytest.raises(UnknownSkillError, match="gender: 'X'"):
        SKILLS.call_queue_for("Spanish", "X", "")
    with pytest.raises(UnknownSkillError, match="topic: 'Weather'"):
        WITH_TOPICS.call_queue_for("Spanish", "F", "Weather")


def test_it_finds_the_queue_that_a_text_names() -> None:
    assert SKILLS.queue_named("Q#Spanish#M") == agent_queue("Spanish", "M")
    assert SKILLS.queue_named("W#Spanish#Any") == call_queue("Spanish", "Any")
    with pytest.raises(UnknownSkillError, match="gender: 'Any'"):
        SKILLS.queue_named("Q#Spanish#Any")
    with pytest.raises(UnknownSkillError, match="language: 'Klingon'"):
        SKILLS.queue_named("Q#Klingon#M")
    with pytest.raises(BadQueueKeyError, match="expected an agent queue"):
        SKILLS.queue_named("W#Spanish#M", side=AGENT_SIDE)
    with pytest.raises(UnknownSkillError, match="topic: 'Weather'"):
        WITH_TOPICS.queue_named("Q#Spanish#M#Weather")


@pytest.mark.parametrize("name", ["", "a#b", "Any", "x" * 41])
def test_it_refuses_names_that_cannot_be_part_of_a_key(name: str) -> None:
    with pytest.raises(InvalidFieldError, match=r"languages: .* a name has 1 to 40 characters"):
        Skills((name,))


def test_it_refuses_repeated_names_and_empty_dimensions() -> None:
    with pytest.raises(InvalidFieldError, match="each name may appear once"):
        Skills(("English", "English"))
    with pytest.raises(InvalidFieldError, match="languages: '' is not allowed; name at least one"):
        Skills(())
    with pytest.raises(InvalidFieldError, match="genders"):
        Skills(("English",), ())

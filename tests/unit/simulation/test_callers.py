"""Callers: their preferences follow the agents on offer, and the seed."""

from collections import Counter

from routing.model.agents import AgentStatus
from routing.model.queues import ANY
from routing.model.skills import Skills
from simulation.people.callers import REMARKS, SHARE_WITHOUT_GENDER, Caller, Wish, caller_of, wishes_for
from simulation.people.names import name_of
from tests.unit.simulation.worlds import SKILLS, WISHES, an_agent


def a_caller(number: int, *, seed: int = 1, wishes: tuple[Wish, ...] = WISHES) -> Caller:
    return caller_of(
        seed=seed, number=number, wishes=wishes, names=lambda language, drawn: f"{language} {drawn}"
    )


def test_it_wishes_for_what_agents_offer_weighted_by_how_many_do() -> None:
    ann, bob = an_agent(AgentStatus.QUEUED), an_agent(AgentStatus.PAUSED)

    assert wishes_for([ann, bob], SKILLS) == (Wish("English", "F", "", 2),)


def test_it_wishes_for_topics_where_these_are_routed_by() -> None:
    skills = Skills(("English",), topics=("Billing", "Sales"))
    seller = an_agent(AgentStatus.QUEUED, topics=frozenset({"Sales"}))

    assert wishes_for([seller], skills) == (Wish("English", "F", "Sales", 1),)
    assert a_caller(0, wishes=wishes_for([seller], skills)).topic == "Sales"


def test_it_brings_the_same_caller_for_the_same_seed_and_number() -> None:
    assert [a_caller(number) for number in range(50)] == [a_caller(number) for number in range(50)]
    assert a_caller(1) != a_caller(1, seed=2)


def test_it_follows_the_weights() -> None:
    callers = [a_caller(number) for number in range(6000)]
    languages = Counter(caller.language for caller in callers)
    unspecific = sum(caller.gender == ANY for caller in callers)

    assert abs(languages["English"] / 6000 - 2 / 3) < 0.03
    assert abs(unspecific / 6000 - SHARE_WITHOUT_GENDER) < 0.03
    assert {caller.gender for caller in callers if caller.language == "Spanish"} == {ANY, "M"}
    assert {caller.priority for caller in callers} == {2, 5, 8}
    assert {caller.topic for caller in callers} == set(REMARKS)


def test_names_belong_to_the_language_and_are_the_same_each_time() -> None:
    assert name_of("Spanish", "1/7") == name_of("Spanish", "1/7")
    assert name_of("Spanish", "1/7") != name_of("Spanish", "1/8")
    assert name_of("Klingon", "1/7") == name_of("English", "1/7")

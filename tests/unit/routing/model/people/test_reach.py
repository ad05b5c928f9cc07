"""Reach: all agents, or those of some teams and the own desk; a refusal names the teams."""

import pytest

from routing.exceptions import OutOfReachError
from routing.model.agents import row_id
from routing.model.people.reach import EVERY_AGENT, Reach
from routing.model.settings.teams import Teams
from tests.builders import an_agent

TEAMS = Teams({"sales": "Sales", "north": "North"})
ANA, BEN, KIM = an_agent("ana", team="sales"), an_agent("ben", team="north"), an_agent("kim")
SALES = Reach(frozenset({"sales"}), own="kim")


def test_own_teams_and_the_own_desk_are_within_reach() -> None:
    everybody = (ANA, KIM, an_agent(row_id("kim")), BEN)
    assert [SALES.covers(one) for one in everybody] == [True, True, True, False]
    assert all(EVERY_AGENT.covers(one) for one in (ANA, BEN, KIM))
    assert not Reach(frozenset()).covers(KIM), "no team is not the team of those in none"


def test_a_refusal_says_why() -> None:
    SALES.check(ANA, TEAMS)
    EVERY_AGENT.check(None, TEAMS)
    with pytest.raises(OutOfReachError, match="Ben is in team North; your teams: Sales"):
        SALES.check(BEN, TEAMS)
    with pytest.raises(OutOfReachError, match="Kim is in no team; your teams: none"):
        Reach(frozenset()).check(KIM, TEAMS)
    with pytest.raises(OutOfReachError, match="only supervisors of all teams"):
        SALES.check(None, TEAMS)

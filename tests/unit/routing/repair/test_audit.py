"""Audit: no findings in a sound table, a name for each damage, no false alarm for changes in flight."""

import pytest

from routing import services
from routing.model.agents import Choice
from routing.repair.audit import Finding, audit
from routing.router import Router
from routing.storage import keys
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.centres import match_all
from tests.unit.routing.repair.damages import DAMAGES, WOMEN, a_busy_centre, spoil


@pytest.fixture
def router() -> Router:
    """A centre in which everybody does something."""
    return a_busy_centre()


def test_a_sound_table_has_no_findings(router: Router) -> None:
    assert audit(router) == []


@pytest.mark.parametrize("name", DAMAGES)
def test_each_damage_is_named(router: Router, name: str) -> None:
    damage = DAMAGES[name]
    damage.spoils(router)

    findings = audit(router)

    assert {finding.rule for finding in findings} == damage.rules, findings
    assert [one for one in findings if one.subject == damage.subject and damage.detail in one.detail], (
        findings
    )


def test_an_agent_copied_to_the_key_of_another_is_named(router: Router) -> None:
    spoil(router, keys.agent_key("copy"), **(router.table.get(keys.agent_key("pia")) or {}))

    (finding,) = audit(router)

    assert finding.subject == "AllAgents Agent#copy"
    assert finding.detail == "its key ('AllAgents', 'Agent#copy') is not that of its agent"
    assert finding.remedy.startswith("not repaired"), "nobody knows which of the two is right"


def test_findings_come_in_a_stable_order(router: Router) -> None:
    for name in ("a depth too high", "a queued call without its entry", "a depth below zero"):
        DAMAGES[name].spoils(router)

    findings = audit(router)

    assert findings == sorted(findings)
    assert len(findings) == 4
    assert isinstance(findings[0], Finding)


def test_it_pauses_only_where_something_looks_wrong(router: Router) -> None:
    pauses: list[str] = []
    audit(router, pause=lambda: pauses.append("pause"))
    assert pauses == []

    DAMAGES["a depth too high"].spoils(router)
    audit(router, pause=lambda: pauses.append("pause"))
    assert pauses == ["pause"]


def test_what_is_mended_meanwhile_is_no_finding(router: Router) -> None:
    DAMAGES["a depth too high"].spoils(router)

    def mend() -> None:
        spoil(router, keys.queue_info_key(WOMEN), QueueDepth=1)

    assert audit(router, pause=mend) == []


def test_a_table_that_has_seen_much_is_sound() -> None:
    router = a_router(topics=("Billing", "Sales"))
    for number in range(8):
        a_waiting_agent(
            router, f"a{number}", languages=router.skills.languages[number % 3 :], topics=("Billing", "Sales")
        )
        a_waiting_call(router, f"c{number}", topic="Billing" if number % 2 else "Sales")
    for number, (call_id, agent_id) in enumerate(match_all(router)):
        if number % 3 == 0:
            services.call_decline(router, call_id=call_id, agent_id=agent_id)
        elif number % 3 == 1:
            services.call_accept(router, call_id=call_id, agent_id=agent_id)
        services.agent_choose(router, agent_id=agent_id, choice=list(Choice)[number % 3])

    assert audit(router) == []

"""Table creation and deletion, and made-up agents, on either table."""

from random import Random

import pytest
from faker import Faker

from dynamo.exceptions import TableMissingError
from dynamo.table import Table
from routing import selectors, services
from routing.exceptions import InvalidFieldError
from routing.model.agents import AgentStatus
from routing.model.queues import agent_queue
from routing.model.skills import Skills
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import FakeClock, a_router, a_waiting_agent, unique_id
from tests.centres import infos_now
from tests.tables import InterruptedTable


def seven() -> Random:
    """A generator with a fixed seed."""
    return Random(7)  # noqa: S311 - made-up people, no secret


def on(table: Table, *languages: str, genders: tuple[str, ...] = ("F", "M", "T")) -> Router:
    """A router on a table as it is."""
    return Router(table, Skills(languages or ("English", "Spanish"), genders), FakeClock(), unique_id)


def test_a_new_table_has_an_info_for_every_queue_and_its_ticket_counters(absent_table: Table) -> None:
    router = on(absent_table)

    assert services.table_create(router)

    items = sorted((str(item["pk"]), str(item["sk"])) for item in absent_table.scan())
    assert items == sorted(
        [
            *(("AllQueues", str(queue)) for queue in router.skills.agent_queues),
            *(("AllCallQueues", str(queue)) for queue in router.skills.call_queues),
            *(("Tickets", side) for side in ("Agents", "Calls")),
        ]
    )
    assert set(infos_now(router).values()) == {(0, 0)}


def test_making_it_again_leaves_everything_as_it_is(absent_table: Table) -> None:
    router = on(absent_table)
    services.table_create(router)
    a_waiting_agent(router, "ana")
    before = infos_now(router)

    assert not services.table_create(router)

    assert infos_now(router) == before
    assert before[agent_queue("Spanish", "F")] == (1, 1)


def test_queues_of_new_skills_are_added(absent_table: Table) -> None:
    services.table_create(on(absent_table, "English"))
    assert services.queues_ensure(on(absent_table, "English", "Spanish", "French")) == 2 * 7
    assert services.queues_ensure(on(absent_table, "English", "Spanish", "French")) == 0


def test_more_queues_than_one_transaction_holds_are_all_made(absent_table: Table) -> None:
    router = on(absent_table, *(f"L{number}" for number in range(31)))

    services.table_create(router)

    assert len(list(absent_table.scan())) == 31 * 7 + 2


def test_who_makes_the_same_queues_meanwhile_spoils_nothing(either_table: Table) -> None:
    watched = InterruptedTable(either_table)
    router, other = on(watched), on(either_table)

    def somebody_else_begins() -> None:
        services.agent_create(other, agent_id="ana", name="Ana", gender="F", languages=("Spanish",))
        services.agent_enqueue(other, agent_id="ana")

    watched.before_commits.append(somebody_else_begins)
    services.queues_ensure(router)

    assert len(list(either_table.scan())) == 14 + 1 + 1 + 1, "infos, the agent, its entry, the counter"
    assert infos_now(router)[agent_queue("Spanish", "F")] == (1, 1)
    assert audit(router) == []


def test_a_deleted_table_is_missed_by_everything(absent_table: Table) -> None:
    router = on(absent_table)
    services.table_create(router)
    services.table_delete(router)

    for use in (services.table_delete, services.match_once, selectors.agents, audit):
        with pytest.raises(TableMissingError):
            use(router)


def test_made_up_agents_can_be_routed_to_and_the_same_seed_makes_the_same(absent_table: Table) -> None:
    router = on(absent_table)
    absent_table.create()

    def seeded() -> list[tuple[str, str, frozenset[str]]]:
        faker = Faker()
        faker.seed_instance(7)
        agents = services.agents_seed(router, count=30, faker=faker, random=seven())
        return [(agent.name, agent.gender, agent.languages) for agent in agents]

    assert seeded() == seeded()
    agents = selectors.agents(router)
    assert len(agents) == 60
    assert {agent.status for agent in agents} == {AgentStatus.AVAILABLE}
    assert all(1 <= len(agent.languages) <= 3 for agent in agents)
    assert len(services.agents_enqueue(router)) == 60
    assert audit(router) == []


@pytest.mark.parametrize("count", [0, -1, 10_001])
def test_it_refuses_to_make_none_or_too_many(count: int) -> None:
    with pytest.raises(InvalidFieldError, match=rf"count: {count} is not allowed; from 1 to 10000"):
        services.agents_seed(a_router(), count=count, faker=Faker(), random=seven())


def test_agents_with_topics_are_made_up_where_topics_are_routed_by(either_table: Table) -> None:
    router = a_router(either_table, topics=("Billing", "Sales"))

    agents = services.agents_seed(router, count=20, faker=Faker(), random=seven())

    assert all(agent.topics for agent in agents)
    services.agents_enqueue(router)
    assert audit(router) == []

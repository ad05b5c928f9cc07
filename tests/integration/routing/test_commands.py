"""Commands on the real engine: their output, and their effect on the table."""

import json
import re
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from dynamo.aws_table import DynamoTable
from messaging.runtime import messenger
from routing import selectors, services
from routing.model.agents import AgentStatus
from routing.model.queues import agent_queue
from routing.repair.audit import audit
from routing.router import Router, no_companions
from routing.runtime import router as make_router
from routing.storage import keys
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import agent_now, match_all
from tests.contracts.chats.chat_life import a_chat, a_row, chatting
from tests.integration.routing.commands import said
from tests.unit.routing.repair.damages import DAMAGES, spoil


@pytest.fixture
def router(table: DynamoTable) -> Router:
    router = make_router()
    assert router.table.name == table.name
    services.table_create(router)
    return router


def test_create_table_makes_what_is_missing_and_says_so(table: DynamoTable) -> None:
    core, messages = f"Table {table.name}", f"Table {table.name}-messages"
    assert said("create_table") == f"{core} already exists; 21 queues.\n{messages} created.\n"
    assert len(list(table.scan())) == 21

    table.delete()
    assert said("create_table") == f"{core} created; 21 queues.\n{messages} already exists.\n"
    assert said("create_table") == f"{core} already exists; 21 queues.\n{messages} already exists.\n"


def test_delete_table_asks_for_the_name_and_deletes_only_then(
    table: DynamoTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    for answer in ("", "yes", "callcenter"):
        monkeypatch.setattr("builtins.input", lambda _question, answer=answer: answer)
        with pytest.raises(CommandError, match="Nothing was deleted"):
            said("delete_table")
    assert table.exists()

    questions: list[str] = []

    def name_it(question: str) -> str:
        questions.append(question)
        return f" {table.name} "

    monkeypatch.setattr("builtins.input", name_it)
    assert said("delete_table") == f"Table {table.name} deleted.\n"
    assert not table.exists()
    assert f"Type the table's name ({table.name})" in questions[0]
    table.create()


def test_delete_table_does_not_ask_where_told_so(table: DynamoTable) -> None:
    said("create_table")
    messages = f"Table {table.name}-messages deleted.\n"
    assert said("delete_table", "--yes") == f"{messages}Table {table.name} deleted.\n"
    assert not table.exists()
    assert not messenger().table.exists()
    table.create()


def test_seed_agents_lists_whom_it_made(router: Router) -> None:
    printed = said("seed_agents", "--count", "3", "--seed", "7").splitlines()

    agents = selectors.agents(router)
    assert len(agents) == 3
    assert printed[0].split() == ["Name", "Gender", "Languages", "AgentID"]
    for agent in agents:
        line = next(line for line in printed if agent.agent_id in line)
        assert line.startswith(agent.name)
        assert ", ".join(sorted(agent.languages)) in line
    assert printed[-1].startswith("3 agents created, available.")
    assert "manage.py queue_available_agents" in printed[-1]


def test_seed_agents_makes_five_where_no_count_is_given(router: Router) -> None:
    said("seed_agents")
    assert len(selectors.agents(router)) == 5


def test_queue_available_agents_lists_tickets_and_queues(router: Router) -> None:
    services.agent_create(
        router, agent_id="ana", name="Ana Ruiz", gender="F", languages=("English", "Spanish")
    )
    services.agent_create(
        router, agent_id="off", name="Off", gender="M", languages=("Spanish",), status=AgentStatus.OFFLINE
    )

    printed = said("queue_available_agents").splitlines()

    assert re.split(r"\s{2,}", printed[0].strip()) == ["Ticket", "Agent", "Queues"]
    assert re.split(r"\s{2,}", printed[1].strip()) == ["1", "Ana Ruiz", "Q#English#F, Q#Spanish#F"]
    assert printed[-1] == "1 agents queued."
    assert said("queue_available_agents") == "0 agents queued.\n"
    assert audit(router) == []


def test_assign_agent_prints_agent_ticket_queues_and_deletions(router: Router) -> None:
    ana = a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_agent(router, "eva")

    printed = said("assign_agent", "Q#Spanish#F")

    call_id = agent_now(router, "ana").call_id
    lines = [re.split(r"\s{2,}", line.strip()) for line in printed.splitlines()]
    sort_key = f"{ana.ticket:020d}"
    assert lines[0] == ["Agent", "Ana (ana)"]
    assert lines[1][1].startswith(f"{ana.ticket}, waiting since 20")
    assert lines[1][1].endswith(" UTC")
    assert lines[2] == ["Call", call_id]
    assert lines[4:7] == [
        ["Queue", "Depth before", "after", "Version before", "after"],
        ["Q#English#F", "1", "0", "1", "2"],
        ["Q#Spanish#F", "2", "1", "2", "3"],
    ]
    assert lines[8:] == [["2 items deleted:"], ["Q#English#F", sort_key], ["Q#Spanish#F", sort_key]]


def test_assign_agent_says_so_where_nobody_waits(router: Router) -> None:
    assert router.table.exists()
    assert said("assign_agent", "Q#Spanish#M") == "No agent waits in Q#Spanish#M.\n"


def test_assign_agent_says_so_where_every_race_was_lost(
    router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_waiting_agent(router, "ana")
    monkeypatch.setattr("routing.services.matching_rounds._assign", lambda _router, _entry: None)

    with pytest.raises(
        CommandError, match="Nobody was assigned: others changed its queues 200 times meanwhile"
    ):
        said("assign_agent", "Q#Spanish#F")


def test_reset_agents_brings_everybody_back(router: Router) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_agent(router, "eva")
    a_waiting_call(router, "c1")
    match_all(router)

    assert said("reset_agents") == "2 agents reset to available.\n"

    assert {agent.status for agent in selectors.agents(router)} == {AgentStatus.AVAILABLE}
    assert agent_now(router, "ana").changed_by == "reset_agents"
    assert said("reset_agents") == "0 agents reset to available.\n"


def test_show_queues_shows_who_is_first_in_line(router: Router) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_agent(router, "eva")
    a_waiting_call(router, "c1", language="French")

    lines = [re.split(r"\s{2,}", line.strip()) for line in said("show_queues").splitlines()]

    assert lines[0] == ["Agent queue", "Depth", "Version", "First in line"]
    assert lines[1][:3] == ["Q#Spanish#F", "2", "2"]
    assert lines[1][3].startswith("ticket 1 since ")
    assert lines[2] == ["1 of 9 queues shown."]
    assert lines[5][:3] == ["W#French#Any", "1", "1"]
    assert lines[6] == ["1 of 12 queues shown."]


def test_show_queues_says_so_where_all_are_empty(router: Router) -> None:
    assert router.table.exists()
    assert said("show_queues").splitlines() == [
        "All 9 agent queues are empty; --all shows them.",
        "",
        "All 12 call queues are empty; --all shows them.",
        "",
    ]


def test_show_queues_and_agent_name_chats_where_they_are(router: Router) -> None:
    a_row(router, slots=2)
    chatting(router, "h1")
    a_chat(replace(router, companions=no_companions), "h2", language="French", chat_id="k7")

    printed = said("show_queues")
    assert re.search(r"Q\.chat#Spanish#F +1 ", printed)
    assert re.search(r"W\.chat#French#Any +1 +1 +ticket", printed)
    shown = said("agent", "show", "ana~chat")
    assert re.search(r"Channel +chat\n.*Slots +1 of 2 in use\n.*Chats +h1\n", shown)
    assert re.search(r"Channel +chat\n.*Conversation +k7\n", said("call", "show", "h2"))


def test_show_queues_shows_the_empty_ones_where_asked(router: Router) -> None:
    a_waiting_agent(router, "ana")

    printed = said("show_queues", "--all")

    for queue in (*router.skills.agent_queues, *router.skills.call_queues):
        assert str(queue) in printed
    assert printed.count("nobody") == 20


def test_audit_says_that_a_sound_table_is_sound(router: Router) -> None:
    a_waiting_agent(router, "ana")

    assert said("audit") == "The table is sound.\n"
    assert json.loads(said("audit", "--json")) == {"clean": True, "findings": []}


def test_audit_lists_what_is_broken_and_ends_with_1(router: Router) -> None:
    a_waiting_agent(router, "ana")
    DAMAGES["a depth too high"].spoils(router)
    spoil(router, keys.queue_info_key(agent_queue("French", "F")), QueueDepth=2)

    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("audit", stdout=out)

    assert ended.value.code == 1
    assert out.getvalue().splitlines() == [
        "Q#French#F: depth equals entries; depth 2 at version 0, but 0 entries",
        "Q#Spanish#F: depth equals entries; depth 7 at version 1, but 1 entries",
        "2 broken.",
    ]


def test_audit_tells_programs_in_json(router: Router) -> None:
    DAMAGES["a depth too high"].spoils(router)

    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("audit", "--json", stdout=out)

    assert json.loads(out.getvalue()) == {
        "clean": False,
        "findings": [
            {
                "rule": "depth equals entries",
                "subject": "Q#Spanish#F",
                "detail": "depth 7 at version 0, but 0 entries",
                "remedy": "--repair mends it",
            }
        ],
    }

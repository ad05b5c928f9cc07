"""The product as a peer: its table as a state, read item by item without the product's own readers."""

from collections import defaultdict

from bench.centre.contact_centre import SKILLS, router_on
from bench.peers.state import Agent, Call, Counts, Pair, State
from dynamo.items import Attributes


def read(endpoint: str) -> State:
    """All that the table holds."""
    items = defaultdict[str, list[Attributes]](list)
    for item in router_on(endpoint).table.scan():
        items[str(item["pk"]).partition("#")[0]].append(item)
    agents, calls = items["AllAgents"], items["Call"]
    return State(
        {str(queue): tuple(map(str, fitting)) for queue, fitting in SKILLS.fitting.items()},
        {str(item["AgentID"]): _agent(item) for item in agents if item["AgentStatus"] == "queued"},
        {str(item["CallID"]): _call(item) for item in calls if item["CallStatus"] == "queued"},
        {
            str(info["sk"]): Counts(_number(info["QueueVersionId"]), _number(info["QueueDepth"]))
            for info in (*items["AllQueues"], *items["AllCallQueues"])
        },
        frozenset(_entry(item) for item in (*items["Q"], *items["W"])),
        tuple(
            Pair(str(item["CallID"]), str(item["AgentID"]), _last_operation(item))
            for item in calls
            if item["CallStatus"] == "offered"
        ),
        {str(item["AgentID"]): str(item["CallID"]) for item in agents if item["AgentStatus"] == "offered"},
    )


def _agent(item: Attributes) -> Agent:
    languages = item["Languages"]
    spoken = sorted(languages) if isinstance(languages, frozenset) else []
    queues = tuple(f"Q#{language}#{item['Gender']}" for language in spoken)
    return Agent(str(item["AgentID"]), _number(item["Ticket"]), queues, str(item["AgentName"]))


def _call(item: Attributes) -> Call:
    queue = f"W#{item['Language']}#{item['Gender']}"
    return Call(str(item["CallID"]), _number(item.get("Band", 0)), _number(item["Ticket"]), queue)


def _entry(item: Attributes) -> tuple[str, int, str]:
    ticket = int(str(item["sk"]).rpartition("#")[2])
    return str(item["pk"]), ticket, str(item.get("AgentID") or item["CallID"])


def _last_operation(item: Attributes) -> str:
    operations = item["Operations"]
    return str(operations[-1]) if isinstance(operations, list) else ""


def _number(value: object) -> int:
    return int(str(value))

"""Goals of the benchmarks, and the check of each row of figures against them. Pure."""

from collections.abc import Callable, Iterator, Sequence

from bench.api.api_goals import api_goals
from bench.bounds import at_most
from bench.conversations.conversation_goals import conversation_goals
from bench.figures import Row
from bench.following.following_goals import following_goals
from bench.messaging.message_goals import messaging_goals
from bench.simulation.simulation_goals import simulation_goals

MOST = 8
# Below that the machine did not keep up with a load, and its calls look cheaper than they are.
LEAST_ANSWERED = 0.9
# What a call may cost at this rate.
COST_RATE = 20
COST = {"requests_per_call": 10, "read_units_per_call": 15, "write_units_per_call": 40, "cpu_ms_per_call": 30}


# Operations that read the agent, and the head of each of the six call queues that an agent of three languages
# fits.
OVER_ALL_QUEUES = ("peek, all queues", "offer, all queues")
HEADS = 6


def goals(
    matching: Sequence[Row] = (),
    loads: Sequence[Row] = (),
    life: Sequence[Row] = (),
    board: Sequence[Row] = (),
    simulation: Sequence[Row] = (),
    *,
    reporting: Sequence[Row] = (),
    cost: Sequence[Row] = (),
    peers: Sequence[Row] = (),
    messaging: Sequence[Row] = (),
    conversations: Sequence[Row] = (),
    api: Sequence[Row] = (),
    following: Sequence[Row] = (),
) -> list[Row]:
    """One row for each goal and number of agents: required value, measured value, verdict."""
    found = [
        *_matching(matching),
        *_loads(loads),
        *_life(life),
        *_board(board),
        *simulation_goals(simulation),
        *_reporting(reporting),
        *_cost(cost),
        *_peers(peers),
        *messaging_goals(messaging),
        *conversation_goals(conversations),
        *api_goals(api),
        *following_goals(following),
    ]
    return [
        {"figure": name, "must be": wanted, "is": shown, "reached": "yes" if reached else "**no**"}
        for name, wanted, shown, reached in found
    ]


def _matching(rows: Sequence[Row]) -> Iterator[tuple[str, str, str, bool]]:
    by_case = {(str(row["strategy"]), int(row["matchers"]), int(row["agents"])): row for row in rows}
    for agents in sorted({agents for _, _, agents in by_case}):
        for matchers, wanted in ((MOST, 10), (1, 6)):
            ours = by_case.get(("batched", matchers, agents))
            for other, least in (("published", wanted), ("published bare", 10)):
                measure = by_case.get((other, matchers, agents))
                if ours and measure:
                    times = float(ours["matches_per_s"]) / max(float(measure["matches_per_s"]), 0.1)
                    name = f"matches/s with {matchers} matcher{'s' * (matchers > 1)}, {agents:,} agents"
                    yield name, f"≥ {least} times {other}", f"{times:.1f} times", times >= least
        ours = by_case.get(("batched", MOST, agents))
        if ours:
            yield at_most(ours, "retries_per_match", 0.1, f"retries per match, {agents:,} agents")
            yield at_most(ours, "read_units_per_match", 1, f"read units per match, {agents:,} agents")
            yield at_most(ours, "write_units_per_match", 12, f"write units per match, {agents:,} agents")


def _loads(rows: Sequence[Row]) -> Iterator[tuple[str, str, str, bool]]:
    wanted: dict[str, Callable[[Row], tuple[str, str, str, bool]]] = {
        "burst": lambda row: at_most(row, "last_match_s", 1.5, "burst: last match, seconds after last agent"),
        "shift": lambda row: at_most(row, "last_match_s", 1.5, "shift: last match, seconds after last agent"),
        "steady": lambda row: at_most(row, "p99_ms", 100, "steady: p99 from available to offered, ms"),
    }
    for row in rows:
        yield wanted[str(row["load"])](row)


def _life(rows: Sequence[Row]) -> Iterator[tuple[str, str, str, bool]]:
    operations = [row for row in rows if "operation" in row]
    for_agents = [row for row in operations if row["operation"] in OVER_ALL_QUEUES]
    others = [row for row in operations if row not in for_agents]
    for figure, most, which, name in (
        ("transactions", 1, operations, "transactions of an operation, the most"),
        ("reads", 2, others, "reads of an operation, the most"),
        ("reads", 1 + HEADS, for_agents, "reads of peek and offer over all queues, the most"),
    ):
        if which:
            yield at_most(max(which, key=lambda row: float(row[figure])), figure, most, name)
    for row in (row for row in rows if "sweep" in row):
        if row["found"]:
            yield at_most(row, "seconds", 2, f"sweep with {row['done']} things due, seconds")
        else:
            yield at_most(row, "read_units", 2, "sweep with nothing due, read units")


def _board(rows: Sequence[Row]) -> Iterator[tuple[str, str, str, bool]]:
    for row in rows:
        match row["measured"]:
            case "at once":
                left_out = int(row["clients"]) - int(row["with_snapshot"])
                yield "clients at once that got no snapshot", "0", f"{left_out}", left_out == 0
                yield at_most(row, "last_s", 2, f"{row['clients']} clients at once: last snapshot, seconds")
            case "fan-out":
                clients = f"{row['clients']} clients"
                yield at_most(row, "p99_ms", 400, f"p99 from commit to shown by {clients}, ms")
                yield at_most(row, "web_core_percent", 25, f"web process with {clients}, % of a core")
            case "never read":
                yield at_most(row, "mb_each_in_all", 1, "memory of a client that never reads, MB")
                yield at_most(row, "others_p99_ms", 400, "p99 beside clients that never read, ms")
            case "first load":
                yield at_most(row, "kb", 150, f"first load of {row['path']}, KB")
                yield at_most(row, "other_hosts", 0, f"other hosts that {row['path']} asks")
            case "page":
                page = f"{row['path']} with {row['agents']:,} agents"
                yield at_most(row, "main_thread_ms_per_s", 150, f"{page}: main thread, ms per s")
                yield at_most(row, "heap_grew_percent", 10, f"{page}: heap grew in {row['seconds']} s, %")


def _reporting(rows: Sequence[Row]) -> Iterator[tuple[str, str, str, bool]]:
    ways = {str(row["way"]): row for row in rows if "way" in row}
    if ways:
        ours, stream, plain = ways["buffers"], ways["stream a key"], ways["list, two calls"]
        for figure, least in (("produced_per_s", 20_000), ("consumed_per_s", 30_000)):
            rate, name = float(ours[figure]), f"events {figure.split('_', maxsplit=1)[0]} per second"
            yield name, f"≥ {least:,}", f"{rate:,.0f}", rate >= least
            for other, times in ((plain, 5), (stream, 1)):
                found = rate / max(float(other[figure]), 1)
                yield (
                    f"{name}, beside {other['way']}",
                    f"≥ {times} times",
                    f"{found:.1f} times",
                    found >= times,
                )
    for row in rows:
        if row.get("measured") == "commit":
            yield at_most(row, "p50_ms", 0.3, "added to a commit of three events, ms")
        if "most_ms" in row:
            yield at_most(row, "most_ms", 5, f"added to a commit while {row['measured']}, the most, ms")
        if row.get("measured") == "age":
            name = f"age at delivery at {row['rate']:,} events/s over {row['keys']} keys"
            yield at_most(row, "p99_ms", 1000, f"{name}, p99 in ms")
            yield at_most(row, "not_delivered", 0, f"{name}: not delivered")


def _cost(rows: Sequence[Row]) -> Iterator[tuple[str, str, str, bool]]:
    for row in rows:
        if row.get("rate") == COST_RATE and "requests_per_call" in row:
            for figure, most in COST.items():
                yield at_most(row, figure, most, f"{figure.replace('_', ' ')} at {COST_RATE} calls/s")
        if "answered_share" in row:
            share, name = float(row["answered_share"]), f"share of calls answered at {row['rate']:g} calls/s"
            yield name, f"≥ {LEAST_ANSWERED:g}", f"{share:g}", share >= LEAST_ANSWERED
        if row.get("measured") == "idle":
            yield at_most(row, "read_units_per_minute", 300, "read units a minute without calls")


def _peers(rows: Sequence[Row]) -> Iterator[tuple[str, str, str, bool]]:
    rates = {(row["peer"], row["matchers"]): float(row["matches_per_s"]) for row in rows if "peer" in row}
    for matchers, wanted in ((1, 1.5), (MOST, 3)):
        ours, theirs = (rates.get((peer, matchers)) for peer in ("callcenter", "postgresql"))
        if ours is not None and theirs is not None:
            times = ours / max(theirs, 0.1)
            name = f"matches/s with {matchers} matcher{'s' * (matchers > 1)}, beside PostgreSQL"
            yield name, f"≥ {wanted:g} times", f"{times:.2f} times", times >= wanted

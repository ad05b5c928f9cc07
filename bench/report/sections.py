"""Sections of the benchmark page: what each is about, and its full and quick measurement."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench import burst, growth, matching
from bench.api import __main__ as api
from bench.board import __main__ as board
from bench.call_life import __main__ as call_life
from bench.conversations import __main__ as conversations
from bench.cost import __main__ as cost
from bench.cost.cost_figures import PRICES_OF, tables
from bench.figures import Row
from bench.following import __main__ as following
from bench.messaging import __main__ as messaging
from bench.peers import __main__ as peers
from bench.reporting import __main__ as reporting
from bench.simulation import __main__ as simulation

MATCHING = """## Matching

Matcher processes empty a table in which a number of agents, with one to three languages each, and the same
number of calls wait. In each round all ways run on a copy of the same table, in alternating order;
figures are medians over three rounds, and every table is audited afterwards. A measurement ends when nothing
more fits, or after five seconds. Alone: `python -m bench.matching` (`--json` for programs).

`published` is the algorithm as AWS published it, plus the search for the oldest waiting call: a snapshot of
all agent queues, one match in each transaction, guarded by queue versions. `published bare` is the algorithm
alone: it takes an agent from a queue, and there is no call to search, match or write, so it does less.
`batched` is the default. The latency of a match is the time from the start of its round to its commit; a
round of `batched` makes 50 to 100 matches. Retries are refused commits and requests sent again; units are
those the engine reports."""

PEERS = """## Beside other stores

The same 400 agents and calls, matched by the product, in PostgreSQL and in Redis (Valkey), on one machine.
In each round all take turns, in an order that alternates; figures are medians. Nobody comes meanwhile, so
strict order allows one result only. Every result is compared with it: each pair, depth, version and entry.
The latency of a match is the time from the start of its round to its commit. Alone: `python -m bench.peers`.

- `callcenter`: the default strategy over HTTP to the embedded engine; a transaction has 100 items, which are
  about 15 matches.
- `postgresql`: one function of the database makes up to 100 matches in one durable transaction, under an
  advisory lock, since strict order needs one matcher at a time (`bench/peers/match.sql`). `15 a commit`
  makes as many in a transaction as the product, `1 a commit` one. Unix socket, prepared statement, fsync and
  full page writes on.
- `redis`: a Lua script makes up to 100 matches; the log is synced before the answer. Writes of a script that
  fails in the middle are not undone, its keys cannot be spread over servers, and everything is in memory.

Both peers match inside the store, by code installed there. DynamoDB runs no code of its users: a match is
planned outside and sent as guarded changes of single items.

The last table is where the product's time goes, in milliseconds of a processor for each match, over all
processes; `wall_ms` is time on the clock. `engine_http_ms` is the engine's time for the same requests about
a table that it does not have: HTTP, JSON and checks. `client_ms` is inside `dynamo`: requests, signatures,
answers. `planning_ms` is the rest of the matchers. Alone: `python -m bench.peers --parts`."""

LOADS = """## With everything real

Engine, Redis, dispatcher and people are separate processes. An agent's time runs from the commit that
made it available to the moment a subscriber got the notice of its offer. Alone: `python -m bench.burst`.

- burst: 500 agents become available one by one, as fast as four processes can within a second, while 500
  calls wait; `agents_came_in_s` is the time that took on this machine.
- shift: the same, but queued together by one command.
- steady: of 2,000 agents 25 a second become available at random moments and find a call waiting, and calls
  come, are answered and end at the same rate."""

GROWTH = """## Growth

Cost of a match for one matcher with a growing number of waiting entries, a third of them calls. Alone:
`python -m bench.growth`."""


LIFE = """## The life of a call

Cost of each operation with 2,000 agents and 10,000 calls waiting: requests of each kind, the most of any of
forty runs, the time of a run, and units as the engine reports them. Tickets are taken outside the
transaction. Over all queues, `peek` and `offer` read the agent and the first entry of every call queue that
fits (here up to six). Alone: `python -m bench.call_life`.

A sweep finds a hundred due items: ringing calls, wrap-ups and rests that are over, promotions, next steps,
calls that waited too long, calls never queued; one item for each match transaction names the ringing calls.
Times are medians of five."""


BOARD = """## The board

Engine, Redis, dispatcher, feed, one web process and people with sessions, all separate processes, on one
table with 2,000 agents. Alone: `python -m bench.board`.

- at once: 300 clients connect at the same moment; the time until the last one has its snapshot.
- fan-out: 50 changes a second, from the commit of each to the frame that shows it, for each of 500 clients;
  `web_core_percent` is the CPU of the web process in that time.
- never read: the same beside clients that never read a byte; megabytes of growth of the web process for each.
- first load, page: Chromium opens pages and stays for five minutes of 20 changes a second; compressed bytes,
  busy time of the page's main thread, and its heap after garbage collection."""


SIMULATION = """## Simulation

In virtual time, a scenario of eight hours, each time in a fresh process: calls simulated per second of one
core, and the peak memory of that process after a tenth of the calls and at the end. The router's own code
makes the matches. In real time (`live`), a scenario of five minutes on the deployment's table, with engine,
Redis, web process, an open board, feed, dispatcher and workers on the same machine: calls that arrived within
its length, how late they were, and the findings of an audit of the table. Its answered share, ASA and
occupancy stand beside those of the same callers in virtual time; `late_share` is the share of late actions.
Alone: `python -m bench.simulation`."""


REPORTING = """## Reporting

Events of 20 queues in commits of 50, encoded as JSON and appended by one process, then delivered by one
process to a sink that keeps nothing; the ways take turns, figures are medians over five rounds. Compared with
the product's buffers: a list for each key with two calls for each event on either side, and a stream for each
key with a consumer group and pipelined calls. Only the buffers know age and count what they drop. `commit` is
the time reporting adds to one commit; `age` is the age of events of a steady stream from one process when
another delivers them. While Redis is gone or hangs, commits go on for a second; the quietest of five
rounds is shown. Alone: `python -m bench.reporting`."""


COST = f"""## The cost of a call

The demo load with every process on one machine and an open board. Requests and capacity units are counted on
the way to the engine; CPU time is of all processes, engine and Redis included. Callers and agents are people
of the worker. `answered_share` is the share of the calls ended that an agent answered. Each load has agents
enough for its callers; at 50 calls/s talks are shorter, since the load would otherwise need more agents than
it may have. Dollars are AWS's list prices on demand in us-east-1 of {PRICES_OF}. The last row of the totals
is a minute without calls. Alone: `python -m bench.cost`; `--json` adds the operations of each process."""


MESSAGING = """## Messages

In the store alone: what each operation costs, in units as the engine reports them, and what a send and the
opening of a conversation cost as it grows. A message is one write; moving the cursor of its reader at once is
another. Then with engine, Redis, dispatcher, feed, one web process and all clients on this machine; agents
have sessions, customers tokens. Alone: `python -m bench.messaging`.

- delivery: 100 messages a second between 250 agents and 250 customers; from the request that sends it to the
  frame that shows it on the other device, the answer to the sender, and how long after that it is shown.
- pairs: as many messages as go in 24 conversations, in each the next one when the last is answered.
- chat offered: from the commit that makes an agent free to the notice of its next chat; 25 agents with a slot
  each and a chat a second, while chats wait.
- group: from the request to the last of 2,000 connected members.
- open: the newest page of 50 of a conversation of 10,000 messages, and a page from its middle.
- list: the list of 50 of a user, from Redis, and rebuilt from the store once Redis was lost."""


CONVERSATIONS = """## Conversations in a browser

Chromium with the widget on the page of a shop, and with the desk of an agent; engine, Redis, dispatcher, feed
and web process are real. Alone: `python -m bench.conversations`.

- widget size: compressed bytes of the built files.
- widget load: in fresh browsers, requests and bytes so far; time until the button is there, from the start of
  the page's load, and until the customer can type, from the click on the button.
- typing: from a key to the next painted frame, with 200 messages on screen; at the desk under the load
  below.
- desk: 30 conversations in the list, of which as many are in progress as an agent can have; two messages a
  second, customers who type, and ten changes a second on the board of 200 agents. Busy time of the page's
  main thread, and its heap after garbage collection."""


API = """## HTTP API

A switch sends calls with `POST /api/v1/calls`, each with an id of its own, to one web process; engine and
Redis are beside it. Alone: `python -m bench.api`.

- calls, steady: 300 a second, whether the ones before are answered or not; the time until the answer.
- calls, most: as many as go over 16 connections."""


FOLLOWING = """## Settings

One commit changes skills, policies, outcomes and webhooks on a site with every process of the Procfile but
beat; the seconds from that commit until each process acts by the change, seen from outside, all at once.
Alone: `python -m bench.following`.

- web: the answer of `GET /api/v1/outcomes`; dispatcher: the ring time of a new call; feed: the target on the
  board; worker: an agent loses a removed language; report: a delivery to a removed webhook is given up."""


@dataclass(frozen=True)
class Section:
    """One part of the page: its heading and words, and the benchmark behind it."""

    words: str
    full: Callable[[], Sequence[Row]]
    quick: Callable[[], Sequence[Row]]
    picture: str = ""


SECTIONS = {
    "matching": Section(
        MATCHING,
        lambda: matching.run(matching.FULL_AGENTS, matching.FULL_MATCHERS),
        lambda: matching.run((60,), (1, 2), rounds=1, most_seconds=2),
        "![Matches per second of both strategies, by matchers and agents](benchmarks.svg)",
    ),
    "peers": Section(
        PEERS,
        lambda: [*peers.run(rounds=7, most_seconds=10), *peers.run_parts(rounds=5)],
        lambda: [*peers.run(24, (1, 2), rounds=1, most_seconds=2), *peers.run_parts(24, (1, 2), rounds=1)],
    ),
    "loads": Section(LOADS, lambda: burst.run(rounds=5, seconds=60), lambda: burst.run(rounds=1, seconds=3)),
    "growth": Section(
        GROWTH,
        lambda: growth.run(growth.SIZES, rounds=3, most_seconds=3),
        lambda: growth.run((100, 1_000), rounds=1, most_seconds=1),
    ),
    "life": Section(LIFE, call_life.run, lambda: call_life.run(agents=300, calls=400, times=2, due=20)),
    "board": Section(BOARD, lambda: board.run(board.FULL), lambda: board.run(board.QUICK)),
    "messaging": Section(MESSAGING, messaging.run, lambda: messaging.run(quick=True)),
    "conversations": Section(CONVERSATIONS, conversations.run, lambda: conversations.run(quick=True)),
    "api": Section(API, api.run, lambda: api.run(quick=True)),
    "following": Section(FOLLOWING, following.run, lambda: following.run(quick=True)),
    "simulation": Section(
        SIMULATION, simulation.all_rows, lambda: simulation.all_rows(rounds=1, hours=1, seconds=20)
    ),
    "cost": Section(
        COST, lambda: tables(cost.run()), lambda: tables(cost.run((4.0,), seconds=5, idle_seconds=2))
    ),
    "reporting": Section(
        REPORTING,
        lambda: reporting.run(events=50_000, rounds=5, seconds=60),
        lambda: reporting.run(events=500, rounds=1, seconds=1),
    ),
}

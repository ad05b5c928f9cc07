"""Probes: whether a process of the Procfile acts by changed settings, seen from outside."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from celery import Celery

from bench.board.site import BoardSite
from bench.board.visitor import asked
from bench.centre.contact_centre import SKILLS, router_on
from routing import selectors, services
from routing.model.calls import Call, CallStatus
from routing.model.outcomes import Conflict
from routing.model.settings.documents import AGENTS, QUEUES, Documents, Kind, first_of
from routing.model.settings.skill_names import skills_document
from routing.model.settings.webhooks import NOTHING

LOOK_SECONDS, LONGEST_SECONDS = 0.02, 20.0
RINGS, TARGET = 33, 44
# Of the keys of tasks in Redis, as `callcenter/settings.py` has it.
TASKS = "callcenter:tasks:"
LANGUAGES = ("English", "French")
INSERT = """INSERT INTO reporting_delivery
    (target, message_id, url, kind, call_id, body, created_at, state, due_at, ends_at, tries, attempts)
    VALUES (?, 'm1', '', 'callQueued', '', '{}', ?, 'waiting', ?, ?, 0, '[]')"""
BEFORE: Documents = first_of(skills_document(SKILLS.languages, SKILLS.genders, ()), pauses={"Break": {}})
AFTER: Documents = {
    Kind.SKILLS: {
        **skills_document(LANGUAGES, SKILLS.genders, ()),
        "replaced": {"languages": {"Spanish": "French"}},
    },
    Kind.POLICIES: {QUEUES: {"*": {"ring_seconds": RINGS, "service_level_seconds": TARGET}}, AGENTS: {}},
    Kind.OUTCOMES: {"sales": {"label": "Sales", "codes": {"booked": "Visit booked"}}},
    Kind.WEBHOOKS: NOTHING,
}


class Centre:
    """A site with an agent who is free for calls, one with a skill to lose, and a delivery to give up."""

    def __init__(self, site: BoardSite) -> None:
        self.site = site
        self.router = router_on(site.centre.endpoint)
        self.tasks = Celery(broker=site.centre.redis_url)
        self.tasks.conf.update(broker_transport_options={"global_keyprefix": TASKS})
        self.numbers = count()
        self._database = Path(site.environ["DATA_DIR"], "callcenter.sqlite3")
        for name, languages in (("ann", ("English",)), ("leo", ("French", "Spanish"))):
            services.agent_create(self.router, agent_id=name, name=name, gender="F", languages=languages)
        services.agent_enqueue(self.router, agent_id="ann")

    def rest(self) -> None:
        """Saves the settings before the change, with a delivery that waits for its webhook."""
        # Its own name each time: after a failed delivery a receiver is left in peace for a while.
        name = f"crm{next(self.numbers)}"
        off = {"endpoints": {name: {"url": "https://crm.example/in", "active": False}}}
        self._save({kind: BEFORE[kind] for kind in AFTER} | {Kind.WEBHOOKS: off})
        until = time.monotonic() + LONGEST_SECONDS
        while not self.speaks("leo", "Spanish") and time.monotonic() < until:
            self.moves()
        at = datetime.now(UTC).replace(tzinfo=None)
        with closing(sqlite3.connect(self._database)) as database, database:
            database.execute(INSERT, (name, at, at, at + timedelta(days=1)))

    def change(self) -> None:
        """Saves the change."""
        self._save(AFTER)

    def speaks(self, agent_id: str, language: str) -> bool:
        agent = selectors.agent(self.router, agent_id)
        return agent is not None and language in agent.languages

    def moves(self) -> None:
        """Has the worker bring the agents' skills in step."""
        self.tasks.send_task("routing.move_agents_on", ignore_result=True)
        time.sleep(LOOK_SECONDS)

    def delivers(self) -> bool:
        """Whether a delivery still waits."""
        with closing(sqlite3.connect(self._database)) as database:
            found = database.execute("SELECT count(*) FROM reporting_delivery WHERE state = 'waiting'")
            return bool(found.fetchone()[0])

    def _save(self, documents: Documents) -> None:
        kept = services.settings_kept(self.router, BEFORE)
        versions = {kind: kept[kind].version for kind in documents}
        saved = services.settings_save(self.router, BEFORE, documents=documents, expected_versions=versions)
        if isinstance(saved, Conflict):
            raise RuntimeError(saved.reason)


def _web(centre: Centre) -> bool:
    found: dict[str, Any] = asked(centre.site, "/api/v1/outcomes")
    return any(one["code"] == "sales" for one in found["groups"])


def _dispatcher(centre: Centre) -> bool:
    """Whether a new call rings by the change."""
    made = services.call_enqueue(centre.router, language="English")
    assert isinstance(made, Call)
    until = time.monotonic() + LONGEST_SECONDS
    while (call := selectors.call(centre.router, made.call_id)) and call.status is CallStatus.QUEUED:
        if time.monotonic() > until:
            raise TimeoutError("a call does not ring")
        time.sleep(LOOK_SECONDS / 4)
    assert call is not None
    assert call.until is not None
    services.call_abandon(centre.router, call_id=call.call_id)
    return call.until - call.status_since == timedelta(seconds=RINGS)


def _feed(centre: Centre) -> bool:
    figures = asked(centre.site, "/api/v1/board")["state"]["figures"]
    return bool(figures.get("W#English#Any", {}).get("target_seconds") == TARGET)


def _worker(centre: Centre) -> bool:
    centre.moves()
    return not centre.speaks("leo", "Spanish")


def _report(centre: Centre) -> bool:
    """Whether it gives up the delivery, whose webhook was off and is now removed."""
    return not centre.delivers()


Probe = Callable[[Centre], bool]
PROBES: dict[str, Probe] = {
    "web": _web,
    "dispatcher": _dispatcher,
    "feed": _feed,
    "worker": _worker,
    "report": _report,
}

"""Running product for keyed requests, and what they changed in it."""

import json
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from dynamo.items import key_of
from dynamo.transaction import MAX_ITEMS, Transaction
from routing import selectors, services
from routing.router import Router
from routing.storage import keys
from tests.builders import unique_id

TOKEN = "c" * 32
JSON = "application/json"
DJANGO_TABLES = (
    "dashboard_seat",
    "dashboard_keptanswer",
    "simulation_agentbyhand",
    "simulation_simulationrun",
)
Fields = dict[str, Any]


@dataclass(frozen=True)
class Answered:
    """What a request got back."""

    status: int
    text: str
    location: str = ""
    messages: str = ""

    @property
    def body(self) -> dict[str, Any]:
        """Its JSON."""
        return dict(json.loads(self.text))


@dataclass(frozen=True)
class KeyedSite:
    """The product at an address, its table and its SQLite file, and whose sessions there are by name."""

    address: str
    router: Router
    database: Path
    sessions: dict[str, str]

    def post(
        self,
        path: str,
        fields: Fields,
        *,
        key: str = "",
        name: str = "mara",
        accept: str = JSON,
    ) -> Answered:
        """One request with these fields as a form."""
        body = urlencode(fields, doseq=True)
        headers = {
            "Accept": accept,
            "Content-Type": "application/x-www-form-urlencoded",
            "X-CSRFToken": TOKEN,
            "Cookie": self._cookies(name),
        }
        return self._ask("POST", path, headers | ({"Idempotency-Key": key} if key else {}), body)

    def shown(self, answered: Answered) -> str:
        """The text for a person: the answer, or the page it leads to."""
        if not answered.location:
            return answered.text
        cookies = f"{self._cookies('mara')}; {answered.messages}"
        return self._ask("GET", answered.location, {"Accept": "text/html", "Cookie": cookies}).text

    def _cookies(self, name: str) -> str:
        return f"sessionid={self.sessions[name]}; csrftoken={TOKEN}"

    def _ask(self, method: str, path: str, headers: dict[str, str], body: str = "") -> Answered:
        with closing(HTTPConnection(urlsplit(self.address).netloc, timeout=60)) as connection:
            connection.request(method, path, body.encode(), headers)
            response = connection.getresponse()
            text, got = response.read().decode(), response.headers
            told = "".join(one for one in got.get_all("Set-Cookie", []) if one.startswith("messages="))
            return Answered(response.status, text, got.get("Location", ""), told.partition(";")[0])

    def clear(self) -> None:
        """Empties the table but for its queues, and the product's own tables in Django's database."""
        table, stored = self.router.table, [key_of(item) for item in self.router.table.scan()]
        for start in range(0, len(stored), MAX_ITEMS):
            transaction = Transaction(unique_id())
            for key in stored[start : start + MAX_ITEMS]:
                transaction.delete(key)
            assert table.commit(transaction).ok
        services.queues_ensure(self.router)
        with closing(sqlite3.connect(self.database, timeout=30)) as database, database:
            for name in DJANGO_TABLES:
                database.execute(f"DELETE FROM {name}")  # noqa: S608 - the names above

    def effects(self) -> dict[str, object]:
        """What was done so far: entries of the audit trail, versions of agents and calls, rows of Django."""
        kinds = Counter(str(item["pk"]).partition("#")[0] for item in self.router.table.scan())
        with closing(sqlite3.connect(self.database, timeout=30)) as database:
            rows = {
                name: database.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0]  # noqa: S608 - as above
                for name in DJANGO_TABLES
            }
        return {
            "trail": kinds[keys.TRAIL_PREFIX.rstrip("#")],
            "keys": kinds[keys.COMMAND_PREFIX.rstrip("#")],
            "agents": sorted(agent.version for agent in selectors.agents(self.router)),
            "calls": sorted((call.version, call.attempts) for call in selectors.all_calls(self.router)),
            **rows,
        }

"""Every POST of the API that keeps its answer: what must exist before, and two requests that differ."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pytest_django import Settings

from api.access.scopes import Scope
from outbound.signing import signed
from routing import runtime
from routing.router import Router
from tests.cards import PRICE, VISIT
from tests.centres import match_all
from tests.integration.api.conftest import Caller, Reply, a_program
from tests.integration.api.test_served_chats import a_chat, comes, says

FILE = "application/octet-stream"


@dataclass(frozen=True)
class Post:
    """A request of a caller, and another `body` for the same address."""

    caller: Caller
    address: str
    body: Any = None
    other: Any = field(default_factory=lambda: {"another": "body"})
    kind: str = "application/json"
    secret: str = ""

    def send(self, key: str = "", *, other: bool = False) -> Reply:
        """The reply to it, or to the other one; with a secret it is signed, at its own time."""
        given = self.other if other else self.body
        body = given if isinstance(given, bytes) else json.dumps(given).encode() if given is not None else b""
        headers = {"Idempotency-Key": key} if key else {}
        if self.secret:
            headers |= signed(self.secret, body, at=runtime.now().timestamp())
        return self.caller.ask("POST", self.address, body, self.kind, **headers)


@dataclass
class Stage:
    """The callers, the settings, and where webhooks go."""

    router: Router
    ana: Caller
    bob: Caller
    receiver: str
    settings: Settings
    program: Caller = field(default_factory=lambda: a_program("all", *Scope))

    def chat(self) -> tuple[Caller, str]:
        """A customer whose chat rings at ana's desk."""
        comes(self.router, "ana")
        customer, chat = a_chat()
        says(customer, chat, "is it sold")
        match_all(self.router)
        return customer, chat

    def served(self) -> tuple[Caller, str]:
        """A customer whose chat ana has taken."""
        customer, chat = self.chat()
        assert self.ana.post(f"/chats/{chat}/accept").status == 200
        return customer, chat

    def group(self) -> str:
        """A group of ana and bob."""
        made = self.ana.post("/groups", {"chat": "g1", "members": ["agent:bob"]})
        assert made.status == 201
        return "g1"

    def card(self, kind: str) -> tuple[Caller, str]:
        """A customer with a card."""
        customer, chat = self.served()
        values = VISIT if kind == "visit" else PRICE
        offer = {"client_id": "c1", "base": 2, "kind": kind, "values": values}
        made = self.ana.post(f"/chats/{chat}/cards", offer)
        assert made.status == 200, made.body
        return customer, made.body["card"]

    def webhook(self) -> str:
        made = self.program.ask("PUT", "/webhooks/crm", json.dumps({"url": self.receiver}))
        assert made.status == 200, made.body
        return "/webhooks/crm"


Case = Callable[[Stage], Post]

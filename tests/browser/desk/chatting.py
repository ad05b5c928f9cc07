"""Chats in a browser test: a table of messages, customers who write over the API, agents with slots."""

import http.client
import json
import secrets
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from itertools import count
from typing import Any

from playwright.sync_api import Locator, Page

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from localservices.ports import LOOPBACK
from messaging.inbox.opening import inbox_open
from messaging.inbox.source import Source
from messaging.messenger import Messenger
from messaging.model.parties import party_of
from messaging.services import message_send, message_table_create
from messaging.services.leased_ids import LeasedIds
from tests.browser.site import Site
from tests.running import RunningEngine, RunningRedis

V1 = "/api/v1"
numbers = count(1)


@dataclass
class Customer:
    """A customer who writes over the API, and hears nothing unless it asks."""

    site: Site
    token: str = ""
    chat: str = ""
    last: int = 0

    def begin(self) -> "Customer":
        self.token = str(self.ask("POST", "/customers", {"scene": "service"})["token"])
        self.chat = str(self.ask("POST", "/chats", {})["chat"])
        return self

    def says(self, body: str) -> None:
        """Sends a message."""
        self.read()
        found = {"client_id": f"c{next(numbers)}", "base": self.last, "body": body}
        self.ask("POST", f"/chats/{self.chat}/messages", found)

    def says_at_once(self, messages: Messenger, bodies: list[str]) -> None:
        """Sends more messages than the limits of a customer allow."""
        party = party_of(self.ask("GET", "/me")["party"])
        for body in bodies:
            message_send(
                messages,
                chat=self.chat,
                sender=party,
                client_id=body.replace(" ", "-"),
                base=self.last,
                body=body,
            )

    def read(self) -> list[dict[str, Any]]:
        """The newest messages."""
        found: list[dict[str, Any]] = self.ask("GET", f"/chats/{self.chat}/messages?limit=200")["items"]
        self.last = found[-1]["number"] if found else 0
        return found

    def texts(self) -> list[str]:
        return [one["body"] for one in self.read() if one["kind"] == "text"]

    def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        with closing(http.client.HTTPConnection(LOOPBACK, self.site.port, timeout=30)) as connection:
            connection.request(method, f"{V1}{path}", None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            found: dict[str, Any] = json.load(response)
        assert response.status < HTTPStatus.BAD_REQUEST, found
        return found


def messenger_of(site: Site, engine: RunningEngine, redis: RunningRedis) -> Messenger:
    """The messages of a site, whose table is created, for a test that needs many of them at once."""
    assert isinstance(site.router.table, DynamoTable)
    client = connect(
        endpoint_url=engine.endpoint_url, region="eu-central-1", access_key="local", secret_key="local"
    )
    table = DynamoTable(client, f"{site.router.table.name}-messages", retry=Retry(), tokens=False)
    clock, new_id = site.router.clock, site.router.new_id
    made = Messenger(
        table=table,
        announcer=inbox_open(redis.url, Source(table), clock=clock, new_id=new_id).announcer,
        ids=LeasedIds(table, clock, owner=new_id(), choose=secrets.randbelow),
        clock=clock,
        new_id=new_id,
    )
    message_table_create(made)
    return made


def acts(page: Page, method: str, path: str, body: Any) -> Any:
    """A command over the API as the user whose page it is."""
    csrf = next(one["value"] for one in page.context.cookies() if one["name"] == "csrftoken")
    reply = page.request.fetch(f"{V1}{path}", method=method, data=body, headers={"X-CSRFToken": csrf})
    assert reply.ok, reply.text()
    return reply.json()


def write(desk: Page, text: str) -> None:
    desk.get_by_label("Message to").fill(text)
    desk.keyboard.press("Enter")


def log(desk: Page) -> Locator:
    return desk.get_by_role("log", name="Messages")

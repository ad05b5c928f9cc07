"""Embedded engine, and a page of another origin in a browser on the same machine."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import SystemRandom

import pytest
from playwright.sync_api import Browser, Error, Page

from dynamo.client import connect
from localservices.ports import secluded_address
from tests.running import RunningEngine

# Attempts of a foreign page: read and write with the engine's own headers, or write without an answer.
ATTACK = """async (address) => {
  const call = async (operation, body) => {
    const headers = {
      "Content-Type": "application/x-amz-json-1.0",
      "X-Amz-Target": `DynamoDB_20120810.${operation}`,
      "X-Amz-Date": "20260101T000000Z",
      Authorization: "AWS4-HMAC-SHA256 Credential=x/20260101/x/dynamodb/aws4_request, " +
        "SignedHeaders=host, Signature=0",
    };
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    return await answer.text();
  };
  const blind = () => fetch(address, { method: "POST", mode: "no-cors", body: "{}" });
  const socket = () => new Promise((resolve, reject) => {
    const opened = new WebSocket(address.replace("http", "ws"));
    opened.onopen = opened.onmessage = resolve;
    opened.onerror = () => reject(new Error("no socket"));
  });
  const tries = {
    read: () => call("Scan", { TableName: "Victim" }),
    write: () => call("PutItem", { TableName: "Victim", Item: { key: { S: "written by a page" } } }),
    blind,
    socket,
  };
  const found = {};
  for (const [name, one] of Object.entries(tries)) {
    found[name] = await one().then((text) => `got ${text}`, () => "refused");
  }
  return found;
}"""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of a site that has nothing to do with the product."""

    class Blank(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Blank)
    threading.Thread(target=server.serve_forever).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser, elsewhere: str) -> Iterator[Page]:
    """A page of that site."""
    context = browser.new_context()
    opened = context.new_page()
    opened.goto(elsewhere)
    yield opened
    context.close()


def keys(engine: RunningEngine) -> set[str]:
    """The items in the engine's table, which is created if missing."""
    client = connect(endpoint_url=engine.endpoint_url, region="x", access_key="x", secret_key="x")
    if not client.list_tables()["TableNames"]:
        client.create_table(
            TableName="Victim",
            AttributeDefinitions=[{"AttributeName": "key", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "key", "KeyType": "HASH"}],
            BillingMode="PAY_PER_REQUEST",
        )
        client.put_item(TableName="Victim", Item={"key": {"S": "a secret"}})
    return {item["key"]["S"] for item in client.scan(TableName="Victim")["Items"]}


def test_at_an_ordinary_address_a_page_reads_and_writes_the_table(page: Page, tmp_path: Path) -> None:
    engine = RunningEngine.in_folder(tmp_path)
    try:
        assert keys(engine) == {"a secret"}
        found = page.evaluate(ATTACK, engine.endpoint_url)
        written = keys(engine)
    finally:
        engine.stop()

    assert "a secret" in found["read"]
    assert written == {"a secret", "written by a page"}


def test_at_the_address_of_an_installation_it_reaches_nothing_though_it_knows_it(
    page: Page, tmp_path: Path
) -> None:
    engine = RunningEngine.in_folder(tmp_path, address=secluded_address(SystemRandom()))
    try:
        assert keys(engine) == {"a secret"}
        found = page.evaluate(ATTACK, engine.endpoint_url)
        with pytest.raises(Error, match="ERR_UNSAFE_PORT"):
            page.goto(engine.endpoint_url)
        written = keys(engine)
    finally:
        engine.stop()

    assert found == dict.fromkeys(("read", "write", "blind", "socket"), "refused")
    assert written == {"a secret"}

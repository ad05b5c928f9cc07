"""A customer who writes in the widget, and staff who answer over the API."""

import json
import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

from outbound.signing import signed
from tests.browser.desk.chatting import acts
from tests.browser.widget.host import SCENE, SECRET


def opens(page: Page) -> Locator:
    """The panel, once its button was pressed."""
    page.get_by_role("button", name="Chat with us").click()
    panel = page.get_by_role("dialog")
    expect(panel.get_by_role("textbox", name="Message")).to_be_focused()
    return panel


def writes(panel: Locator, text: str) -> None:
    panel.get_by_role("textbox", name="Message").fill(text)
    panel.get_by_role("textbox", name="Message").press("Enter")


def chat_of(page: Page, scene: str = SCENE) -> str:
    kept = page.evaluate(f"localStorage.getItem('callcenter:{scene}')")
    return str(json.loads(kept)["chat"])


def answers(staff: Page, chat: str, text: str) -> None:
    """A supervisor writes over the API; the customer sees the service."""
    found = asked(staff, f"/chats/{chat}/messages?limit=1")
    base = found["items"][-1]["number"]
    acts(staff, "POST", f"/chats/{chat}/messages", {"client_id": f"a{base}", "base": base, "body": text})


def asked(staff: Page, path: str) -> Any:
    reply = staff.request.get(f"/api/v1{path}")
    assert reply.ok, reply.text()
    return reply.json()


def offers(staff: Page, chat: str, kind: str, **values: Any) -> dict[str, Any]:
    found: dict[str, Any] = acts(
        staff,
        "POST",
        f"/chats/{chat}/cards",
        {"client_id": kind, "base": 0, "kind": kind, "values": values},
    )
    return found


def reports(staff: Page, card: str, values: dict[str, str]) -> None:
    """What the service of visits says that it has done."""
    body = json.dumps({"card": card, "kind": "visit", "state": "done", "values": values}).encode()
    headers = {"Content-Type": "application/json", **signed(SECRET, body, at=time.time())}
    reply = staff.request.post(f"/api/v1/cards/{card}/report", data=body, headers=headers)
    assert reply.ok, reply.text()

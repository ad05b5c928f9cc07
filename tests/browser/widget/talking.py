"""A customer who writes in the widget, and staff who answer over the API."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.widget.host import SCENE


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
    tells(staff, f"/chats/{chat}/messages", {"client_id": f"a{base}", "base": base, "body": text})


def tells(staff: Page, path: str, body: dict[str, Any]) -> Any:
    csrf = next(one["value"] for one in staff.context.cookies() if one["name"] == "csrftoken")
    reply = staff.request.post(f"/api/v1{path}", data=body, headers={"X-CSRFToken": csrf})
    assert reply.ok, reply.text()
    return reply.json()


def asked(staff: Page, path: str) -> Any:
    reply = staff.request.get(f"/api/v1{path}")
    assert reply.ok, reply.text()
    return reply.json()


def offers(staff: Page, chat: str, kind: str, **values: Any) -> dict[str, Any]:
    found: dict[str, Any] = tells(
        staff,
        f"/chats/{chat}/cards",
        {"client_id": kind, "base": 0, "kind": kind, "values": values},
    )
    return found

"""Robot: answers questions about opening hours and hands everything else over to agents.

It uses the HTTP API alone. `CALLCENTER_URL` is the address of the site, `CALLCENTER_TOKEN` the token of a
program (`manage.py api_token clerk --scopes messages`), which a scene names:
`SCENES='{"listing": {"robot": "clerk"}}'`.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
from typing import Any

SITE = os.environ.get("CALLCENTER_URL", "http://127.0.0.1:8000").rstrip("/")
TOKEN = os.environ.get("CALLCENTER_TOKEN", "")
EVERY_SECONDS = 0.5
HOURS = "We are open Monday to Friday, 9 a.m. to 6 p.m."
PASSED_ON = "Let me pass you on to a colleague."
ABOUT_HOURS = f"{HOURS} What else would you like to know?"
WORDS = ("open", "hours", "close", "when")


def main() -> None:
    """Serves until it is stopped; repeats what failed, which is safe."""
    if not TOKEN:
        sys.exit("CALLCENTER_TOKEN: required, a program's token")
    epoch, stamp = "", 0
    while True:
        try:
            me = ask("GET", "/me")["party"]
            while True:
                inbox = ask("GET", f"/inbox?epoch={epoch}&stamp={stamp}&limit=200")
                for row in inbox["rows"]:
                    serve(me, row["chat"])
                epoch, stamp = inbox["epoch"], inbox["stamp"]
                time.sleep(EVERY_SECONDS)
        except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
            print(f"trying again: {error}", flush=True)
            time.sleep(EVERY_SECONDS)


def serve(me: str, chat: str) -> None:
    """Answers the last message of a conversation that this robot has, if it is the customer's.

    To a customer whom an agent has transferred here it speaks first. What it has announced to pass on, it
    passes on, though it was stopped in between.
    """
    try:
        last = ask("GET", f"/chats/{chat}/messages?limit=1")["items"][-1]
        if last["state"]["agent"] != me:
            return
        if last["sender"] == me and last["body"] == PASSED_ON:
            hand_over(chat)
        elif last["kind"] == "event" and last["body"].startswith("transferred "):
            say(chat, last["number"], ABOUT_HOURS)
        elif last["kind"] != "text" or not last["sender"].startswith("contact:"):
            return
        elif any(word in last["body"].lower() for word in WORDS):
            say(chat, last["number"], HOURS)
        else:
            say(chat, last["number"], PASSED_ON)
            hand_over(chat)
    except urllib.error.HTTPError as error:
        # 403, 404, 409: somebody else has the conversation now. All others are tried again.
        if error.code not in (403, 404, 409):
            raise


def hand_over(chat: str) -> None:
    """Lets the customer wait for an agent."""
    ask("POST", f"/chats/{chat}/transfer", {"reason": "robot"})


def say(chat: str, number: int, text: str) -> None:
    """Sends a text once, however often this is called: its id is that of the message it answers."""
    ask("POST", f"/chats/{chat}/messages", {"client_id": f"to-{number}", "base": number, "body": text})


def ask(method: str, address: str, found: dict[str, Any] | None = None) -> Any:
    """The answer of the API."""
    body = None if found is None else json.dumps(found).encode()
    request = urllib.request.Request(  # noqa: S310 - the address comes from who starts this
        f"{SITE}/api/v1{address}",
        data=body,
        method=method,
        headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - as above  # nosec B310
        return json.load(answer)


if __name__ == "__main__":
    main()

"""Switch: sends calls, waits until each is offered to an agent, answers for the agent, hangs up.

It uses the HTTP API alone: `python examples/switch.py 3` sends three calls. `CALLCENTER_URL` is the address
of the site, `CALLCENTER_TOKEN` the token of a program: `manage.py api_token switch --scopes read,operate`.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

SITE = os.environ.get("CALLCENTER_URL", "http://127.0.0.1:8000").rstrip("/")
TOKEN = os.environ.get("CALLCENTER_TOKEN", "")
LANGUAGE = os.environ.get("CALLCENTER_LANGUAGE", "English")
# How long an agent takes to answer, and talks.
RINGS_SECONDS, TALKS_SECONDS = 0.2, 0.5
WAIT_SECONDS = 30
AGAIN_SECONDS = 0.5
AT_ONCE = 100
CONFLICT = 409
OVER = ("completed", "abandoned", "removed", "rejected", "deadLettered")


def main(calls: int) -> None:
    """Sends so many calls, all at once, and ends when all have ended."""
    if not TOKEN:
        sys.exit("CALLCENTER_TOKEN: required, a program's token")
    numbers = (f"+44 20 7946 {number:04d}" for number in range(calls))
    with ThreadPoolExecutor(AT_ONCE) as lines:
        for ended in lines.map(connect, numbers):
            print(f"{ended['caller']}: {ended['status']}, agent {ended['agent_id']}", flush=True)


def connect(number: str) -> dict[str, Any]:
    """One call, from the moment the caller dials until it has ended."""
    # With an id of our own, a request whose answer is lost can be sent again.
    own = {"call": f"switch-{uuid.uuid4()}", "language": LANGUAGE, "caller": number}
    call = ask("POST", "/calls", own)["call"]
    while call["status"] not in OVER:
        try:
            call = go_on(call)
        except urllib.error.HTTPError as error:
            if error.code != CONFLICT:  # changed by somebody else: look again
                raise
            call = ask("GET", f"/calls/{call['call_id']}")
    return dict(call)


def go_on(call: dict[str, Any]) -> Any:
    """The call after the next thing that happens to it."""
    address, version = f"/calls/{call['call_id']}", call["version"]
    if call["status"] == "offered":
        time.sleep(RINGS_SECONDS)
        answered = {"agent": call["agent_id"], "expected_version": version}
        return ask("POST", f"{address}/accept", answered)["call"]
    if call["status"] == "inProgress":
        time.sleep(TALKS_SECONDS)
        return ask("POST", f"{address}/complete", {"expected_version": version})["call"]
    return ask("GET", f"{address}?after_version={version}&wait={WAIT_SECONDS}")


def ask(method: str, address: str, found: dict[str, Any] | None = None) -> Any:
    """The answer of the API. A request without an answer is sent again, under the same key."""
    key = str(uuid.uuid4())
    while True:
        try:
            return asked_once(method, address, found, key)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503):
                raise
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            pass
        time.sleep(AGAIN_SECONDS)


def asked_once(method: str, address: str, found: dict[str, Any] | None, key: str) -> Any:
    """The answer to one request."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    if method == "POST" and address != "/calls":  # a new call has an id already
        headers["Idempotency-Key"] = key
    request = urllib.request.Request(  # noqa: S310 - the address comes from who starts this
        f"{SITE}/api/v1{address}",
        data=None if found is None else json.dumps(found).encode(),
        method=method,
        headers=headers,
    )
    with urllib.request.urlopen(request, timeout=WAIT_SECONDS + 10) as answer:  # noqa: S310 - as above
        return json.load(answer)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)

"""Switch: sends calls, waits until each is offered to an agent, answers for the agent, hangs up.

It uses the HTTP API alone, by its client: `python examples/switch.py 3` sends three calls. `CALLCENTER_URL`
is the address of the site, `CALLCENTER_TOKEN` the token of a program, for example of
`manage.py api_token switch --scopes read,operate`.
"""

import os
import sys
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "clients" / "python"))

from callcenter_client import ApiError, CallOut, Client

SITE = os.environ.get("CALLCENTER_URL", "http://127.0.0.1:8000")
TOKEN = os.environ.get("CALLCENTER_TOKEN", "")
LANGUAGE = os.environ.get("CALLCENTER_LANGUAGE", "English")
# How long an agent takes to answer, and talks.
RINGS_SECONDS, TALKS_SECONDS = 0.2, 0.5
WAIT_SECONDS = 30
AT_ONCE = 100
CONFLICT = 409
OVER = ("completed", "abandoned", "removed", "rejected", "deadLettered")


def main(calls: int) -> None:
    """Sends this many calls, all at once, and ends when all have ended."""
    if not TOKEN:
        sys.exit("CALLCENTER_TOKEN: required, a program's token")
    api = Client(SITE, TOKEN)
    numbers = [f"+44 20 7946 {number:04d}" for number in range(calls)]
    with ThreadPoolExecutor(AT_ONCE) as lines:
        for ended in lines.map(lambda number: connect(api, number), numbers):
            print(f"{ended['caller']}: {ended['status']}, agent {ended['agent_id']}", flush=True)


def connect(api: Client, number: str) -> CallOut:
    """One call, from the moment the caller dials until it has ended."""
    # With an id of our own, a request whose answer is lost can be sent again, even after a restart.
    own = f"switch-{uuid.uuid4()}"
    api.call_send({"call": own, "language": LANGUAGE, "caller": number})
    call = api.call(own)
    while call["status"] not in OVER:
        try:
            go_on(api, call)
        except ApiError as error:
            if error.status != CONFLICT:  # otherwise somebody else has changed it: look again
                raise
        call = api.call(own, after_version=call["version"], wait=WAIT_SECONDS)
    return call


def go_on(api: Client, call: CallOut) -> None:
    """What the switch does in the present status of a call."""
    if call["status"] == "offered" and call["agent_id"]:
        time.sleep(RINGS_SECONDS)
        api.call_accept(call["call_id"], {"agent": call["agent_id"], "expected_version": call["version"]})
    elif call["status"] == "inProgress":
        time.sleep(TALKS_SECONDS)
        api.call_complete(call["call_id"], {"expected_version": call["version"]})


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)

"""Pop-up: a CRM that shows each agent who is calling, as soon as a call is offered.

It needs only Python. Add a webhook under Setup → Integrations, with the address http://127.0.0.1:9102/ and
the event `callOffered`. `SECRET` is its signing secret (`whsec_…`); `CALLCENTER_URL` and `CALLCENTER_TOKEN`
are the site and the token of a program with the scope `read`. `GET /<agent>` returns the call last offered to
an agent, with what the CRM knows.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "clients" / "python"))

from callcenter_client import CallOut, Client

CLOCKS_DIFFER_SECONDS = 300
MOST_BYTES = 100_000
OFFERED = "callOffered"  # other messages, such as those of the button Test, are only taken
CUSTOMERS = {"+44 20 7946 0000": "Ada Lovelace, customer since 2019"}


def main() -> None:
    """Serves until it is stopped."""
    found = {name: os.environ.get(name, "") for name in ("SECRET", "CALLCENTER_TOKEN")}
    for name, value in found.items():
        if not value:
            sys.exit(f"{name}: required")
    api = Client(os.environ.get("CALLCENTER_URL", "http://127.0.0.1:8000"), found["CALLCENTER_TOKEN"])
    server = made(found["SECRET"], api.call, port=int(os.environ.get("PORT", "9102")))
    print(f"pop-ups at http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


def made(secret: str, call_of: Callable[[str], CallOut], *, port: int = 0) -> ThreadingHTTPServer:
    """The server, already listening."""
    shown: dict[str, dict[str, Any]] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(min(int(self.headers.get("Content-Length", "0")), MOST_BYTES))
            if not is_genuine(secret, body, self.headers):
                return self.answer(401, {"error": "signature: not that of the site, or of another time"})
            message = json.loads(body)
            if message["type"] == OFFERED:  # sent again, it shows the same
                offer = message["data"]
                shown[offer["agent_id"]] = popup(call_of(offer["call_id"]))
            return self.answer(200, {})

        def do_GET(self) -> None:
            self.answer(200, shown.get(self.path.strip("/"), {}))

        def answer(self, status: int, found: dict[str, Any]) -> None:
            text = json.dumps(found).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            """Logs nothing: the page of deliveries shows what was sent."""

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def popup(call: CallOut) -> dict[str, Any]:
    """What an agent sees about a call."""
    known = CUSTOMERS.get(call["caller"], "not known yet")
    return {"call": call["call_id"], "caller": call["caller"], "customer": known}


def is_genuine(secret: str, body: bytes, headers: Any) -> bool:
    """Whether the site signed this body in the last minutes, by Standard Webhooks."""
    message, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    signed = f"{message}.{timestamp}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "")
    is_signed = hmac.compare_digest(f"v1,{wanted}".encode(), given.encode())
    return is_signed and abs(int(timestamp) - time.time()) <= CLOCKS_DIFFER_SECONDS


if __name__ == "__main__":
    main()

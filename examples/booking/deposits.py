"""Deposits: a service that acts by itself. A till tells it what was paid, and it reports that to the card.

It needs only Python. A deposit is paid at the till: `curl --json '{"card": "…"}' http://127.0.0.1:9102/`.
`SECRET` is the one in the setting of the site, `CARD_SERVICES='{"deposit": {"secret": "…"}}'`;
`CALLCENTER_URL` is the address of the site, `PAYMENTS` its file, `PORT` where it listens.
"""

import hashlib
import hmac
import json
import os
import sqlite3
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

EVERY_SECONDS = 1.0
MOST_BYTES = 10_000
TABLE = "CREATE TABLE IF NOT EXISTS payments (card TEXT PRIMARY KEY, reported INTEGER DEFAULT 0)"
# Final responses: the same report again would get the same one.
FINAL = frozenset({400, 403, 404, 409, 422})


def main() -> None:
    """Serves until it is stopped; payments that were not reported then are reported at the next start."""
    secret = os.environ.get("SECRET", "")
    if not secret:
        sys.exit("SECRET is required: the one in CARD_SERVICES")
    file = Path(os.environ.get("PAYMENTS", "payments.sqlite3"))
    site = os.environ.get("CALLCENTER_URL", "http://127.0.0.1:8000").rstrip("/")
    server = made(file, port=int(os.environ.get("PORT", "9102")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"the till is at http://127.0.0.1:{server.server_port}/", flush=True)
    while True:
        report_all(site, secret, file)
        time.sleep(EVERY_SECONDS)


def made(file: Path, *, port: int = 0) -> ThreadingHTTPServer:
    """The server for the till, already listening."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(min(int(self.headers.get("Content-Length", "0")), MOST_BYTES))
            with closing(sqlite3.connect(file)) as payments, payments:
                paid = str(json.loads(body)["card"])
                payments.execute("INSERT OR IGNORE INTO payments (card) VALUES (?)", (paid,))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with closing(sqlite3.connect(file)) as payments:
        payments.execute(TABLE)
    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def report_all(site: str, secret: str, file: Path) -> None:
    """Reports each payment until the site has responded."""
    with closing(sqlite3.connect(file)) as payments:
        rows = payments.execute("SELECT rowid, card FROM payments WHERE NOT reported").fetchall()
        for number, card in rows:
            if is_reported(site, secret, card, f"D-{number}"):
                payments.execute("UPDATE payments SET reported = 1 WHERE card = ?", (card,))
                payments.commit()


def is_reported(site: str, secret: str, card: str, reference: str) -> bool:
    """Whether the report is done with: accepted now or before, or refused for good."""
    found = {"card": card, "kind": "deposit", "state": "done", "values": {"reference": reference}}
    body, timestamp = json.dumps(found).encode(), f"{time.time():.0f}"
    signed = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    request = urllib.request.Request(  # noqa: S310 - the address comes from who starts this
        f"{site}/api/v1/cards/{card}/report",
        data=body,
        headers={
            "Content-Type": "application/json",
            "X-Callcenter-Timestamp": timestamp,
            "X-Callcenter-Signature": f"v1={signed}",
        },
    )
    try:
        urllib.request.urlopen(request, timeout=10).close()  # noqa: S310 - as above  # nosec B310
    except urllib.error.HTTPError as error:
        print(f"card {card}: the site responded {error.code}", flush=True)
        return error.code in FINAL
    except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
        print(f"trying again: {error}", flush=True)
        return False
    return True


if __name__ == "__main__":
    main()

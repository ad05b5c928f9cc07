"""Visits: a service that books visits for cards of the kind `visit`, each time once.

It needs Python alone. `SECRET` is the one in the setting of the site,
`CARD_SERVICES='{"visit": {"url": "http://127.0.0.1:9101/", "secret": "…", "private_network": true}}'`;
`BOOKINGS` is its file, `PORT` where it listens.
"""

import hashlib
import hmac
import json
import os
import sqlite3
import sys
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

CLOCKS_DIFFER_SECONDS = 300
MOST_BYTES = 100_000
TABLE = """CREATE TABLE IF NOT EXISTS bookings
           (card TEXT PRIMARY KEY, place TEXT, slot TEXT, name TEXT, UNIQUE (place, slot))"""
TAKEN = "This time has just been taken. Please choose another."


def main() -> None:
    """Serves until it is stopped."""
    secret = os.environ.get("SECRET", "")
    if not secret:
        sys.exit("SECRET is required: the one in CARD_SERVICES")
    file = Path(os.environ.get("BOOKINGS", "bookings.sqlite3"))
    server = made(secret, file, port=int(os.environ.get("PORT", "9101")))
    print(f"bookings at http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


def made(secret: str, file: Path, *, port: int = 0) -> ThreadingHTTPServer:
    """The server, already listening."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(min(int(self.headers.get("Content-Length", "0")), MOST_BYTES))
            if is_genuine(secret, body, self.headers):
                self.answer(200, booked(file, json.loads(body)))
            else:
                self.answer(401, {"error": "signature: not that of the site, or of another time"})

        def answer(self, status: int, found: dict[str, Any]) -> None:
            text = json.dumps(found).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            """Nothing: the site logs what it asks for."""

    with closing(sqlite3.connect(file)) as bookings:
        bookings.execute(TABLE)
    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def is_genuine(secret: str, body: bytes, headers: Any) -> bool:
    """Whether the site has signed this body, within the last minutes."""
    timestamp = headers.get("X-Callcenter-Timestamp", "")
    wanted = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    given = headers.get("X-Callcenter-Signature", "")
    is_signed = hmac.compare_digest(f"v1={wanted}".encode(), given.encode())
    return is_signed and abs(int(timestamp) - time.time()) <= CLOCKS_DIFFER_SECONDS


def booked(file: Path, card: dict[str, Any]) -> dict[str, Any]:
    """Books the chosen time; a repeat for the same card returns the same booking."""
    name, slot, place = card["card"], card["given"]["slot"], card["values"]["place"]
    with closing(sqlite3.connect(file)) as bookings, bookings:
        bookings.execute(
            "INSERT OR IGNORE INTO bookings VALUES (?, ?, ?, ?)", (name, place, slot, card["given"]["name"])
        )
        row = bookings.execute("SELECT rowid, slot FROM bookings WHERE card = ?", (name,)).fetchone()
    if row is None:
        return {"state": "failed", "values": {"text": TAKEN}}
    return {"state": "done", "values": {"reference": f"V-{row[0]}", "slot": row[1]}}


if __name__ == "__main__":
    main()

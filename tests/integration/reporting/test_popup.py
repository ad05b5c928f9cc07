"""The CRM of the examples, as a process: webhooks tell it who calls, and it believes nobody but the site."""

import base64
import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from django.conf import settings as django_settings
from pytest_django import Settings

from reporting.models import Delivery
from reporting.webhooks.messages import TEST, body_of
from reporting.webhooks.sending import attempt
from tests.examples import serving

SECRET = "s" * 64
OFFER = {"agent_id": "ana", "call_id": "c1"}


class Site(BaseHTTPRequestHandler):
    """The API, as far as the CRM asks it."""

    def do_GET(self) -> None:
        call = json.dumps({"call_id": self.path.rpartition("/")[2], "caller": "+44 20 7946 0000"}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(call)))
        self.end_headers()
        self.wfile.write(call)

    def log_message(self, *_: object) -> None:
        """Logs nothing."""


def test_it_shows_an_agent_who_calls(settings: Settings) -> None:
    settings.WEBHOOKS_PRIVATE = True
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Site)) as site, a_crm(site) as crm:
        assert delivered(crm, "x" * 64, "callOffered") == 401
        assert shown(crm, "ana") == {}
        assert delivered(crm, SECRET, TEST) == 200
        for _ in range(2):
            assert delivered(crm, SECRET, "callOffered") == 200

        assert shown(crm, "ana")["customer"].startswith("Ada Lovelace")
        assert shown(crm, "bob") == {}


@contextmanager
def a_crm(site: str) -> Iterator[str]:
    """The address at which it serves, as it says itself."""
    secret = f"whsec_{base64.b64encode(SECRET.encode()).decode()}"
    environ = {"CALLCENTER_URL": site, "CALLCENTER_TOKEN": "t", "SECRET": secret, "PORT": "0"}
    command = (sys.executable, str(django_settings.BASE_DIR / "examples" / "popup.py"))
    with subprocess.Popen(
        command, env={**os.environ, **environ}, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[-1].rstrip("/")
        finally:
            process.kill()


def delivered(crm: str, secret: str, kind: str) -> int:
    """The status of the answer to a message."""
    message = Delivery(message_id="m1", body=body_of(kind, "2026-11-23T09:00:00+00:00", OFFER))
    return attempt(message, url=crm, secret=secret, clock=lambda: datetime.now(UTC)).status


def shown(crm: str, agent: str) -> Any:
    with urllib.request.urlopen(f"{crm}/{agent}", timeout=10) as answer:  # noqa: S310 - our own
        return json.load(answer)

"""The CRM of the examples: it shows an agent who calls, and believes nobody but the site."""

import json
import urllib.request
from typing import Any

import pytest

from reporting.buffers.batches import Batch
from reporting.exceptions import DeliveryError
from reporting.sinks.specs import WebhookSpec
from reporting.sinks.webhook import WebhookSink
from tests.examples import example, serving

SECRET = "s" * 32
OFFER = b'1763768714000 {"kind":"callOffered","agent_id":"ana","call_id":"c1"}'


def test_it_shows_an_agent_who_calls() -> None:
    batch = Batch("W#Spanish#Any", 1, 5, 7, 1, OFFER)
    call = {"call_id": "c1", "caller": "+44 20 7946 0000"}
    with serving(example("popup.py").made(SECRET, lambda _: call)) as crm:
        with pytest.raises(DeliveryError, match="401"):
            delivered(crm, "x" * 32, batch)
        assert shown(crm, "ana") == {}
        for _ in range(2):
            delivered(crm, SECRET, batch)

        assert shown(crm, "ana")["customer"].startswith("Ada Lovelace")
        assert shown(crm, "bob") == {}


def delivered(crm: str, secret: str, batch: Batch) -> None:
    sink = WebhookSink(WebhookSpec(crm, secret, kinds="callOffered"))
    try:
        sink.deliver(batch)
    finally:
        sink.close()


def shown(crm: str, agent: str) -> Any:
    with urllib.request.urlopen(f"{crm}/{agent}", timeout=10) as answer:  # noqa: S310 - our own
        return json.load(answer)

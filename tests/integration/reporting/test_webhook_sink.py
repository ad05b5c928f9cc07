"""Webhook sink: signatures a receiver can check, and failing receivers."""

import gzip
import hashlib
import hmac
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from outbound import connecting
from outbound.connecting import checked_socket
from reporting.buffers.batches import Batch
from reporting.exceptions import DeliveryError
from reporting.sinks.specs import WebhookSpec
from reporting.sinks.webhook import WebhookSink
from tests.integration.reporting.receiver import Receiver, status, well
from tests.unit.reporting.batches import a_batch

SECRET = "between us"


@pytest.fixture
def sink(receiver: Receiver) -> Iterator[WebhookSink]:
    spec = WebhookSpec(f"{receiver.url}/in?for=wfm", SECRET, timeout_seconds=1.0)
    one = WebhookSink(spec, clock=lambda: 1_763_768_714.2)
    yield one
    one.close()


def test_the_receiver_can_check_who_sent_it_and_when(receiver: Receiver, sink: WebhookSink) -> None:
    sink.deliver(a_batch(3))

    (post,) = receiver.posts
    signed = post.headers["X-Callcenter-Timestamp"].encode() + b"." + post.body
    expected = hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
    assert post.path == "/in?for=wfm"
    assert post.headers["X-Callcenter-Timestamp"] == "1763768714"
    assert post.headers["X-Callcenter-Signature"] == f"v1={expected}"
    assert post.headers["webhook-signature"].startswith("v1,")
    assert post.headers["webhook-id"].endswith(post.headers["X-Callcenter-Batch"])
    assert post.headers["X-Callcenter-Batch"] == "1763768000000-7-3"
    assert post.headers["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(post.body)) == {
        "key": "W#Spanish#Any",
        "since": 1_763_768_000_000,
        "first": 7,
        "count": 3,
        "events": [{"n": 0}, {"n": 1}, {"n": 2}],
    }


def test_of_some_kinds_it_sends_these_only_each_with_its_number(receiver: Receiver) -> None:
    kinds = ("callQueued", "callOffered", "callCompleted")
    text = b"\n".join(b'1763768714000 {"kind":"%s"}' % kind.encode() for kind in kinds)
    batch = Batch("W#Spanish#Any", 1, 5, 7, 3, text)
    sink = WebhookSink(WebhookSpec(receiver.url, SECRET, gzip=False, kinds="callOffered, callAccepted"))
    sink.deliver(batch)
    sink.deliver(a_batch(3))
    sink.close()

    (post,) = receiver.posts
    (event,) = json.loads(post.body)["events"]
    assert event == {"key": "W#Spanish#Any", "since": 5, "number": 8, "kind": "callOffered"}


def test_without_gzip_the_body_is_plain(receiver: Receiver) -> None:
    sink = WebhookSink(WebhookSpec(receiver.url, SECRET, gzip=False))
    sink.deliver(a_batch(1))
    sink.close()

    assert json.loads(receiver.posts[0].body)["count"] == 1
    assert "Content-Encoding" not in receiver.posts[0].headers
    assert receiver.posts[0].path == "/"


@pytest.mark.parametrize("code", [302, 400, 500, 503])
def test_any_answer_but_a_2xx_gives_the_batch_back(receiver: Receiver, sink: WebhookSink, code: int) -> None:
    receiver.answer = status(code)
    with pytest.raises(DeliveryError, match=f"answered {code}"):
        sink.deliver(a_batch())

    assert len(receiver.posts) == 1, "no redirect is followed, nothing is tried again here"
    receiver.answer = well
    sink.deliver(a_batch())


def test_a_receiver_that_hangs_times_out_and_is_asked_again(receiver: Receiver, sink: WebhookSink) -> None:
    receiver.answer = receiver.hangs
    with pytest.raises(DeliveryError):
        sink.deliver(a_batch())

    receiver.answer = well
    sink.deliver(a_batch())


def test_an_answer_in_drops_does_not_hold_it_for_longer(receiver: Receiver, sink: WebhookSink) -> None:
    receiver.answer = receiver.trickles
    with pytest.raises(DeliveryError):
        sink.deliver(a_batch())


def test_connecting_takes_from_the_time_for_the_answer(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connected_late(*place: Any, **how: Any) -> socket.socket:
        made = checked_socket(*place, **how)
        receiver.ended.wait(0.4)
        return made

    monkeypatch.setattr(connecting, "checked_socket", connected_late)
    receiver.answer = receiver.trickles
    with pytest.raises(DeliveryError):
        WebhookSink(WebhookSpec(receiver.url, SECRET, timeout_seconds=0.2)).deliver(a_batch())


def test_of_an_answer_without_end_only_the_beginning_is_read(receiver: Receiver, sink: WebhookSink) -> None:
    receiver.answer = receiver.pours
    sink.deliver(a_batch(1))
    receiver.answer = well
    sink.deliver(a_batch(1))

    assert len(receiver.posts) == 2


def test_nobody_listening_gives_the_batch_back() -> None:
    with pytest.raises(DeliveryError, match=r"127\.0\.0\.1: .*refused"):
        WebhookSink(WebhookSpec("http://127.0.0.1:9/", SECRET)).deliver(a_batch())

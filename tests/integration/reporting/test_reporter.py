"""Reporting on the real Redis: several sinks at their own pace, none delays another."""

import pytest

from reporting import breaker
from reporting.buffers.batches import Lane
from reporting.buffers.in_redis import RedisBuffers
from reporting.delivery.reporter import reporting
from reporting.sinks.specs import WebhookSpec
from reporting.sinks.webhook import WebhookSink
from tests.integration.reporting.receiver import Receiver, status, well
from tests.integration.reporting.stage import Memory, accounts, numbered, total
from tests.waiting import wait_until

EVENTS = 1_000


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaker, "FIRST_PAUSE_SECONDS", 0.02)
    monkeypatch.setattr(breaker, "LONGEST_PAUSE_SECONDS", 0.1)


def append(buffers: RedisBuffers, call: int, *, keys: int = 5) -> None:
    """`EVENTS` events over some keys, numbered within each."""
    share = EVENTS // keys
    lines = numbered(range((call - 1) * share, call * share))
    assert buffers.append("p", call, {f"key{number}": lines for number in range(keys)})


def hook(receiver: Receiver, *, timeout_seconds: float = 0.2) -> WebhookSink:
    return WebhookSink(WebhookSpec(receiver.url, "s", timeout_seconds=timeout_seconds))


def test_all_sinks_get_every_event_of_each_key_in_order(buffers: RedisBuffers) -> None:
    left, right = Memory(), Memory()
    append(buffers, 1)
    with reporting(buffers, {"left": left, "right": right}):
        append(buffers, 2)
        wait_until(lambda: left.count == right.count == 2 * EVENTS, "both have everything")

    for sink in (left, right):
        assert dict(sink.got) == {f"key{number}": list(range(400)) for number in range(5)}
    assert total(buffers, "left", "delivered") == total(buffers, "right", "delivered") == 2 * EVENTS


@pytest.mark.parametrize("ill", ["hangs", "answers 500", "is slow"])
def test_a_sink_that_is_not_well_holds_up_no_other(
    buffers: RedisBuffers, receiver: Receiver, ill: str
) -> None:
    receiver.answer = receiver.hangs if ill == "hangs" else status(500)
    ill_sink = Memory(pause_seconds=0.2) if ill == "is slow" else hook(receiver)
    right = Memory()
    with reporting(buffers, {"left": ill_sink, "right": right}):
        append(buffers, 1)
        wait_until(lambda: total(buffers, "right", "delivered") == EVENTS, "the other has everything")
        wait_until(lambda: ill == "is slow" or "returned" in buffers.noted("left"), "it was seen to be ill")
        assert total(buffers, "left", "delivered") < EVENTS
        assert total(buffers, "left", "expired") == total(buffers, "left", "dropped") == 0
        receiver.answer = well
        wait_until(lambda: total(buffers, "left", "delivered") == EVENTS, "it gets the rest when it is well")

    if ill != "is slow":
        assert int(buffers.noted("left")["returned"]) >= 1
        assert buffers.noted("left")["state"] == "well"
    assert "returned" not in buffers.noted("right")


def test_why_a_sink_takes_nothing_can_be_seen(buffers: RedisBuffers, receiver: Receiver) -> None:
    receiver.answer = status(503)
    append(buffers, 1)
    with reporting(buffers, {"left": hook(receiver, timeout_seconds=60)}):
        wait_until(lambda: buffers.noted("left").get("state") == "failing", "it says so")

    assert buffers.noted("left")["error"] == "127.0.0.1 answered 503"
    assert total(buffers, "left", "waiting") == EVENTS


def test_a_sink_that_breaks_is_asked_again(
    buffers: RedisBuffers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sink = [True], Memory()
    deliver = sink.deliver

    def breaks_once(batch: object) -> None:
        if broken:
            broken.clear()
            raise ZeroDivisionError
        deliver(batch)  # type: ignore[arg-type]  # any batch

    monkeypatch.setattr(sink, "deliver", breaks_once)
    append(buffers, 1)
    with reporting(buffers, {"left": sink}):
        wait_until(lambda: sink.count == EVENTS, "everything is there")

    assert "sink left failed" in caplog.text


def test_one_key_with_a_hundred_times_the_rate_gets_its_own_lane_and_starves_nobody(
    buffers: RedisBuffers,
) -> None:
    left, right, hot = Memory(pause_seconds=0.002), Memory(), set[str]()
    with reporting(buffers, {"left": left, "right": right}):
        for call in range(1, 201):
            quiet = {f"key{number}": numbered([call]) for number in range(20)}
            buffers.append("p", call, {"flood": numbered(range(call * 100, call * 100 + 100)), **quiet})
            wait_until(lambda: total(buffers, "left", "waiting") < 4_000, "there is room")
            hot |= {one.key for one in accounts(buffers, "left") if one.lane is Lane.HOT}
        wait_until(lambda: left.count == right.count == 200 * 120, "both have everything")

    assert hot == {"flood"}
    for sink in (left, right):
        assert {len(sink.got[f"key{number}"]) for number in range(20)} == {200}
        assert max(max(ages) for ages in sink.ages.values()) < buffers.limits.fresh_seconds
    assert total(buffers, "left", "dropped") == total(buffers, "left", "expired") == 0

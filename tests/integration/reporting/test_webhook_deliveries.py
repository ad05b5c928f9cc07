"""Deliveries of webhooks: each event once, signed, retried, safe when a worker dies, given up, replayed."""

import base64
import hashlib
import hmac
import json
from datetime import timedelta

import pytest
from pytest_django import Settings

from reporting.buffers.batches import Batch
from reporting.models import CallCallback, Delivery
from reporting.sinks.webhooks_sink import WebhooksSink
from reporting.webhooks import deliveries
from reporting.webhooks.deliverer import Deliverer, delivering
from reporting.webhooks.deliveries import CALLBACK, deliveries_remove, deliveries_replay
from reporting.webhooks.secret_keeping import secret_make
from reporting.webhooks.sending import GIVEN_UP_AFTER, PAUSES, Attempt
from reporting.webhooks.states import State
from routing.model.settings.webhooks import Webhook, Webhooks
from tests.builders import FakeClock
from tests.integration.reporting.receiver import Receiver, status, well
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db
KINDS = ("callQueued", "callOffered", "callCompleted")


class Site:
    """A site with the webhook `crm`, which gets offers and ends."""

    def __init__(self, url: str, clock: FakeClock) -> None:
        self.webhooks = Webhooks(
            {"crm": Webhook("crm", f"{url}/in", frozenset(KINDS[1:]))}, frozenset({"127.0.0.1"})
        )
        self.clock = clock
        self.sink = WebhooksSink(lambda: self.webhooks, clock)
        self.secrets = {name: secret_make(name, at=clock()) for name in ("crm", CALLBACK)}

    def happens(self, first: int = 7) -> None:
        """A call is queued, offered and completed."""
        lines = (b'1763768714000 {"kind":"%s","at":"then","call_id":"c1"}' % kind.encode() for kind in KINDS)
        self.sink.deliver(Batch("W#Spanish#Any", 1, 5, first, 3, b"\n".join(lines)))

    def work(self, deliverer: Deliverer | None = None) -> Deliverer:
        """One process posts what is due, as far as it is taken."""
        deliverer = deliverer or self.another()
        while some := deliverer.due():
            deliverer.deliver(some)
        return deliverer

    def another(self) -> Deliverer:
        return Deliverer(lambda: self.webhooks, self.clock)

    def states(self) -> list[str]:
        return [one.state for one in Delivery.objects.order_by("id")]


@pytest.fixture
def site(receiver: Receiver, settings: Settings, clock: FakeClock) -> Site:
    settings.WEBHOOKS_PRIVATE = True
    return Site(receiver.url, clock)


def test_the_wanted_events_arrive_once_and_signed(site: Site, receiver: Receiver) -> None:
    site.happens()
    site.happens()  # the sink's worker died before it could say that it had finished
    site.work()

    assert [json.loads(one.body)["type"] for one in receiver.posts] == ["callOffered", "callCompleted"]
    post = receiver.posts[0]
    assert json.loads(post.body) == {"type": "callOffered", "timestamp": "then", "data": {"call_id": "c1"}}
    secret = base64.b64decode(site.secrets["crm"].removeprefix("whsec_"))
    signed = f"{post.headers['webhook-id']}.{post.headers['webhook-timestamp']}.".encode() + post.body
    digest = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    assert post.headers["webhook-signature"] == f"v1,{digest}"
    assert site.states() == [State.DELIVERED] * 2
    assert Delivery.objects.first().attempts[0]["status"] == 204  # type: ignore[union-attr]  # just counted


def test_what_is_not_taken_is_sent_again_later_with_the_same_id(site: Site, receiver: Receiver) -> None:
    receiver.answer = status(503)
    site.happens()
    site.work()
    assert (len(receiver.posts), site.states()) == (1, [State.WAITING] * 2), "the receiver is left in peace"

    receiver.answer = well
    site.work(site.another())
    assert site.states() == [State.WAITING, State.DELIVERED], "the next attempt of the first is not due yet"
    site.clock.advance(PAUSES[0] + 1)
    site.work()
    first = Delivery.objects.earliest("id")
    assert [one["status"] for one in first.attempts] == [503, 204]
    assert receiver.posts[0].headers["webhook-id"] == receiver.posts[2].headers["webhook-id"]


def test_a_message_claimed_by_a_process_that_dies_is_sent_by_another(site: Site, receiver: Receiver) -> None:
    site.happens()
    taken = site.another().due()
    late = site.clock() + timedelta(seconds=20)
    assert all(deliveries.delivery_claim(one, until=late) for one in taken)
    assert not any(deliveries.delivery_claim(one, until=late) for one in taken), (
        "nobody else has it meanwhile"
    )
    site.work()
    assert receiver.posts == []

    site.clock.advance(21)
    site.work()
    assert site.states() == [State.DELIVERED] * 2


def test_where_no_message_is_due_the_settings_are_not_read(site: Site) -> None:
    reads: list[str] = []

    def webhooks() -> Webhooks:
        reads.append("read")
        return site.webhooks

    assert Deliverer(webhooks, site.clock).due() == []
    assert reads == []


def test_a_late_failure_of_one_process_does_not_undo_the_success_of_another(site: Site) -> None:
    site.happens()
    slow, _ = site.another().due()
    deliveries.delivery_claim(slow, until=site.clock() + timedelta(seconds=20))
    site.clock.advance(21)
    site.work()

    deliveries.attempt_note(slow, Attempt(site.clock(), 0, 30_000, "timed out"))

    first = Delivery.objects.earliest("id")
    assert (first.state, [one["status"] for one in first.attempts]) == (State.DELIVERED, [204])


def test_after_a_day_a_message_is_given_up_and_can_be_replayed(site: Site, receiver: Receiver) -> None:
    receiver.answer = status(500)
    site.happens()
    site.clock.advance(GIVEN_UP_AFTER.total_seconds() - 1)
    site.work()
    assert site.states() == [State.FAILED, State.WAITING], "its next attempt would be too late"
    site.clock.advance(2)
    assert site.another().due() == []
    assert site.states() == [State.FAILED] * 2

    receiver.answer = well
    for _ in range(2):
        deliveries_replay(Delivery.objects.all(), at=site.clock())
    site.work()
    assert site.states() == [State.DELIVERED] * 2
    assert len({post.headers["webhook-id"] for post in receiver.posts}) == 2


def test_a_webhook_switched_off_waits_and_a_removed_one_gets_nothing(site: Site, receiver: Receiver) -> None:
    site.happens()
    crm = site.webhooks.endpoints["crm"]
    site.webhooks = Webhooks({"crm": Webhook("crm", crm.url, is_active=False)})
    site.work()
    assert site.states() == [State.WAITING] * 2
    site.webhooks = Webhooks()
    site.work()
    site.clock.advance(1)
    site.work(site.another())
    assert receiver.posts == []
    assert site.states() == [State.FAILED] * 2


def test_deliveries_to_a_removed_webhook_end_at_once_and_do_not_pause_its_name(
    site: Site, receiver: Receiver
) -> None:
    site.happens()
    before, site.webhooks = site.webhooks, Webhooks()
    deliverer = site.work()
    assert site.states() == [State.FAILED] * 2
    site.webhooks = before
    site.happens(first=20)
    site.work(deliverer)
    assert len(receiver.posts) == 2


def test_nothing_goes_to_a_private_address_unless_allowed(
    site: Site, receiver: Receiver, settings: Settings
) -> None:
    settings.WEBHOOKS_PRIVATE = False
    site.happens()
    site.work()
    assert receiver.posts == []
    assert "private network" in Delivery.objects.earliest("id").attempts[0]["said"]


def test_a_call_with_a_callback_has_its_events_sent_there(site: Site, receiver: Receiver) -> None:
    site.webhooks = Webhooks(callback_hosts=frozenset({"127.0.0.1"}))
    CallCallback.objects.create(call_id="c1", url=f"{receiver.url}/call?n=1", created_at=site.clock())
    site.happens()
    site.work()
    assert [one.path for one in receiver.posts] == ["/call?n=1"] * 2
    assert {one.target for one in Delivery.objects.all()} == {"callback:127.0.0.1"}

    site.webhooks = Webhooks()
    site.happens(first=20)
    site.work()
    assert len(receiver.posts) == 2, "its host is no longer allowed"


def test_beyond_the_limit_of_one_receiver_no_more_are_written(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "MOST_WAITING", 2)
    site.happens()
    site.happens(first=20)
    assert len(site.states()) == 2
    assert deliveries_remove(before=site.clock() + timedelta(seconds=1)) == 2


@pytest.mark.django_db(transaction=True)
def test_the_process_posts_what_the_sink_writes(site: Site, receiver: Receiver) -> None:
    with delivering(site.another()):
        site.happens()
        wait_until(lambda: site.states() == [State.DELIVERED] * 2, "both are delivered")
    assert len(receiver.posts) == 2

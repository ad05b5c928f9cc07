"""Deliverer: posts the messages that are due, to each receiver one after another, to several at once."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import DatabaseError

from reporting.breaker import Breaker, receiver_breaker
from reporting.connections import let_go
from reporting.models import Delivery
from reporting.webhooks.callbacks import is_allowed
from reporting.webhooks.deliveries import (
    CALLBACK,
    attempt_note,
    deliveries_due,
    deliveries_give_up,
    delivery_claim,
    news,
)
from reporting.webhooks.secret_keeping import secret_of
from reporting.webhooks.sending import TIMEOUT_SECONDS, Attempt, attempt
from routing.model.settings.webhooks import Webhooks

log = logging.getLogger(__name__)
THREADS = 4
MOST_AT_ONCE = 32
IDLE_SECONDS = 1.0
# Connecting and answering have their limits; a claim ends after both, with room for a slow database.
CLAIMED = timedelta(seconds=4 * TIMEOUT_SECONDS)
GIVES_UP_EACH = timedelta(minutes=1)


class Deliverer:
    """Any number may work at once: each message is claimed first. `clock` gives UTC."""

    def __init__(self, webhooks: Callable[[], Webhooks], clock: Callable[[], datetime]) -> None:
        self._webhooks, self._clock = webhooks, clock
        self._breakers: dict[str, Breaker] = {}
        self._busy: set[str] = set()
        self._gave_up_at: datetime | None = None

    def run(self, stop: threading.Event) -> None:
        """Works until told to stop; what was begun is finished."""
        with ThreadPoolExecutor(THREADS, "webhooks") as pool:
            while not stop.is_set():
                try:
                    started = self._start(pool)
                except DatabaseError:
                    log.exception("deliveries of webhooks cannot be read")
                    started = False
                if not started:
                    news.wait(IDLE_SECONDS)
                    news.clear()

    def _start(self, pool: ThreadPoolExecutor) -> bool:
        """Hands the messages to one receiver to a thread; False if there is nothing to do."""
        let_go()
        some = self.due() if len(self._busy) < THREADS else []
        if some:
            self._busy.add(some[0].target)
            pool.submit(self._work, some)
        return bool(some)

    def _work(self, some: Sequence[Delivery]) -> None:
        try:
            self.deliver(some)
        except Exception:
            log.exception("the deliveries to %s failed", some[0].target)
        finally:
            self._busy.discard(some[0].target)
            let_go()
            news.set()

    def due(self) -> list[Delivery]:
        """Messages to one receiver that are due, in order, unless it is busy, paused or switched off."""
        at = self._clock()
        if self._gave_up_at is None or at >= self._gave_up_at + GIVES_UP_EACH:
            deliveries_give_up(at=at)
            self._gave_up_at = at
        paused = {name for name, breaker in self._breakers.items() if breaker.wait_seconds}
        without = self._busy | paused
        found = deliveries_due(at=at, without=without, most=MOST_AT_ONCE)
        if found:  # only then the settings are read
            off = {one.name for one in self._webhooks().endpoints.values() if not one.is_active}
            found = deliveries_due(at=at, without=without | off, most=MOST_AT_ONCE) if off else found
        return [one for one in found if one.target == found[0].target]

    def deliver(self, some: Sequence[Delivery]) -> None:
        """Attempts these messages to one receiver, until one fails.

        Those that this site ends itself, as to a removed webhook, say nothing about the receiver.
        """
        breaker = self._breakers.setdefault(some[0].target, receiver_breaker(time.monotonic))
        for delivery in some:
            if not delivery_claim(delivery, until=self._clock() + CLAIMED):
                continue
            made, is_last = self._attempt(delivery)
            attempt_note(delivery, made, is_last=is_last)
            if is_last:
                continue
            if not made.is_taken:
                breaker.failed()
                return
            breaker.succeeded()

    def _attempt(self, delivery: Delivery) -> tuple[Attempt, bool]:
        """The attempt, and whether it is the last one for a reason of this site."""
        webhooks = self._webhooks()
        if delivery.target.startswith(CALLBACK):
            if not is_allowed(delivery.url, webhooks):
                return self._not_made("the host is no longer allowed"), True
            return attempt(delivery, url=delivery.url, secret=secret_of(CALLBACK), clock=self._clock), False
        webhook = webhooks.endpoints.get(delivery.target)
        if webhook is None:
            return self._not_made("the webhook has been removed"), True
        return attempt(delivery, url=webhook.url, secret=secret_of(webhook.name), clock=self._clock), False

    def _not_made(self, why: str) -> Attempt:
        return Attempt(self._clock(), 0, 0, why)


@contextmanager
def delivering(deliverer: Deliverer) -> Iterator[None]:
    """Delivers until the end of the block."""
    stop = threading.Event()
    thread = threading.Thread(target=deliverer.run, args=[stop], name="webhooks")
    thread.start()
    try:
        yield
    finally:
        stop.set()
        news.set()
        thread.join()

"""Deliveries: written for a batch of events, claimed, noted, replayed, counted, removed."""

import threading
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db.models import Count, F, Min, Q, QuerySet

from reporting.models import CallCallback, Delivery
from reporting.webhooks.messages import OF_CALLBACKS, Message
from reporting.webhooks.sending import GIVEN_UP_AFTER, MOST_ATTEMPTS_KEPT, Attempt, host_in, pause_after
from reporting.webhooks.states import Standing, State
from routing.model.settings.webhooks import Webhooks

# Beyond this many waiting for one receiver, further ones are not written: they would come a day late.
MOST_WAITING = 20_000
MOST_REMOVED = 5_000
CALLBACK = "callback:"
# Set in this process when there is something to deliver.
news = threading.Event()


def deliveries_write(messages: Sequence[Message], webhooks: Webhooks, *, at: datetime) -> int:
    """Writes what the receivers of these messages get; each once, however often it is called."""
    rows = [*_of_webhooks(messages, webhooks, at), *_of_callbacks(messages, at)]
    if not rows:
        return 0
    full = _full({row.target for row in rows})
    fitting = [row for row in rows if row.target not in full]
    Delivery.objects.bulk_create(fitting, ignore_conflicts=True)
    news.set()
    return len(fitting)


def _of_webhooks(messages: Iterable[Message], webhooks: Webhooks, at: datetime) -> list[Delivery]:
    return [
        delivery_for(one.name, message, at=at)
        for message in messages
        for one in webhooks.endpoints.values()
        if one.wants(message.kind)
    ]


def _of_callbacks(messages: Iterable[Message], at: datetime) -> list[Delivery]:
    told = [message for message in messages if message.call_id and message.kind in OF_CALLBACKS]
    wanted = {message.call_id for message in told}
    urls = (
        dict(CallCallback.objects.filter(call_id__in=wanted).values_list("call_id", "url")) if wanted else {}
    )
    return [
        delivery_for(f"{CALLBACK}{host_in(url)}", message, at=at, url=url)
        for message in told
        if (url := urls.get(message.call_id))
    ]


def delivery_for(target: str, message: Message, *, at: datetime, url: str = "") -> Delivery:
    """A delivery that is due at once, not written yet."""
    return Delivery(
        target=target,
        message_id=message.message_id,
        url=url,
        kind=message.kind,
        call_id=message.call_id,
        body=message.body,
        created_at=at,
        due_at=at,
        ends_at=at + GIVEN_UP_AFTER,
    )


def _full(targets: Collection[str]) -> set[str]:
    waiting = Delivery.objects.filter(state=State.WAITING, target__in=targets).values("target")
    return {one["target"] for one in waiting.annotate(all=Count("id")) if one["all"] >= MOST_WAITING}


def deliveries_due(*, at: datetime, without: Collection[str], most: int) -> list[Delivery]:
    """The deliveries that are due, the longest due first; none to these receivers."""
    due = Delivery.objects.filter(state=State.WAITING, due_at__lte=at).exclude(target__in=without)
    return list(due.order_by("due_at", "id")[:most])


def delivery_claim(delivery: Delivery, *, until: datetime) -> bool:
    """Claims a delivery that is due; False if another process has. The claim of a killed process expires."""
    mine = Delivery.objects.filter(pk=delivery.pk, state=State.WAITING, due_at=delivery.due_at)
    return bool(mine.update(due_at=until, tries=F("tries") + 1))


def attempt_note(delivery: Delivery, made: Attempt, *, is_last: bool = False) -> None:
    """Writes an attempt down; `is_last`: it is not repeated.

    One that failed changes nothing if another process has delivered the message meanwhile.
    """
    due_at = made.at + pause_after(delivery.tries + 1)
    ends = is_last or due_at >= delivery.ends_at
    state = State.DELIVERED if made.is_taken else State.FAILED if ends else State.WAITING
    attempts = [*delivery.attempts, made.shown][-MOST_ATTEMPTS_KEPT:]
    noted = Delivery.objects.filter(pk=delivery.pk)
    if not made.is_taken:
        noted = noted.exclude(state=State.DELIVERED)
    noted.update(attempts=attempts, due_at=due_at, state=state)


def deliveries_give_up(*, at: datetime) -> int:
    """Those whose time is over without another attempt, as to a webhook that is switched off, have failed."""
    return Delivery.objects.filter(state=State.WAITING, ends_at__lte=at).update(state=State.FAILED)


def deliveries_replay(found: "QuerySet[Delivery]", *, at: datetime) -> int:
    """Makes deliveries due again, with the ids they had; answers how many."""
    return found.exclude(state=State.WAITING).update(
        state=State.WAITING, due_at=at, ends_at=at + GIVEN_UP_AFTER, tries=0
    )


def deliveries_found(
    target: str = "", *, call_id: str = "", state: str = "", before: int | None = None, most: int
) -> list[Delivery]:
    """The newest deliveries, of those before one; an empty field does not filter."""
    wanted = {"target": target, "call_id": call_id, "state": state}
    found = Delivery.objects.filter(**{name: value for name, value in wanted.items() if value})
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(found.order_by("-pk")[:most])


def standings() -> dict[str, Standing]:
    """The standing of each receiver that has deliveries."""
    waits = Q(state=State.WAITING)
    counted = Delivery.objects.values_list("target").annotate(
        waiting=Count("id", filter=waits),
        attempted=Count("id", filter=waits & Q(tries__gt=0)),
        failed=Count("id", filter=Q(state=State.FAILED)),
        due_since=Min("due_at", filter=waits),
    )
    return {target: Standing(*counts) for target, *counts in counted}


def deliveries_erase(call_ids: Collection[str]) -> None:
    """Removes the deliveries and callbacks of these calls."""
    Delivery.objects.filter(call_id__in=list(call_ids)).delete()
    CallCallback.objects.filter(call_id__in=list(call_ids)).delete()


def deliveries_remove(*, before: datetime) -> int:
    """Removes deliveries older than this, some thousand at once."""
    old = Delivery.objects.filter(created_at__lt=before).order_by("id").values_list("id", flat=True)
    return Delivery.objects.filter(id__in=list(old[:MOST_REMOVED])).delete()[0]

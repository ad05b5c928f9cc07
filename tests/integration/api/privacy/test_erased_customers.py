"""Deletion of a customer: nothing is left in any store, others keep theirs, a killed run is finished."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings
from redis.exceptions import RedisError

from api.endpoints.setup.customer_data import stores
from callcenter.logs import LineFormatter
from messaging.model.messages import Head, Kind
from messaging.model.parties import party_of
from messaging.runtime import messenger
from messaging.storage.keys import notes_of
from messaging.storage.log_items import message_item, message_key
from messaging.storage.reads import read_participation
from privacy.customer import customer_named
from privacy.erasing import Erased, Refused, Stores, customer_erase, erasures_continue
from privacy.expiry import expire
from privacy.kept import kept_of
from reporting.history.keeping import calls_record
from reporting.models import CallRecord, Interval
from routing import services
from routing.model.settings.retention import Retention
from routing.model.trail import CUSTOMER_ERASED
from routing.router import Router
from routing.runtime import now
from tests.builders import as_call
from tests.integration.api.conftest import Caller
from tests.integration.api.privacy.planted import MARK, PHONE, planted, sinks_into
from tests.integration.api.privacy.searched import stores_with
from tests.integration.api.test_served_chats import a_chat, comes, says
from tests.trails import audit_trail

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("scenes", "conversations")]
OTHER = "Blumenkohl"
STORES = {"calls", "messages", "database", "redis", "files"}


@pytest.fixture
def centre(router: Router, ana: Caller, in_folder: Path, settings: Settings) -> tuple[Router, Caller, Path]:
    settings.REPORTING_SINKS = sinks_into(in_folder)
    settings.MESSAGE_RATES = {1: 1000}
    comes(router, "ana")
    return router, ana, in_folder


def left_of(text: str, settings: Settings, folder: Path) -> dict[str, list[str]]:
    return stores_with(text, url=settings.REDIS_URL, folder=folder)


def by_olga(router: Router) -> Stores:
    return stores(replace(router, origin="10.0.0.7", actor="olga"))


def later(router: Router) -> Stores:
    return stores(replace(router, clock=lambda: now() + timedelta(minutes=2)))


def never() -> bool:
    return False


def test_nothing_of_a_customer_is_left_and_all_of_another_is(
    centre: tuple[Router, Caller, Path], settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    router, ana, folder = centre
    of_other = planted(router, ana, OTHER, "+3312345678")
    made = planted(router, ana)
    before, other = left_of(MARK, settings, folder), left_of(OTHER, settings, folder)
    assert before.keys() == other.keys() == STORES, "the search finds what is there"

    done = customer_erase(by_olga(router), customer_named(messenger(), made.contact))
    assert isinstance(done, Erased)
    assert done.kept.counts == {
        "conversations": 2, "messages": 6, "notes": 1, "files": 2, "calls": 2, "records": 2,
    }  # fmt: skip
    assert erasures_continue(later(router), never) == 0

    contact = made.contact.removeprefix("contact:")
    assert made.customer.get(f"/contacts/{contact}").status == 403
    log = "\n".join(map(LineFormatter().format, caplog.records))
    assert "Forbidden: /api/v1/contacts/…" in log
    for text in (MARK, PHONE, contact):
        assert left_of(text, settings, folder) == {}
        assert text not in log
    assert left_of(OTHER, settings, folder) == other
    assert of_other.customer.get(f"/chats/{of_other.chat}/messages").status == 200
    said = [one for one in audit_trail(router, now().date()) if one.kinds == (CUSTOMER_ERASED,)]
    assert [(one.by, one.origin) for one in said] == [("olga", "10.0.0.7")]
    assert said[0].reason.startswith("2 conversations, 6 messages")


STEPS = (
    "changes_strip", "events_strip", "services.replies_erase", "services.calls_erase", "conversation_erase",
    "records_strip", "contact_erase", "remove_file",
)  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_what_a_killed_process_began_is_finished(
    step: str, centre: tuple[Router, Caller, Path], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    router, ana, folder = centre
    made = planted(router, ana)
    customer = customer_named(messenger(), made.contact)

    def killed(*_given: Any, **_named: Any) -> None:
        raise KeyboardInterrupt

    mine = doomed = by_olga(router)
    with monkeypatch.context() as patched:
        if step == "remove_file":
            doomed = replace(mine, remove_file=killed)
        else:
            patched.setattr(f"privacy.erasing.{step}", killed)
        with pytest.raises(KeyboardInterrupt):
            customer_erase(doomed, customer)
    assert len(services.erasures_pending(router)) == 1
    assert left_of(MARK, settings, folder)

    assert erasures_continue(mine, never) == 1, "what is being written meanwhile is looked for later"
    assert [erasures_continue(later(router), never) for _ in range(2)] == [0, 0]
    assert left_of(MARK, settings, folder) == left_of(PHONE, settings, folder) == {}
    assert len([one for one in audit_trail(router, now().date()) if one.kinds == (CUSTOMER_ERASED,)]) == 1


def test_it_is_refused_while_a_call_is_not_over(centre: tuple[Router, Caller, Path]) -> None:
    router, _, _ = centre
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    found = customer_named(messenger(), customer.get("/me").body["party"])

    refused = customer_erase(by_olga(router), found)
    assert isinstance(refused, Refused)
    assert refused.reason == f"the customer has calls or chats that are not over: {chat}.1; end them first"
    assert services.erasures_pending(router) == []
    assert kept_of(router, messenger(), found).counts["messages"] == 1


def test_a_caller_without_conversations_is_found_by_the_calls(
    centre: tuple[Router, Caller, Path], settings: Settings
) -> None:
    router, ana, folder = centre
    planted(router, ana)
    caller = customer_named(messenger(), PHONE)
    assert customer_erase(by_olga(router), caller)

    assert f"call-{MARK}" not in repr(left_of(f"call-{MARK}", settings, folder))
    assert isinstance(customer_erase(by_olga(router), caller), Refused), "nothing is kept any more"


@pytest.mark.parametrize("hours", [3, 70])
def test_a_call_is_found_that_ended_while_the_database_was_away(
    centre: tuple[Router, Caller, Path], settings: Settings, hours: int
) -> None:
    router, _, folder = centre
    for name, caller, ago in (("before", "other", 80), ("missed", PHONE, hours), ("after", "other", 0)):
        then = replace(router, clock=partial(ended_at, timedelta(hours=ago)))
        as_call(services.call_enqueue(then, language="Spanish", caller=caller, call_id=name))
        as_call(services.call_abandon(then, call_id=name))
    calls_record(router, ["before", "after"])

    done = customer_erase(by_olga(router), customer_named(messenger(), PHONE))
    assert isinstance(done, Erased)
    assert [one.call_id for one in done.kept.calls] == ["missed"]
    assert erasures_continue(later(router), never) == 0
    assert "calls" not in left_of(PHONE, settings, folder)


def ended_at(ago: timedelta) -> datetime:
    return now() - ago


def test_what_a_customer_begins_meanwhile_goes_when_it_is_over(
    centre: tuple[Router, Caller, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    router, _, _ = centre
    customer, chat = a_chat()
    found = customer_named(messenger(), customer.get("/me").body["party"])
    mine = by_olga(router)

    def away(*_given: object) -> bool:
        raise RedisError

    with monkeypatch.context() as patched:
        patched.setattr("privacy.erasing.erasure_pass", away)
        begun = customer_erase(mine, found)
    assert isinstance(begun, Erased)
    assert begun.is_waiting
    says(customer, chat, "is it sold")

    assert erasures_continue(later(router), never) == 1
    assert customer.get(f"/chats/{chat}/messages").status == 200
    services.call_remove(router, call_id=f"{chat}.1", reason="enough")
    assert [erasures_continue(later(router), never) for _ in range(2)] == [1, 0]
    assert customer.get(f"/chats/{chat}/messages").status == 404


def test_records_and_calls_expire_while_the_figures_stay(centre: tuple[Router, Caller, Path]) -> None:
    router, ana, _ = centre
    planted(router, ana)
    figures = list(Interval.objects.order_by("pk").values())
    in_a_year = replace(router, clock=lambda: now() + timedelta(days=401))

    assert expire(router, Retention(), enough=never) == {"failed": 0, "calls": 0, "trail": 0, "records": 0}
    done = expire(in_a_year, Retention(trail=30), enough=never)
    assert (done["calls"], done["records"]) == (2, 2)
    assert not CallRecord.objects.exists()
    assert list(Interval.objects.order_by("pk").values()) == figures


def test_what_was_being_written_meanwhile_is_found(
    centre: tuple[Router, Caller, Path], settings: Settings
) -> None:
    router, ana, folder = centre
    made = planted(router, ana)
    stale = read_participation(messenger().table, made.chat, party_of("agent:ana")).conversation
    customer_erase(by_olga(router), customer_named(messenger(), made.contact))
    draft = messenger().draft(stale, Kind.TEXT, "agent:ana", "late", f"{MARK} called back")
    note = draft.after(Head())
    messenger().table.put_new(message_key(notes_of(made.chat), 1), message_item(note))

    assert erasures_continue(later(router), never) == 1, "there was something"
    assert erasures_continue(later(router), never) == 0
    assert left_of(MARK, settings, folder) == {}

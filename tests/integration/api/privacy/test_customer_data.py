"""Data of a customer over HTTP, on the page and by the command: counted, refused, deleted."""

from io import StringIO
from pathlib import Path
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from pytest_django import Settings

from api.access.scopes import Scope
from routing import services
from routing.router import Router
from tests.integration.api.conftest import Caller, a_program, a_user
from tests.integration.api.privacy.planted import planted, sinks_into
from tests.integration.api.test_served_chats import a_chat, comes, says

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("scenes", "conversations")]


@pytest.fixture
def administrator(db: None) -> Client:  # noqa: ARG001 - users need the database
    a_user("ada", "administrators")
    client = Client()
    client.force_login(User.objects.get(username="ada"))
    return client


@pytest.fixture
def contact(router: Router, ana: Caller, in_folder: Path, settings: Settings) -> str:
    settings.REPORTING_SINKS = sinks_into(in_folder)
    settings.MESSAGE_RATES = {1: 1000}
    comes(router, "ana")
    return planted(router, ana).contact


def page_of(administrator: Client, customer: str) -> str:
    return administrator.get(f"/setup/caller-data/?customer={quote(customer)}").content.decode()


def test_programs_count_and_delete_it(contact: str) -> None:
    admin = a_program("admin", Scope.ADMIN)
    address = f"/customer-data?customer={quote(contact)}"
    found = admin.get(address).body
    assert (found["conversations"], found["calls"], found["not_over"]) == (2, 2, [])

    done = admin.ask("DELETE", address).body
    assert (done["messages"], done["is_waiting"]) == (6, False)
    assert admin.get(address).body["conversations"] == 0
    gone = admin.ask("DELETE", "/customer-data?customer=%2B49305550199")
    assert (gone.status, gone.body["code"]) == (404, "unknown_customer")


def test_it_is_409_while_a_chat_is_open(router: Router) -> None:
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    admin, party = a_program("admin", Scope.ADMIN), customer.get("/me").body["party"]

    refused = admin.ask("DELETE", f"/customer-data?customer={quote(party)}")
    assert (refused.status, refused.body["code"]) == (409, "not_over")
    assert refused.body["present"] == {"not_over": [f"{chat}.1"]}
    services.call_remove(router, call_id=f"{chat}.1", reason="enough")
    assert admin.ask("DELETE", f"/customer-data?customer={quote(party)}").status == 200


def test_administrators_delete_it_on_the_page(contact: str, administrator: Client) -> None:
    by_name = page_of(administrator, "zorba")
    assert f'<a href="?customer=contact:{contact.removeprefix("contact:")}">Zorbaquint</a>' in by_name
    page = page_of(administrator, contact)
    assert "Contacts with this name" not in page
    assert "Delete data of Zorbaquint" in page
    assert "Data kept about Zorbaquint" in page

    given = {"customer": contact}
    done = administrator.post("/setup/caller-data/delete/", given, follow=True).content.decode()
    assert "Deleted: 2 conversations, 6 messages, 1 note" in done
    assert "Data kept about contact" in page_of(administrator, contact)
    listed = administrator.get("/calls/?status=ended").content.decode()
    assert (listed.count("Data deleted"), "Zorbaquint" in listed, "/calls/erased-" in listed) == (
        2,
        False,
        False,
    )
    again = administrator.post("/setup/caller-data/delete/", {"customer": "+4930555"}, follow=True)
    assert "Nothing was deleted: no data is kept about this caller." in again.content.decode()


def test_the_page_names_the_calls_that_are_not_over(router: Router, administrator: Client) -> None:
    services.call_enqueue(router, call_id="c/1", language="Spanish", caller="<b>Kim")
    page = page_of(administrator, "<b>Kim")

    assert "Not over yet" in page
    assert '<a href="/calls/c/1/">c/1</a>' in page
    assert "<b>Kim" not in page
    assert "Delete all data" not in page


def test_the_retention_is_saved_with_a_version(router: Router, administrator: Client) -> None:
    assert router
    days = {"calls": 30, "messages": 60, "history": 90, "trail": 120, "deliveries": 7}

    def save(version: int, **other: object) -> str:
        given = {**days, "version": version, "note": "", **other}
        return administrator.post("/setup/caller-data/", given, follow=True).content.decode()

    assert "at least as long as calls, 30 days" in save(0, history=10)
    assert "Ensure this value is less than or equal to 3650" in save(0, trail=4000)
    assert "Retention: saved." in save(0)
    assert "somebody else changed this retention" in save(0, calls=40)
    assert 'value="30"' in administrator.get("/setup/caller-data/").content.decode()


def test_the_command_counts_and_deletes(contact: str) -> None:
    def said(*given: str) -> str:
        call_command("forget", *given, stdout=(out := StringIO()))
        return out.getvalue()

    counts = "2 conversations, 6 messages, 1 note, 2 files, 2 calls, 2 records in the history"
    assert said(contact, "--dry-run") == f"Kept: {counts}.\n"
    assert (
        said(contact, "--by", "olga") == f"Deleted: {counts}. The worker checks again within two minutes.\n"
    )
    with pytest.raises(CommandError, match="no data is kept about this caller"):
        said("+49305550199")

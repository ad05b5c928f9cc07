"""Page of failed calls: content, access, forms."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.test import Client

from dynamo.exceptions import EngineUnavailableError, OutcomeUnknownError
from routing import runtime
from routing.model.calls import Call, CallStatus
from routing.router import Router
from routing.services import call_dead_letter, call_remove, call_restore
from tests.builders import a_waiting_call, as_call
from tests.centres import call_now
from tests.integration.dashboard.conftest import Serving, posted

BROWSER = {"accept": "text/html"}

pytestmark = pytest.mark.django_db


def a_letter(router: Router, call_id: str, reason: str = "line is dead", caller: str = "") -> Call:
    a_waiting_call(router, call_id, caller=caller or call_id.title())
    return as_call(call_dead_letter(router, call_id=call_id, reason=reason, by="mara"))


def named(call: Call) -> str:
    return f"{call.version}:{call.call_id}"


def page_of(client: Client, address: str = "/dead-letters/") -> str:
    return client.get(address).content.decode()


@pytest.mark.usefixtures("router")
def test_without_dead_letters_it_says_when_there_will_be_some(supervisor: Client) -> None:
    assert "No failed calls" in page_of(supervisor)


def test_a_letter_shows_what_went_wrong_and_its_history(
    supervisor: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_waiting_call(router, "leo", caller="Leo Ruiz")
    later = runtime.now() + timedelta(seconds=151)
    monkeypatch.setattr(runtime, "now", lambda: later)
    runtime.forget()
    as_call(call_dead_letter(runtime.router(), call_id="leo", reason="line is dead", by="mara"))
    page = page_of(supervisor)

    assert re.search(r'<th [^>]*class="caller"><a href="/calls/leo/">Leo Ruiz</a>', page)
    assert '<td role="cell" class="queue">Spanish · Any</td>' in page
    assert '<td role="cell" class="error">line is dead</td>' in page
    assert re.search(r'class="right number waited">2:3\d</td>', page)
    assert page.index("<b>queued</b>") < page.index("<b>failed</b>")
    assert '<span class="by">by mara</span>' in page


def test_the_reason_in_the_address_is_the_filter(supervisor: Client, router: Router) -> None:
    a_letter(router, "leo")
    a_letter(router, "kim", "5 unanswered offers, the last: no answer")
    page = page_of(supervisor, "/dead-letters/?reason=line+is+dead")

    assert ("Leo" in page, "Kim" in page) == (True, False)
    assert '<option value="line is dead" selected>line is dead (1)</option>' in page
    assert "All reasons (2)" in page
    assert "No failed calls with this reason" in page_of(supervisor, "/dead-letters/?reason=other")


def test_a_queue_is_named_by_its_name_in_the_reason_and_in_its_filter(
    supervisor: Client, router: Router
) -> None:
    reason = "W#Spanish#Any is full: 3 waiting"
    a_letter(router, "leo", reason)
    page = page_of(supervisor, f"/dead-letters/?reason={quote(reason)}")

    assert '<td role="cell" class="error">Spanish · Any is full: 3 waiting</td>' in page
    assert f'<option value="{reason}" selected>Spanish · Any is full: 3 waiting (1)</option>' in page
    assert "W#" not in re.sub(r'value="[^"]*"|<script.*?</script>', "", page, flags=re.DOTALL)


def test_the_picked_wait_again_and_the_others_stay(supervisor: Client, router: Router) -> None:
    leo, kim = a_letter(router, "leo"), a_letter(router, "kim")
    shown = [named(leo), named(kim)]
    fields: dict[str, object] = {"which": "picked", "letter": [named(leo)], "shown": shown}
    reply = posted(supervisor, "/dead-letters/restore/", fields)

    assert (reply.status, reply.body) == (200, {"restored": ["leo"], "refused": {}})
    assert call_now(router, "leo").status is CallStatus.QUEUED
    assert call_now(router, "leo").notes[-1].by == "mara"
    assert call_now(router, "kim").status is CallStatus.DEAD_LETTERED


def test_all_that_were_shown_wait_again(supervisor: Client, router: Router) -> None:
    shown = [named(a_letter(router, name)) for name in ("leo", "kim")]
    a_letter(router, "later")
    posted(supervisor, "/dead-letters/restore/", {"which": "all", "shown": shown})

    assert {name: str(call_now(router, name).status) for name in ("leo", "kim", "later")} == {
        "leo": "queued",
        "kim": "queued",
        "later": "deadLettered",
    }


def test_who_changed_since_it_was_shown_is_left_alone_and_named(supervisor: Client, router: Router) -> None:
    leo, kim, ann = (a_letter(router, name) for name in ("leo", "kim", "ann"))
    as_call(call_remove(router, call_id="leo", reason="called again"))
    as_call(call_restore(router, call_id="kim"))
    as_call(call_dead_letter(router, call_id="kim", reason="still dead"))
    fields = {"which": "all", "shown": [named(leo), named(kim), named(ann)], "back": "/dead-letters/?reason="}
    response = supervisor.post("/dead-letters/restore/", fields, headers=BROWSER, follow=True)

    page = response.content.decode()
    assert (
        "1 call restored. Not restored: Leo (since changed, removed now); "
        "Kim (since changed, failed now)." in page
    )
    assert 'data-letter="kim"' in page
    assert 'data-letter="leo"' not in page


def test_where_none_could_be_restored_it_is_a_refusal(supervisor: Client, router: Router) -> None:
    leo = a_letter(router, "leo")
    as_call(call_remove(router, call_id="leo", reason="called again"))
    reply = posted(supervisor, "/dead-letters/restore/", {"which": "all", "shown": [named(leo), "3:gone"]})

    assert reply.status == 409
    assert reply.body["restored"] == []
    assert set(reply.body["refused"]) == {"leo", "gone"}
    assert reply.error.startswith("0 calls restored. Not restored: Leo (since changed, removed now)")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"which": "picked", "shown": ["1:leo"]}, "select at least one call"),
        ({"which": "picked", "letter": ["leo"]}, "select at least one call"),
        ({"which": "some", "letter": ["1:leo"]}, "which: choose one of picked, all"),
        ({"which": "all", "shown": [f"1:c{n}" for n in range(501)]}, "at most 500 at once"),
    ],
)
def test_bad_input_is_named(supervisor: Client, fields: dict[str, object], sentence: str) -> None:
    reply = posted(supervisor, "/dead-letters/restore/", fields)

    assert (reply.status, reply.error) == (400, sentence)


def test_who_may_only_look_finds_no_buttons_and_is_refused(
    operator: Client, stranger: Client, client: Client, router: Router
) -> None:
    leo = a_letter(router, "leo")
    page = page_of(operator)

    assert "Only supervisors can restore or remove calls" in page
    assert "Restore" not in page
    reply = posted(operator, "/dead-letters/restore/", {"which": "all", "shown": [named(leo)]})
    assert reply.status == 403
    assert stranger.get("/dead-letters/").status_code == 403
    assert client.get("/dead-letters/").headers["Location"] == "/sign-in/?next=/dead-letters/"


def test_while_the_table_is_away_it_says_so(supervisor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_router: Router) -> list[Call]:
        raise EngineUnavailableError("http://127.0.0.1:9")

    monkeypatch.setattr("dashboard.dead_letters.views.selectors.dead_letters", away)
    response = supervisor.get("/dead-letters/")

    assert response.status_code == 503
    assert b"cannot be reached" in response.content


def test_where_the_table_fails_on_the_way_nobody_is_told_that_nothing_was_changed(
    supervisor: Client, serving: Serving
) -> None:
    def away(_router: Router, **_fields: object) -> None:
        raise OutcomeUnknownError("restore", 3)

    serving("dead-letters-restore", away)
    reply = posted(supervisor, "/dead-letters/restore/", {"which": "all", "shown": ["1:leo"]})

    assert reply.status == 503
    assert reply.error.startswith("DynamoDB failed part-way: some calls may have been restored.")


def test_nothing_on_the_page_needs_an_exception_from_the_content_policy(
    supervisor: Client, router: Router
) -> None:
    a_letter(router, "leo", caller="<b>Leo</b>")
    page = page_of(supervisor)

    assert not re.search(r"\sstyle=|<style|<[^>]*\son[a-z]+=", page)
    assert "&lt;b&gt;Leo&lt;/b&gt;" in page

"""Kept answers: at the same time, refused, sealed, too large, of other senders, without a key."""

from dataclasses import replace
from typing import Any

import pytest
from pytest_django import Settings

from accounts.user_facts import user_invite
from api.access import kept_answers
from dynamo.exceptions import EngineUnavailableError
from messaging.runtime import chats, messenger
from reporting.webhooks import administering
from routing import runtime, services
from routing.model.agents import Choice
from routing.model.calls import CallStatus
from routing.services.keyed.replies import LONGEST_RUN
from tests.centres import a_call_in, call_now, match_all
from tests.integration.api.conftest import Caller, Reply
from tests.integration.api.keys.conftest import Effects, is_key
from tests.integration.api.keys.conversations import CONVERSATIONS
from tests.integration.api.keys.posts import Post, Stage
from tests.integration.api.keys.setup import SETUP

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("allowed", "conversations", "in_folder"),
]
KEY = "one-request-that-may-be-sent-again"
CASES = CONVERSATIONS | SETUP


def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on a killed run is over."""
    router = replace(runtime.router(), clock=lambda: runtime.now() + LONGEST_RUN)
    monkeypatch.setattr("api.access.kept_answers.routing", lambda: router)


def killed(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """The request is carried out by a process that is killed before it keeps the answer."""

    def kill(*_given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("api.access.kept_answers.reply_keep", kill)
        with pytest.raises(KeyboardInterrupt):
            post.send(KEY)


def test_the_second_of_two_at_once_is_told_to_wait(
    stage: Stage, effects: Effects, monkeypatch: pytest.MonkeyPatch
) -> None:
    post, meanwhile = CASES["webhook_test"](stage), list[Reply]()
    send = administering.webhook_test

    def slowly(*given: Any) -> Any:
        meanwhile.extend((post.send(KEY), post.send(KEY, other=True)))
        return send(*given)

    monkeypatch.setattr(administering, "webhook_test", slowly)
    first = post.send(KEY)
    done = effects()
    waits, other = meanwhile

    assert (waits.status, waits.body["code"], waits.headers["Retry-After"]) == (409, "running", "1")
    assert (waits.body["field"], waits.body["changed"]) == ("Idempotency-Key", False)
    assert other.status == 422
    assert post.send(KEY).body == first.body
    assert effects() == done


def test_a_refusal_is_not_kept_and_a_wrong_field_claims_nothing(stage: Stage) -> None:
    customer, chat = stage.served()
    close = Post(stage.ana, f"/chats/{chat}/close", {"seen": 1}, {"seen": 2})
    key = {"Idempotency-Key": KEY}
    assert stage.ana.post(close.address, {"seen": "all"}, **key).status == 400
    assert customer.post(f"/chats/{chat}/messages", {}, **key).status == 400
    assert close.send(KEY).status == 409
    assert close.send(KEY).status == 409, "not running, and tried again"
    assert close.send(KEY, other=True).status == 422, "the key belongs to its request"
    wrong = stage.ana.post(close.address, {"seen": "all"}, **key)
    assert (wrong.status, wrong.body["field"]) == (400, "seen"), "as without a key"
    short = close.send("short")
    assert (short.status, short.body["field"]) == (400, "Idempotency-Key")
    assert close.send(KEY + "-2", other=True).status == 200


def test_a_key_is_for_a_command_or_for_another_request(stage: Stage) -> None:
    a_call_in(stage.router, CallStatus.QUEUED, "c1")
    touch = Post(stage.program, "/calls/c1/touch", {})
    group = Post(stage.program, "/groups", {"title": "Sales"})
    assert (touch.send(KEY).status, group.send(KEY).status) == (200, 422)
    assert (group.send(KEY[1:]).status, touch.send(KEY[1:]).status) == (201, 422)
    assert call_now(stage.router, "c1").version == touch.send(KEY).body["call"]["version"]


def test_the_same_key_of_another_sender_is_another(stage: Stage) -> None:
    of_ana = CASES["direct_begin"](stage)
    chat = of_ana.send(KEY).body["chat"]
    assert replace(of_ana, caller=stage.bob, body={"other": "agent:kim"}).send(KEY).body["chat"] != chat


def test_nobody_gets_the_token_of_another_page_or_address(stage: Stage) -> None:
    post = CASES["customers"](stage)
    first = post.send(KEY)
    assert post.send(KEY).body == first.body
    proxied = Caller({"x-forwarded-for": "192.0.2.7"})
    proxied.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert replace(post, caller=proxied).send(KEY).body["party"] != first.body["party"]
    short = post.send("eight-letters")
    assert (short.status, short.body["field"], short.body["limit"]) == (400, "Idempotency-Key", 32)


def test_a_repeated_report_must_be_signed_too(stage: Stage) -> None:
    post = CASES["report"](stage)
    assert post.send(KEY).status == 200
    assert replace(post, secret="x" * 32).send(KEY).status == 401
    assert replace(post, secret="").send(KEY).status == 401


def test_secrets_and_texts_are_sealed(stage: Stage, settings: Settings) -> None:
    post = CASES["webhook_secret"](stage)
    secret = post.send(KEY).body["secret"]
    assert CASES["notice_post"](stage).send(KEY[1:]).status == 200
    kept = repr([one for one in stage.router.table.scan() if is_key(one)])
    assert secret not in kept
    assert "Lunch" not in kept

    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key of the site", [old]
    assert post.send(KEY).body["secret"] == secret
    settings.SECRET_KEY_FALLBACKS = []
    lost = post.send(KEY)
    assert (lost.status, lost.body["code"], lost.body["changed"]) == (409, "unreadable", True)


def test_an_answer_too_large_to_keep_is_made_again(
    stage: Stage, effects: Effects, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.access.sealed_answers.MOST_CHARACTERS", 100)
    post, done = CASES["days_read"](stage), effects()
    first, again = post.send(KEY), post.send(KEY)

    assert (again.status, again.body) == (200, first.body)
    assert "Idempotent-Replayed" not in again.headers
    assert post.send(KEY, other=True).status == 422
    assert effects() == done


def test_what_is_done_is_answered_if_the_answer_cannot_be_kept(
    stage: Stage, effects: Effects, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = CASES["group_post"](stage)

    def away(*_given: object, **_named: object) -> None:
        raise EngineUnavailableError("the engine")

    with monkeypatch.context() as patched:
        patched.setattr(runtime.router().table, "change", away)
        first = post.send(KEY)
    done = effects()
    assert (first.status, post.send(KEY).status) == (201, 409)
    later(monkeypatch)
    assert post.send(KEY).body == first.body
    assert effects() == done


def test_of_two_invitations_alike_at_once_one_made_the_user(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the request that made a user gets its link again after a kill, not another like it."""
    post, others, invite = CASES["user_new"](stage), list[Reply](), "api.endpoints.setup.users.user_invite"

    def late(*given: Any, **named: Any) -> Any:
        monkeypatch.setattr(invite, user_invite)
        others.append(post.send(KEY[1:]))
        return user_invite(*given, **named)

    monkeypatch.setattr(invite, late)
    taken = post.send(KEY)
    assert [one.status for one in others] == [201]
    assert (taken.status, taken.body["code"]) == (409, "name_taken")


def test_a_decline_sent_again_after_a_kill_declines_no_later_offer(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = CASES["decline"](stage)
    killed(post, monkeypatch)
    for choice in (Choice.PAUSED, Choice.READY):  # ends the rest after a decline
        services.agent_choose(stage.router, agent_id="ana~chat", choice=choice)
    assert match_all(stage.router), "it rings again"
    later(monkeypatch)

    assert post.send(KEY).status == 200
    (rings,) = [stage.ana.get("/desk/chats").body["offered"]]
    assert rings is not None


def test_without_a_key_nothing_is_read_or_written_for_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def units(key: str, number: int) -> tuple[float, float, int]:
        body = {**post.body, "client_id": f"x{number}", "base": 1 + number}
        before = [table.meter.reading() for table in tables]
        assert replace(post, body=body).send(key).status == 200
        spent = [table.meter.reading() - one for table, one in zip(tables, before, strict=True)]
        return (
            sum(one.read_units for one in spent),
            sum(one.write_units for one in spent),
            sum(one.requests for one in spent),
        )

    post, tables = CASES["message_post"](stage), (runtime.router().table, messenger().table)
    assert chats()
    units("", 1)
    plain, keyed = units("", 2), units(KEY, 3)
    assert keyed[2] - plain[2] == 2, "the claim, and the answer"
    assert (keyed[0] - plain[0], keyed[1] - plain[1]) == (0, 3), "one of them for the index"
    monkeypatch.setattr(kept_answers, "reply_claim", None)
    assert units("", 4) == plain

"""Every POST under an `Idempotency-Key`: done once, answered alike, also if killed before it was answered."""

from dataclasses import replace
from typing import Any

import pytest

from api.version1 import document
from routing import runtime
from routing.services.keyed.replies import LONGEST_RUN
from tests.integration.api.keys.commands import COMMANDS
from tests.integration.api.keys.conftest import Effects
from tests.integration.api.keys.conversations import CONVERSATIONS
from tests.integration.api.keys.posts import Stage
from tests.integration.api.keys.setup import SETUP

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("allowed", "conversations", "in_folder"),
]
KEY = "one-request-that-may-be-sent-again"
CASES = CONVERSATIONS | SETUP
# Sent again after a kill, they do it again: another secret or link, as nobody has seen the last; a test.
# Replays send no delivery twice, but the audit log has both.
AGAIN = {
    *("webhook_secret", "callback_secret", "user_link"),
    *("webhook_test", "sink_tested"),
    *("webhook_replay", "delivery_replayed"),
}
POSTS: dict[str, dict[str, Any]] = {
    methods["post"]["operationId"]: methods["post"]
    for methods in document()["paths"].values()
    if "post" in methods
}


def test_each_takes_a_key_and_has_a_case() -> None:
    assert CASES.keys() | COMMANDS.keys() == POSTS.keys(), "each POST of the API has a case here"
    for name, post in POSTS.items():
        assert [one["name"] for one in post["parameters"]].count("Idempotency-Key") == 1, name
        assert {"400", "409", "422"} <= post["responses"].keys(), name


@pytest.mark.parametrize("name", [*CASES, *COMMANDS])
def test_it_is_done_once_and_answered_alike(name: str, stage: Stage, effects: Effects) -> None:
    post = (CASES | COMMANDS)[name](stage)
    first, done = post.send(KEY), effects()
    again, other = post.send(KEY), post.send(KEY, other=True)

    assert first.status < 300, first.body
    assert (again.status, again.body) == (first.status, first.body)
    assert (other.status, other.body["code"]) == (422, "key_reused")
    assert ("Idempotent-Replayed" in again.headers) == (name in CASES)
    assert "Idempotent-Replayed" not in first.headers
    assert effects() == done


@pytest.mark.parametrize("name", CASES)
def test_killed_before_it_is_answered_it_is_done_once(
    name: str, stage: Stage, effects: Effects, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = CASES[name](stage)
    with monkeypatch.context() as killed:
        killed.setattr("api.access.kept_answers.reply_keep", _killed)
        with pytest.raises(KeyboardInterrupt):
            post.send(KEY)
    done, early = effects(), post.send(KEY)
    assert (early.status, early.body["code"], early.headers["Retry-After"]) == (409, "running", "1")

    later = replace(runtime.router(), clock=lambda: runtime.now() + LONGEST_RUN)
    monkeypatch.setattr("api.access.kept_answers.routing", lambda: later)
    first = post.send(KEY)
    assert first.status < 300, first.body
    assert (effects() == done) == (name not in AGAIN)
    again, done = post.send(KEY), effects()
    assert (again.status, again.body) == (first.status, first.body)
    assert post.send(KEY, other=True).status == 422
    assert effects() == done


def test_without_a_key_a_repeat_would_be_seen(stage: Stage, effects: Effects) -> None:
    """The control of this file."""
    post = CASES["webhook_secret"](stage)
    first, done = post.send(), effects()

    assert post.send().body != first.body
    assert effects() != done


def _killed(*_given: object) -> None:
    raise KeyboardInterrupt

"""Parties: text and value; limits of texts and ids."""

import pytest

from messaging.exceptions import InvalidFieldError, TooLongError
from messaging.model.conversations import direct_id
from messaging.model.limits import Limits, check_body, check_chat_id, check_client_id, check_text, check_title
from messaging.model.parties import ROUTING, Party, PartyKind, party_of
from tests.messengers import ANA, EVA, KIM


@pytest.mark.parametrize(
    "text",
    ["agent:a1", "contact:kim@example.com", "program:crm", "user:María José", "routing", "agent:x~chat"],
)
def test_a_party_is_read_as_it_is_written(text: str) -> None:
    assert str(party_of(text)) == text


def test_the_parts_of_a_party() -> None:
    assert party_of("contact:a:b") == Party(PartyKind.CONTACT, "a:b")
    assert party_of("routing") == ROUTING
    assert [one.is_customer for one in (KIM, ANA)] == [True, False]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a1",
        "agent",
        "agent:",
        "boss:x",
        "routing:x",
        "agent:a#b",
        "agent: a",
        "agent:a ",
        "agent:a\nb",
        "agent:\ud800",
        "agent:" + "x" * 101,
    ],
)
def test_what_names_no_party_is_refused_with_its_field(text: str) -> None:
    with pytest.raises(InvalidFieldError, match=r"^sender: ") as caught:
        party_of(text, field="sender")
    assert caught.value.field == "sender"


def test_two_have_one_conversation_and_others_another() -> None:
    assert direct_id(ANA, EVA) == direct_id(EVA, ANA) != direct_id(ANA, KIM)
    assert check_chat_id(direct_id(ANA, EVA))


@pytest.mark.parametrize(
    "text", ["a", "x" * 4000, "two\nlines\tand a tab", "😀" * 4000, "\u202eright to left"]
)
def test_texts_that_may_be_sent(text: str) -> None:
    assert check_text(text) == text


@pytest.mark.parametrize("text", ["", " \n", "\x00", "a\x1b[31m", "\x7f", "\x85", "\ud83d"])
def test_texts_that_may_not(text: str) -> None:
    with pytest.raises(InvalidFieldError, match=r"^body: "):
        check_text(text)


@pytest.mark.parametrize("text", ["", "\u200b", " \u200d\n\ufeff", "\u2028\u00ad", "\u3164\u2800", "\ufe0f"])
def test_a_message_shows_something(text: str) -> None:
    with pytest.raises(InvalidFieldError, match=r"^body: "):
        check_body(text)
    assert check_body(f"{text}👩\u200d👧")


def test_a_limit_is_named() -> None:
    for check, field, limit in ((check_text, "body", 4000), (check_title, "title", 100)):
        with pytest.raises(TooLongError, match=f"^{field}: .* at most {limit} ") as caught:
            check("x" * (limit + 1))
        assert caught.value.limit == limit
    for check_id, limit in ((check_client_id, 36), (check_chat_id, 64)):
        assert check_id("x" * limit)
        with pytest.raises(TooLongError):
            check_id("x" * (limit + 1))
        for wrong in ("", "-a", "a b", "a#b", "ä", "~recall-1"):
            with pytest.raises(InvalidFieldError):
                check_id(wrong)


def test_a_scene_may_keep_its_messages_for_another_time() -> None:
    limits = Limits(keep_days=400, scene_days=lambda scene: 30 * (scene == "listing"))
    assert [limits.days_kept(scene) for scene in ("listing", "", "other")] == [30, 400, 400]

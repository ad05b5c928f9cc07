"""Dialogues of the demo: one line at a time, the same again after a restart, and an end."""

from localservices.demo.dialogues import (
    DIALOGUES,
    PREFIX,
    TO_A_PERSON,
    agent_says,
    customer_says,
    is_over,
    offers_visit,
)
from messaging.model.messages import Kind, Message

CHAT = f"{PREFIX}1"


def added(said: list[Message], sender: str, body: str) -> list[Message]:
    number = len(said) + 1
    return [*said, Message(CHAT, number, number, f"m{number}", Kind.TEXT, sender, body, number)]


def test_a_customer_and_an_agent_take_turns_to_the_end() -> None:
    said: list[Message] = []
    while text := customer_says(CHAT, said):
        assert customer_says(CHAT, said) == text
        assert not agent_says(CHAT, said)
        assert not is_over(CHAT, said)
        said = added(said, f"contact:{CHAT}", text)
        assert not customer_says(CHAT, said)
        said = added(said, "agent:a1", agent_says(CHAT, said))
    assert is_over(CHAT, said)
    assert [one.body for one in said] in [[line for pair in one for line in pair] for one in DIALOGUES]


def test_a_real_customer_is_answered_and_never_dismissed() -> None:
    said = added([], "contact:x", "hello")
    assert agent_says("c1", said) == TO_A_PERSON[0]
    said = added(added(said, "agent:a1", TO_A_PERSON[0]), "contact:x", "and?")
    assert agent_says("c1", said) == TO_A_PERSON[1]
    assert not is_over("c1", added(said, "agent:a1", "noted"))


def test_a_real_customer_is_offered_one_visit_once_answered() -> None:
    said = added([], "contact:x", "hello")
    assert not offers_visit("c1", said)
    said = added(said, "agent:a1", TO_A_PERSON[0])
    assert offers_visit("c1", said)
    assert not offers_visit(CHAT, said)
    assert not offers_visit("c1", [*said, Message("c1", 3, 3, "m3", Kind.CARD, "agent:a1", "{}", 3)])

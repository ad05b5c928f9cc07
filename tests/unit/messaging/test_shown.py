"""What customers see of messages: one counterpart, whoever serves them."""

import json

import pytest

from messaging.model.messages import Kind, Message, State, What, event_body
from messaging.shown import message_shown

SERVED = State(open=True, contact="talk.1", agent="agent:ana")


@pytest.mark.parametrize("what", What)
def test_customers_see_what_happened_and_never_to_which_agent(what: What) -> None:
    event = Message("talk", 2, 7, "op", Kind.EVENT, "routing", event_body(what, "agent:ana"), 1, SERVED)

    shown = message_shown(event, to_customer=True)

    assert (shown["body"], shown["sender"], shown["state"]) == (str(what), "service", {"open": True})
    assert "ana" not in json.dumps(shown)
    assert message_shown(event, to_customer=False)["body"] == f"{what} agent:ana"


def test_a_text_is_shown_whole() -> None:
    text = Message("talk", 2, 7, "1", Kind.TEXT, "agent:ana", "it is sold", 1, SERVED)
    shown = message_shown(text, to_customer=True)
    assert (shown["body"], shown["sender"]) == ("it is sold", "service")

"""Events: docs/events.md has every kind, and the product emits every kind."""

import re
from dataclasses import replace

import pytest
from django.conf import settings

from routing.dispatcher.dispatching import NEWS
from routing.model.events import EventKind, matched
from routing.model.outcomes import Match
from tests.builders import NOON, a_call_entry, an_agent_entry


@pytest.fixture
def page() -> str:
    """The page that describes the events."""
    return (settings.BASE_DIR / "docs" / "events.md").read_text()


def test_the_page_describes_every_kind_and_no_other(page: str) -> None:
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == [str(kind) for kind in EventKind]


def test_the_page_names_the_news_that_wake_a_dispatcher(page: str) -> None:
    wakes = page.split("The dispatcher wakes")[1].split(". ", maxsplit=1)[0]
    assert set(re.findall(r"`(\w+)`", wakes)) == {str(kind) for kind in NEWS}


def test_an_agent_who_answers_by_itself_is_told_of_twice() -> None:
    machine = replace(an_agent_entry(7, "ana"), auto_answer=True)

    offered, accepted = matched([Match(a_call_entry(3), machine)], NOON)

    assert (offered.kind, accepted.kind) == (EventKind.CALL_OFFERED, EventKind.CALL_ACCEPTED)
    assert (offered.agent_id, offered.call_id) == (accepted.agent_id, accepted.call_id) == ("ana", "c3")


def test_an_offer_names_every_queue_that_changed() -> None:
    match = Match(a_call_entry(3), an_agent_entry(7, "ana", languages=("English", "Spanish")))

    (event,) = matched([match], NOON)

    assert (event.agent_id, event.call_id) == ("ana", "c3")
    assert event.queues == ("Q#English#F", "Q#Spanish#F", "W#Spanish#Any")

"""Who waits for an answer, and since when."""

from datetime import datetime

from messaging.chats.waits import Wait, wait_of
from messaging.model.ids import moment_of_tick
from messaging.model.messages import Kind, Message


def said(*lines: tuple[str, Kind]) -> list[Message]:
    return [
        Message("talk", at, at << 15, str(at), kind, sender, "…", at)
        for at, (sender, kind) in enumerate(lines, start=1)
    ]


def at(number: int) -> datetime:
    return moment_of_tick(number)


LEO, ANA, ROBOT = ("contact:leo", Kind.TEXT), ("agent:ana", Kind.TEXT), ("program:robot", Kind.TEXT)


def test_a_customer_waits_since_the_first_message_without_an_answer() -> None:
    assert wait_of(said(LEO, ANA, LEO, LEO)) == Wait(by_customer=True, since=at(3))


def test_an_agent_waits_since_the_last_answer() -> None:
    assert wait_of(said(LEO, ANA, ROBOT)) == Wait(by_customer=False, since=at(3))


def test_events_recalls_and_reports_on_cards_answer_nobody() -> None:
    assert wait_of(said(LEO, ("routing", Kind.CARD))) == Wait(by_customer=True, since=at(1))
    assert wait_of(said(LEO, ("routing", Kind.EVENT), ("agent:ana", Kind.RECALL))) == Wait(
        by_customer=True, since=at(1)
    )
    assert wait_of(said(("routing", Kind.EVENT))) is None

"""Robot of the examples: what it says and hands over, also when it was stopped between the two."""

from types import ModuleType
from typing import Any

import pytest

from tests.examples import example

ME, CUSTOMER = "program:clerk", "contact:kim"


@pytest.fixture
def robot() -> ModuleType:
    return example("robot.py")


@pytest.mark.parametrize(
    ("last", "done"),
    [
        ((CUSTOMER, "when do you open", ME), ["messages"]),
        ((CUSTOMER, "is it sold", ME), ["messages", "transfer"]),
        ((ME, "We are open Monday to Friday, 9 a.m. to 6 p.m.", ME), []),
        ((ME, "Let me pass you on to a colleague.", ME), ["transfer"]),
        ((ME, "Let me pass you on to a colleague.", ""), []),
        ((CUSTOMER, "is it sold", "agent:ana"), []),
        (("routing", "transferred agent:ana", ME), ["messages"]),
        (("routing", "transferred program:clerk", ""), []),
    ],
)
def test_it_goes_on_from_the_last_message(
    robot: ModuleType, monkeypatch: pytest.MonkeyPatch, last: tuple[str, str, str], done: list[str]
) -> None:
    sender, body, agent = last
    message = {
        "number": 2,
        "kind": "event" if sender == "routing" else "text",
        "sender": sender,
        "body": body,
        "state": {"agent": agent},
    }
    posted: list[str] = []

    def ask(method: str, address: str, _found: Any = None) -> Any:
        if method == "POST":
            posted.append(address.rpartition("/")[2])
        return {"items": [message]}

    monkeypatch.setattr(robot, "ask", ask)
    robot.serve(ME, "c1")
    assert posted == done

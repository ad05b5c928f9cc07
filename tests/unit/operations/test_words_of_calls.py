"""Words of buttons on the page of a call, which is also that of a chat."""

from operations.buttons import Place
from operations.calls import ON_CALLS
from operations.operation import Subject


def test_buttons_on_the_page_of_a_call_also_fit_a_chat() -> None:
    shown = [
        f"{button.opens} {button.word} {button.question} {button.note}".lower()
        for operation in ON_CALLS
        if operation.subject is Subject.CALL
        for button in operation.buttons
        if Place.PAGE in button.at
    ]
    assert len(shown) > 5
    assert not [words for words in shown if "call" in words.replace("tab of calls", "")]

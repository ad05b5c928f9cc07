"""Writing operations of chats and chat rows."""

from collections.abc import Callable
from dataclasses import replace

from routing import services
from routing.model.agents import Choice
from routing.model.queues import CHAT, call_queue
from routing.router import Router
from tests.builders import a_waiting_agent
from tests.contracts.chats.chat_life import a_chat, a_row, chatting, ringing
from tests.integration.routing.writes import WriteCase

IDLE = 1800.0
Act = Callable[[Router], object]


def _case(
    name: str, fill: Act, run: Act, *, takes_ticket: bool = False, later_seconds: float = 0
) -> WriteCase:
    return WriteCase(
        name,
        lambda router: fill(_with_chats(router)),
        lambda router: run(_with_chats(router)),
        takes_ticket=takes_ticket,
        later_seconds=later_seconds,
    )


def _with_chats(router: Router) -> Router:
    return replace(router, skills=replace(router.skills, channels=("", CHAT)))


def _full(router: Router) -> None:
    """Ana has no free slot; h3 waits, and bea too, who speaks another language."""
    a_row(router, slots=2)
    chatting(router, "h1", "h2")
    a_chat(router, "h3")
    a_row(router, "bea", languages=("English",))


def _waiting(router: Router) -> None:
    """Ana has a chat and a free slot."""
    a_row(router, slots=2)
    chatting(router, "h1")


def _ringing(router: Router) -> None:
    """A second chat rings for ana."""
    a_row(router, slots=3)
    ringing(router, "h1", "h2")


def _slots(slots: int) -> Act:
    return lambda router: services.agent_slots(router, agent_id="ana", slots=slots, by="boss")


def _choose(choice: Choice) -> Act:
    return lambda router: services.agent_choose(router, agent_id="ana~chat", choice=choice, by="ana")


def _accept(router: Router) -> object:
    return services.call_accept(router, call_id="h2", agent_id="ana~chat")


def _transfer(router: Router) -> object:
    english = call_queue("English", "Any", channel=CHAT)
    return services.call_transfer(router, call_id="h1", to_queue=english, reason="speaks English")


def _when_due(router: Router) -> object:
    return services.call_when_due(router, call_id="h1")


def _close(router: Router) -> object:
    return services.call_complete(router, call_id="h1", agent_id="ana~chat")


CHAT_WRITES: tuple[WriteCase, ...] = (
    _case("slots_of_a_new_row", lambda router: a_waiting_agent(router, "ana"), _slots(2)),
    _case("slots_raised", _full, _slots(3), takes_ticket=True),
    _case("slots_lowered", _waiting, _slots(1)),
    _case(
        "chat_accept",
        _ringing,
        _accept,
        takes_ticket=True,
    ),
    _case("chat_decline", _ringing, lambda r: services.call_decline(r, call_id="h2", agent_id="ana~chat")),
    _case("chat_close_of_a_full_row", _full, _close, takes_ticket=True),
    _case("chat_close_of_a_waiting_row", _waiting, _close),
    _case("chat_close_while_another_rings", _ringing, _close),
    _case("chat_hand_back", _waiting, lambda r: services.call_hand_back(r, call_id="h1", reason="left")),
    _case(
        "chat_transfer",
        _full,
        lambda r: services.call_transfer(
            r, call_id="h1", to_queue=call_queue("English", "Any", channel=CHAT)
        ),
        takes_ticket=True,
    ),
    _case(
        "chat_to_robot",
        _full,
        lambda r: services.call_to_robot(r, call_id="h1", robot="clerk"),
        takes_ticket=True,
    ),
    _case("chat_row_pauses", _waiting, _choose(Choice.PAUSED)),
    _case(
        "chat_row_release",
        _ringing,
        lambda r: services.agent_release(r, agent_id="ana~chat", reason="left", by="boss"),
    ),
    _case(
        "chat_closed_when_idle",
        _waiting,
        _when_due,
        later_seconds=IDLE,
    ),
)

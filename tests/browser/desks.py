"""Desk in a browser: an agent, a user at its desk, ringing calls, counted chimes."""

from datetime import timedelta

from playwright.sync_api import Locator, Page, expect

from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus
from routing.selectors import agent as agent_read
from routing.selectors import call as call_read
from routing.selectors import living_calls
from routing.services import agent_choose, agent_create, agent_release, call_abandon, call_enqueue
from tests.browser.site import Site
from tests.waiting import wait_until

ANA = "ana"
LIVE = "[data-connection=live]"
# Counts chimes: a chime is several tones that begin within a moment.
COUNTING = """
const start = OscillatorNode.prototype.start;
window.tones = 0;
OscillatorNode.prototype.start = function (...args) { window.tones += 1; return start.apply(this, args); };
"""
TONES_OF_A_CHIME = 4


def seat_olga(page: Page, site: Site) -> None:
    """Creates the agent Ana Torres; a supervisor, whose page it is, assigns her desk to the operator Olga."""
    agent_create(
        site.router,
        name="Ana Torres",
        gender="F",
        languages=["Spanish"],
        agent_id=ANA,
        status=AgentStatus.OFFLINE,
    )
    seat(page, ANA, "olga")
    expect(page.locator(".desk-other")).to_contain_text("olga is at this desk")


def seat(page: Page, agent_id: str, user: str) -> None:
    """A supervisor, whose page it is, assigns a desk."""
    page.goto(f"/desk/{agent_id}/")
    page.get_by_label("Seat").fill(user)
    page.get_by_role("button", name="Seat here").click()
    expect(page.get_by_role("button", name="Seat here")).to_have_count(0)


def present(site: Site) -> Agent:
    """Ana in the table."""
    found = agent_read(site.router, ANA)
    assert found
    return found


def call_now(site: Site, call: Call) -> Call:
    """The call in the table."""
    found = call_read(site.router, call.call_id)
    assert found
    return found


def free(site: Site) -> None:
    """Ana waits for calls, with no other agent in line."""
    wait_until(lambda: _is_freed(site), "Ana waits and nobody calls")


def _is_freed(site: Site) -> bool:
    """Ends all calls first: one left waiting would ring at Ana's desk as soon as she is back."""
    for call in living_calls(site.router):
        call_abandon(site.router, call_id=call.call_id)
    agent_release(site.router, agent_id=ANA, reason="the next test")
    agent_choose(site.router, agent_id=ANA, choice=Choice.READY)
    return present(site).status is AgentStatus.QUEUED and not living_calls(site.router)


def a_call_rings(site: Site, caller: str = "Leo Ruiz") -> Call:
    """A call comes and rings at Ana's desk."""
    call = call_enqueue(site.router, language="Spanish", caller=caller, topic="Order")
    assert isinstance(call, Call)
    wait_until(lambda: call_now(site, call).status is CallStatus.OFFERED, "the call rings")
    return call_now(site, call)


def waiting_desk(page: Page) -> None:
    """Ana's desk, once it follows the stream: the server's page looks the same, but has no keys yet."""
    expect(page.locator(LIVE)).to_be_visible()
    stage(page, "waiting")


def ready(page: Page, name: str) -> None:
    """The button takes clicks and keys: no request is pending, and the data is fresh."""
    expect(page.get_by_role("button", name=name, exact=True)).to_be_enabled()


def stage(page: Page, name: str) -> Locator:
    """The desk's card, once it says so."""
    card = page.locator(f".desk-stage[data-stage={name}]")
    expect(card).to_be_visible()
    return card


def press(page: Page, name: str) -> None:
    """Clicks the button with this name."""
    page.get_by_role("button", name=name, exact=True).click()


def left(page: Page) -> int:
    """Seconds left to answer or to write up, as shown."""
    return int(page.locator(".desk-ring .number").inner_text())


def more_wrap_up(desk: Page, site: Site, seconds: int) -> None:
    """Presses the button for it and sees the time grow, on the desk and in the table."""
    shown, until = left(desk), present(site).until
    assert until
    press(desk, f"+{seconds} s")
    wait_until(lambda: left(desk) > shown, "more time is shown")
    assert present(site).until == until + timedelta(seconds=seconds)

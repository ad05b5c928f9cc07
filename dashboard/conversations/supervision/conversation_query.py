"""Query of the list of conversations, from its address: scene, state, agent, text, page. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from dashboard.pages.paging import read_page, read_text
from routing.model.calls import ENDED, CallStatus

MOST_TEXT = 80

WAITING = frozenset({CallStatus.QUEUED, CallStatus.OFFERED, CallStatus.DEAD_LETTERED})
IN_PROGRESS = frozenset({CallStatus.CREATED, CallStatus.IN_PROGRESS})
# Choices of `state` in the address, in the order of the form. A failed one waits, too: for a person.
CHOICES: dict[str, tuple[str, frozenset[CallStatus]]] = {
    "": ("All", WAITING | IN_PROGRESS | ENDED),
    "waiting": ("Waiting", WAITING),
    "in-progress": ("In progress", IN_PROGRESS),
    "closed": ("Closed", ENDED),
}


@dataclass(frozen=True)
class Asked:
    """Names of a scene, of a state in `CHOICES`, of an agent, words, and pages, counted from 1."""

    scene: str = ""
    state: str = ""
    agent: str = ""
    text: str = ""
    page: int = 1
    closed: int = 1

    @property
    def is_filter(self) -> bool:
        return bool(self.scene or self.state or self.agent or self.text)

    @property
    def statuses(self) -> frozenset[CallStatus]:
        return CHOICES[self.state][1]

    def query(self, **other: int) -> str:
        """The address of this query with another page."""
        asked = replace(self, **other)  # type: ignore[arg-type]  # the pages
        said = {
            "scene": asked.scene,
            "state": asked.state,
            "agent": asked.agent,
            "q": asked.text,
            "page": asked.page if asked.page > 1 else "",
            "closed": asked.closed if asked.closed > 1 else "",
        }
        return "?" + urlencode({name: value for name, value in said.items() if value != ""})


def read_asked(address: Mapping[str, str], *, scenes: Collection[str], agents: Collection[str]) -> Asked:
    """The query of an address; invalid values are left out."""
    scene, state, agent = (address.get(name, "") for name in ("scene", "state", "agent"))
    return Asked(
        scene=scene if scene in scenes else "",
        state=state if state in CHOICES else "",
        agent=agent if agent in agents else "",
        text=read_text(address.get("q", ""), MOST_TEXT),
        page=read_page(address.get("page", "")),
        closed=read_page(address.get("closed", "")),
    )

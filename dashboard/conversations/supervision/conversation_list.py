"""Page of conversations: open and recently closed ones, for supervisors."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from dashboard.access.permissions import SUPERVISE, shown_to
from dashboard.conversations.supervision.conversation_query import CHOICES, MOST_TEXT, read_asked
from dashboard.conversations.supervision.conversation_search import Search
from dashboard.desk.chat_config import SOCKET
from dashboard.formats.scene_names import scene_choices
from dashboard.pages.live_pages import LivePage
from messaging.chats.present import CLOSED_HOURS
from messaging.runtime import chats, inbox, scenes
from operations.reach import reach_of
from routing import selectors
from routing.model.agents import person_id
from routing.runtime import router

PAGE = LivePage(
    "dashboard/conversations/list.html", "dashboard/conversations/list_part.html", every_seconds=2, polls=True
)


@shown_to(SUPERVISE)
def conversations(request: HttpRequest) -> HttpResponse:
    """The conversations selected by `scene`, `state`, `agent` and `q` in the address, a page of each kind.

    503 while DynamoDB is away.
    """
    return PAGE.whole(request, lambda: _found(request), watched=[["calls"], ["agents"]])


@shown_to(SUPERVISE)
def conversations_state(request: HttpRequest) -> HttpResponse:
    """The page's part as JSON; 503 as the page."""
    return PAGE.state(request, lambda: _found(request))


def _found(request: HttpRequest) -> dict[str, Any]:
    agents = selectors.agents(router(), consistent=False)
    titles = dict(scene_choices(scenes().by_name))
    who = {person_id(one.agent_id): one.name for one in agents if one.channel}
    asked = read_asked(request.GET.dict(), scenes=titles, agents=who)
    found = Search(chats(), inbox().source, agents, titles, reach_of(request.user)).find(asked)
    opened, closed = found.open, found.closed
    return {
        "asked": asked,
        "choices": [(name, word) for name, (word, _) in CHOICES.items()],
        "scenes": list(titles.items()),
        "agents": sorted(who.items(), key=lambda one: one[1].casefold()),
        "found": found,
        "hours": CLOSED_HOURS,
        "most_text": MOST_TEXT,
        "socket": SOCKET,
        "open_before": asked.query(page=opened.number - 1) if opened.number > 1 else "",
        "open_after": "" if opened.is_last else asked.query(page=opened.number + 1),
        "closed_before": asked.query(closed=closed.number - 1) if closed.number > 1 else "",
        "closed_after": "" if closed.is_last else asked.query(closed=closed.number + 1),
    }

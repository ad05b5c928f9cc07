"""Desk: an agent's chats, ringing and in progress, and who waits in each."""

from dataclasses import dataclass

from messaging.chats.centre import Chats
from messaging.chats.waits import Wait, wait_of
from messaging.model.limits import HIGHEST_NUMBER
from messaging.model.parties import Party
from messaging.storage.keys import log_of
from messaging.storage.log import read_range
from routing import selectors
from routing.model.agents import Agent, row_id
from routing.model.calls import Call

# Messages read to find the wait; a customer who has sent more without a reply has waited longer than it says.
MOST_READ = 30


@dataclass(frozen=True)
class Desk:
    """An agent's chats: the chat row, the one that rings, those in progress."""

    row: Agent
    offered: Call | None
    held: tuple[Call, ...]
    waits: dict[str, Wait]


def desk_chats(chats: Chats, *, agent: Party) -> Desk | None:
    """The chats of an agent, and the waits by conversation; None without a chat row."""
    row = selectors.agent(chats.router, row_id(agent.name))
    if row is None:
        return None
    found = {call.call_id: call for call in selectors.calls(chats.router, row.call_ids)}
    held = tuple(found[one] for one in row.held if one in found)
    waits = {one.chat_id: wait for one in held if (wait := wait_now(chats, one.chat_id))}
    return Desk(row, found.get(row.call_id or ""), held, waits)


def wait_now(chats: Chats, chat: str) -> Wait | None:
    """The wait in a conversation, from its newest messages."""
    table = chats.messenger.table
    newest = read_range(table, log_of(chat), 1, HIGHEST_NUMBER, limit=MOST_READ, newest_first=True)
    return wait_of(newest)

"""Frames to devices: JSON, in the words of the device protocol. Pure."""

import json
from typing import Any

from messaging.inbox.news import News
from messaging.model.messages import Message
from messaging.shown import message_shown, notice_shown, party_shown


def hello_frame(epoch: str, stamp: int) -> str:
    """Everything after this stamp follows; what was before is in the list of conversations."""
    return _frame("hello", epoch=epoch, stamp=stamp)


def beat_frame(epoch: str, stamp: int) -> str:
    """The stamp of the last frame sent to this device: one that has not seen it has missed a frame."""
    return _frame("beat", epoch=epoch, stamp=stamp)


def message_frame(message: Message, *, to_customer: bool, is_own: bool) -> str:
    """A message; `own` if this user sent it, which in the conversation of an alias no name tells."""
    return _frame("message", **message_shown(message, to_customer=to_customer), own=is_own)


def notice_frame(notice: Message) -> str:
    """A notice, for every device of staff."""
    return _frame("notice", **notice_shown(notice))


def read_frame(chat: str, *, number: int, count: int) -> str:
    """This user has read, on some device."""
    return _frame("read", chat=chat, number=number, count=count)


def stamped(frame: str, *, prev: int, stamp: int) -> str:
    """The frame with its stamp, and that of the frame before it to the same device."""
    return f'{frame[:-1]},"prev":{prev},"stamp":{stamp}}}'


def transient_frame(news: News, *, to_customer: bool) -> str:
    """Who is typing, has seen a message, or has written a note; it may be lost."""
    number = {"number": news.number} if news.number else {}
    party = party_shown(news.party, to_customer=to_customer)
    return _frame(news.kind, chat=news.chat, party=party, **number)


def watching_frame(chat: str, *, is_watched: bool) -> str:
    """Whether this device gets all messages and notes of a conversation from now on."""
    return _frame("watching", chat=chat, watched=is_watched)


def _frame(type_: str, /, **fields: Any) -> str:
    return json.dumps({"type": type_, **fields}, ensure_ascii=False, separators=(",", ":"))

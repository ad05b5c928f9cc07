"""Limits of what comes in: texts, ids, numbers; and those from the settings. Pure."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from unicodedata import category

from messaging.exceptions import InvalidFieldError, TooLongError
from messaging.model.notices import LONGEST_DEVICE

LONGEST_TEXT = 4000
LONGEST_TITLE = 100
LONGEST_CLIENT_ID = 36
LONGEST_CHAT_ID = 64
LONGEST_SCENE = 60
LONGEST_REPLY_ID = 36
HIGHEST_NUMBER = 9_999_999_999
# The start of the year 9999 in seconds of the epoch: a `datetime` of the next year cannot exist.
HIGHEST_SECOND = 253_370_764_800
MOST_AT_ONCE = 200
# Members who are told one by one; in a larger conversation the list of each is completed when it is read.
MOST_TOLD = 64
LINE_BREAKS = frozenset("\n\t")
# Categories of characters that show nothing: spaces, and formats such as joiners and byte order marks.
UNSEEN = frozenset(("Cf", "Zs", "Zl", "Zp"))
# Characters of other categories that show nothing by themselves: fillers, joiners, variation selectors.
BLANK = LINE_BREAKS | frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0\ufe0e\ufe0f")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]*")


@dataclass(frozen=True)
class Limits:
    """Limits from the settings: members of a group, seconds for a sender's recall, days that messages are
    kept. `scene_days` gives those of a scene; 0: as all others.
    """

    members: int = 2000
    recall_seconds: int = 120
    keep_days: int = 400
    scene_days: Callable[[str], int] = lambda _scene: 0

    def days_kept(self, scene: str) -> int:
        return self.scene_days(scene) or self.keep_days


def check_text(body: str, *, field: str = "body", limit: int = LONGEST_TEXT) -> str:
    """The text, if it may be stored and shown. Raises InvalidFieldError and TooLongError."""
    if not body.strip():
        raise InvalidFieldError(field, body, f"1 to {limit} characters are needed", limit=limit)
    if len(body) > limit:
        raise TooLongError(field, len(body), limit)
    for place, letter in enumerate(body, start=1):
        if category(letter) in ("Cc", "Cs") and letter not in LINE_BREAKS:
            raise InvalidFieldError(field, letter, f"character {place} is a control character")
    return body


def check_body(body: str) -> str:
    """The text of a message or note, if there is anything to see in it. Raises as `check_text`."""
    return check_text(body if any(map(_is_visible, body)) else "")


def _is_visible(letter: str) -> bool:
    return category(letter) not in UNSEEN and letter not in BLANK


def check_title(title: str) -> str:
    """A title, which may be empty. Raises InvalidFieldError and TooLongError."""
    return check_text(title, field="title", limit=LONGEST_TITLE) if title else ""


def check_client_id(client_id: str) -> str:
    return _check_id(client_id, field="client_id", limit=LONGEST_CLIENT_ID)


def check_chat_id(chat: str) -> str:
    return _check_id(chat, field="chat", limit=LONGEST_CHAT_ID)


def check_reply_id(reply_id: str) -> str:
    return _check_id(reply_id, field="reply_id", limit=LONGEST_REPLY_ID)


def check_scene_name(name: str) -> str:
    return _check_id(name, field="scene", limit=LONGEST_SCENE)


def check_device(device: str) -> str:
    return _check_id(device, field="device", limit=LONGEST_DEVICE)


def check_number(number: int, *, field: str, least: int = 0, most: int = HIGHEST_NUMBER) -> int:
    """A whole number in a range. Raises InvalidFieldError."""
    if not least <= number <= most:
        raise InvalidFieldError(field, number, f"it must be from {least} to {most}", limit=most)
    return number


def _check_id(text: str, *, field: str, limit: int) -> str:
    if len(text) > limit:
        raise TooLongError(field, len(text), limit)
    if not _ID.fullmatch(text):
        allowed = f"1 to {limit} letters, digits, '.', '_', ':' or '-', the first a letter or digit"
        raise InvalidFieldError(field, text, allowed, limit=limit)
    return text

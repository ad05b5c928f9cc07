"""Canned reply: title, body with placeholders, limits. Pure."""

import re
from dataclasses import dataclass
from datetime import datetime

from messaging.exceptions import InvalidFieldError
from messaging.model.limits import LONGEST_TEXT, LONGEST_TITLE, check_text

SHARED = "shared"
MOST_REPLIES = 100
PLACEHOLDERS = ("customer", "agent", "scene")
OF_CONTEXT = "context."
IN_WORDS = "{customer}, {agent}, {scene} or {context.key}, with a key of the page's context"
_PLACEHOLDER = re.compile(r"\{([^{}\n]*)\}")
_KEY = re.compile(r"context\.[A-Za-z][A-Za-z0-9_]{0,39}")


@dataclass(frozen=True)
class Reply:
    """A text that agents insert into a chat; the desk fills in its placeholders."""

    reply_id: str
    title: str
    body: str
    version: int
    changed_by: str = ""
    changed_at: datetime | None = None


def check_reply(title: str, body: str) -> None:
    """Raises InvalidFieldError and TooLongError; a placeholder that nothing fills in is refused."""
    check_text(title, field="title", limit=LONGEST_TITLE)
    check_text(body, limit=LONGEST_TEXT)
    for name in _PLACEHOLDER.findall(body):
        if name not in PLACEHOLDERS and not _KEY.fullmatch(name):
            raise InvalidFieldError("body", f"{{{name[:40]}}}", f"write {IN_WORDS}")

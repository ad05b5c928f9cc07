"""Profile: what a site tells about its customer: name, and context such as the car viewed. Pure."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from messaging.exceptions import InvalidFieldError, TooLongError
from messaging.model.limits import check_text
from routing.folding import folded

MOST_KEYS = 20
MOST_CHARACTERS = 2000
LONGEST_NAME = 100
LARGEST = 10**15
# A customer may have several pages open, each with a context of its own.
MOST_CONTEXTS = 5
# Words of a name by which its contact is found.
MOST_WORDS = 8
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")

Context = Mapping[str, str | int | float]


@dataclass(frozen=True)
class Profile:
    """A contact's name and its newest contexts, the newest last; `version` 0: it has no item yet.

    `words` are those of its name under which it is listed; none yet in a profile of an earlier release.
    """

    name: str = ""
    contexts: tuple[tuple[str, Context], ...] = ()
    version: int = 0
    words: tuple[str, ...] = ()

    def context(self, digest: str) -> Context:
        """One of the contexts; empty if it is none of the newest."""
        return dict(self.contexts).get(digest, {})

    def told(self, name: str, context: Context) -> "Profile":
        """The profile after its site has told of it; unchanged if all of that is known."""
        digest = digest_of(context)
        contexts = self.contexts
        if context and digest not in dict(contexts):
            contexts = (*contexts, (digest, context))[-MOST_CONTEXTS:]
        name = name or self.name
        after = replace(self, name=name, contexts=contexts, words=words_of(name))
        return after if after == self else replace(after, version=self.version + 1)


def words_of(name: str) -> tuple[str, ...]:
    """The words under which a contact of this name is found, folded, in alphabetical order."""
    return tuple(sorted({*name_words(name)[:MOST_WORDS]}))


def name_words(text: str) -> list[str]:
    """The words of a name, or of a search for one, without case, accents and punctuation."""
    return re.findall(r"\w+", folded(text))


def digest_of(context: Context) -> str:
    """The name of a context among those of its contact; empty for none."""
    if not context:
        return ""
    return sha256(json.dumps(context, sort_keys=True).encode()).hexdigest()[:12]


def check_name(name: object) -> str:
    """Raises InvalidFieldError and TooLongError."""
    if not isinstance(name, str):
        raise InvalidFieldError("name", "…", "it must be text")
    return check_text(name.strip(), field="name", limit=LONGEST_NAME) if name.strip() else ""


def check_context(given: object) -> Context:
    """A flat object of texts and numbers. Raises InvalidFieldError and TooLongError."""
    if not isinstance(given, dict) or len(given) > MOST_KEYS:
        allowed = f"it must be an object with at most {MOST_KEYS} texts and numbers"
        raise InvalidFieldError("context", "…", allowed, limit=MOST_KEYS)
    for key, value in given.items():
        _check_entry(key, value)
    length = len(json.dumps(given, ensure_ascii=False))
    if length > MOST_CHARACTERS:
        raise TooLongError("context", length, MOST_CHARACTERS)
    return given


def _check_entry(key: str, value: Any) -> None:
    if not _KEY.fullmatch(key):
        allowed = "a key must have 1 to 40 letters, digits or '_', starting with a letter"
        raise InvalidFieldError("context", key[:60], allowed, limit=40)
    where = f"context.{key}"
    if isinstance(value, str):
        if value:
            check_text(value, field=where, limit=MOST_CHARACTERS)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidFieldError(where, "…", "it must be text or a number")
    elif not math.isfinite(value) or abs(value) > LARGEST:
        raise InvalidFieldError(where, "…", f"it must be a number up to {LARGEST:,}", limit=LARGEST)

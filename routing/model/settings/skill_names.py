"""Skills as a document: their display names, names of queues, former skills. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.queues import ANY, CALL_SIDE, CHANNEL_MARK, SEPARATOR, QueueKey
from routing.model.skills import GENDERS, LANGUAGES, TOPICS, Former, Skills

NAMES_OF_QUEUES, REPLACED = "queues", "replaced"
# Field: the most names it takes.
MOST = {LANGUAGES: 50, GENDERS: 10, TOPICS: 50}
MOST_FORMER = 200
LONGEST_NAME = 40
Texts = Mapping[str, str]
# The key of a call queue in a sentence of the routing: "W#Spanish#Any is full", "to W#Spanish#Any: …".
KEY_IN_TEXT = re.compile(
    rf"(?<!\S){CALL_SIDE}(?:{re.escape(CHANNEL_MARK)}\w+)?(?:{SEPARATOR}[^{SEPARATOR}:]+?){{2,3}}(?= is |:|$)"
)


@dataclass(frozen=True)
class Names:
    """Display names by skill and by key of a call queue; what has none is shown as it is."""

    languages: Texts = field(default_factory=dict)
    genders: Texts = field(default_factory=dict)
    topics: Texts = field(default_factory=dict)
    queues: Texts = field(default_factory=dict)

    def of(self, field: str) -> Texts:
        """The names of a field of the document."""
        named: Texts = getattr(self, field)
        return named

    def of_queue(self, queue: QueueKey | str) -> str:
        """`W#Spanish#Any` as its own name, else as "Spanish · Any"; of chats "Chat · Spanish · Any"."""
        line, *skills = str(queue).split(SEPARATOR)
        parts = (self.languages, self.genders, self.topics)
        own = self.queues.get(str(queue))
        words = [own] if own else [names.get(one, one) for names, one in zip(parts, skills, strict=False)]
        return " · ".join([*map(str.capitalize, line.split(CHANNEL_MARK)[1:]), *words])

    def in_words(self, text: str) -> str:
        """A reason that the routing has written, with the names of queues for their keys."""
        return KEY_IN_TEXT.sub(lambda found: self.of_queue(found[0]), text)


def skills_document(languages: tuple[str, ...], genders: tuple[str, ...], topics: tuple[str, ...]) -> Any:
    """The document of skills whose names are the skills themselves."""
    lists = {LANGUAGES: languages, GENDERS: genders, TOPICS: topics}
    return {where: {name: name for name in names} for where, names in lists.items()}


def read_skills(document: Any, channels: tuple[str, ...]) -> tuple[Skills, Names]:
    """The skills and their names: `{"languages": {"Spanish": "Español"}, "genders": …, "topics": …,
    "queues": {"W#Spanish#Any": "Spain"}, "replaced": {"languages": {"French": "Spanish"}}}`.

    Raises InvalidFieldError with the place in the document.
    """
    found = _map("skills", document, {*MOST, NAMES_OF_QUEUES, REPLACED})
    named = {where: _names(where, found.get(where, {}), most) for where, most in MOST.items()}
    lists = {where: tuple(names) for where, names in named.items()}
    skills = Skills(**lists, channels=channels, former=_former(found.get(REPLACED, {}), lists))
    return skills, Names(**named, queues=_queues(found.get(NAMES_OF_QUEUES, {}), skills))


def _names(where: str, given: Any, most: int) -> Texts:
    names = _texts(where, given)
    if len(names) > most:
        raise InvalidFieldError(where, len(names), f"at most {most}")
    if len(set(names.values())) != len(names):
        raise InvalidFieldError(where, ", ".join(names.values()), "each display name may appear once")
    return names


def _former(given: Any, lists: Mapping[str, tuple[str, ...]]) -> tuple[Former, ...]:
    found = []
    for where, names in _map(REPLACED, given, set(MOST)).items():
        choices = (*lists[where], *(() if where == LANGUAGES else (ANY,)))
        for name, instead in _texts(f"{REPLACED} {where}", names).items():
            if name in lists[where]:
                raise InvalidFieldError(f"{REPLACED} {where}", name, f"it is still in {where}")
            if instead not in choices:
                allowed = f"choose one of {', '.join(choices)}"
                raise InvalidFieldError(f"{REPLACED} {where} {name}", instead, allowed)
            found.append(Former(where, name, instead))
    if len(found) > MOST_FORMER:
        raise InvalidFieldError(REPLACED, len(found), f"at most {MOST_FORMER}")
    return tuple(found)


def _queues(given: Any, skills: Skills) -> Texts:
    names = _texts(NAMES_OF_QUEUES, given)
    for key in names:
        try:
            skills.queue_named(key, side=CALL_SIDE)
        except RoutingError as error:
            raise InvalidFieldError(NAMES_OF_QUEUES, key, str(error)) from None
    return names


def _texts(where: str, given: Any) -> Texts:
    for name, text in _map(where, given).items():
        is_name = isinstance(text, str) and text == text.strip() and text.isprintable()
        if not is_name or not 1 <= len(text) <= LONGEST_NAME:
            raise InvalidFieldError(
                f"{where} {name}", text, f"a display name has 1 to {LONGEST_NAME} characters"
            )
    return dict(given)


def _map(where: str, given: Any, names: set[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(given, dict) or not all(isinstance(one, str) for one in given):
        raise InvalidFieldError(where, given, "it must be a map")
    if names is not None and (others := given.keys() - names):
        raise InvalidFieldError(where, ", ".join(sorted(others)), f"choose from {', '.join(sorted(names))}")
    return given

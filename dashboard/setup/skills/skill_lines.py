"""Skills as lines of text, and the document of changed lines. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from routing.exceptions import InvalidFieldError
from routing.model.queues import ANY, SEPARATOR
from routing.model.settings.skill_names import NAMES_OF_QUEUES, REPLACED
from routing.model.skills import GENDERS, LANGUAGES, TOPICS

LISTS = (LANGUAGES, GENDERS, TOPICS)
FIELDS = (*LISTS, NAMES_OF_QUEUES)
Instead = Mapping[tuple[str, str], str]


def lines_of(names: Mapping[str, str]) -> str:
    """Names as lines: `Spanish: Español`, or `Spanish` alone where both are the same."""
    return "\n".join(name if name == shown else f"{name}: {shown}" for name, shown in names.items())


def names_in(label: str, text: str) -> dict[str, str]:
    """The names of lines. Raises InvalidFieldError with the line."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        name, _, shown = (one.strip() for one in line.partition(":"))
        if not line.strip():
            continue
        if not name or name in found:
            allowed = "each may appear once" if name else "put a code before the colon"
            raise InvalidFieldError(f"{label}, line {number}", line.strip()[:60], allowed)
        found[name] = shown or name
    return found


def removed_from(present: Mapping[str, Any], after: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Field and name of each skill that is no longer listed; of topics only while others are."""
    return [
        (where, name)
        for where in LISTS
        for name in present.get(where, {})
        if name not in after[where] and (where != TOPICS or after[where])
    ]


def choices_for(where: str, after: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What can take the place of a removed skill, with its display name."""
    wide = [] if where == LANGUAGES else [(ANY, "No preference")]
    return [*wide, *after[where].items()]


def document_with(present: Mapping[str, Any], after: Mapping[str, Any], instead: Instead) -> dict[str, Any]:
    """The document of changed lists; skills removed before follow when their replacement is removed too."""
    gone = {name for _, name in removed_from(present, after)}
    queues = {key: name for key, name in after[NAMES_OF_QUEUES].items() if not gone & {*key.split(SEPARATOR)}}
    replaced = {where: dict(_replaced(where, present, after, instead)) for where in LISTS}
    found = {**{where: after[where] for where in LISTS}, NAMES_OF_QUEUES: queues}
    return {**found, REPLACED: {where: names for where, names in replaced.items() if names}}


def _replaced(
    where: str, present: Mapping[str, Any], after: Mapping[str, Any], instead: Instead
) -> Iterator[tuple[str, str]]:
    own = {name: other for (of, name), other in instead.items() if of == where}
    before = present.get(REPLACED, {}).get(where, {})
    for name, chosen in {**before, **own}.items():
        if name in after[where]:
            continue
        other = own.get(chosen, chosen)
        if other in after[where] or (other == ANY and where != LANGUAGES):
            yield name, other
        elif where != LANGUAGES:
            yield name, ANY

"""Audits and repairs of packages above, over this table and their own; they register here."""

from collections.abc import Callable, Collection, Iterator

from routing.repair.audit import Finding
from routing.repair.recounting import Repaired
from routing.router import Router

Find = Callable[[Router], Collection[Finding]]
Mend = Callable[[Router], Iterator[Repaired]]
_parts: dict[str, tuple[Find, Mend]] = {}


def audit_also(name: str, find: Find, mend: Mend) -> None:
    """From now on the command also looks for, and mends, what `find` names; one part under each name."""
    _parts[name] = (find, mend)


def found_beside(router: Router, *, pause: Callable[[], None]) -> list[Finding]:
    """What two readings in a row found alike; see `audit`."""
    suspected = {one for find, _ in _parts.values() for one in find(router)}
    if not suspected:
        return []
    pause()
    return sorted(suspected & {one for find, _ in _parts.values() for one in find(router)})


def mended_beside(router: Router) -> Iterator[Repaired]:
    """Makes every possible repair and yields each after its commit; consume the whole iterator."""
    for _, mend in _parts.values():
        yield from mend(router)

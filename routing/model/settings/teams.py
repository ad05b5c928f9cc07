"""Teams of agents: their codes and names. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from routing.exceptions import InvalidFieldError
from routing.model.contact_outcomes import check_code, check_label, check_many

TEAMS = "teams"
LABEL = "label"
MOST_TEAMS = 100


@dataclass(frozen=True)
class Teams:
    """The names of the teams by code, in their order."""

    names: Mapping[str, str] = field(default_factory=dict)

    def name(self, code: str) -> str:
        """A team in words; a code that is no longer set up is returned unchanged."""
        return self.names.get(code, code)

    def fault(self, code: str, field: str = "team") -> InvalidFieldError | None:
        """What is wrong with a code that is not one of these."""
        if code in self.names:
            return None
        none = "no teams are set up; administrators add them under Setup → Teams"
        known = f"choose one of {', '.join(self.names)}" if self.names else none
        return InvalidFieldError(field, code[:60], known)


def read_teams(given: Mapping[str, Mapping[str, Any]]) -> Teams:
    """The teams that a document has: `{"sales": {"label": "Sales"}}`. Raises InvalidFieldError."""
    check_many(TEAMS, given, MOST_TEAMS)
    names = {code: _name(code, one) for code, one in given.items()}
    for name in names.values():
        if [*names.values()].count(name) > 1:
            raise InvalidFieldError(TEAMS, name, "each name may appear once")
    return Teams(names)


def _name(code: str, given: Mapping[str, Any]) -> str:
    where = f"{TEAMS} {code}"
    check_code(TEAMS, code)
    if given.keys() - {LABEL}:
        raise InvalidFieldError(where, ", ".join(given), f"the only field is {LABEL}")
    check_label(f"{where} {LABEL}", given.get(LABEL))
    return str(given[LABEL])

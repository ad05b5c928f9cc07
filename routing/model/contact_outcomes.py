"""Outcomes of contacts: codes of two levels that agents choose from, as settings have them. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from routing.exceptions import InvalidFieldError

SETTING = "outcomes"
MOST_GROUPS = 20
MOST_CODES = 50
LONGEST_CODE = 30
LONGEST_LABEL = 40
LONGEST_NOTE = 2000
BETWEEN = "."
_CODE = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{LONGEST_CODE - 1}}}")


@dataclass(frozen=True)
class Group:
    """One group of outcomes; `codes` has the label of each, by the code within the group."""

    code: str
    label: str
    codes: Mapping[str, str]


@dataclass(frozen=True)
class ContactOutcomes:
    """All outcomes, in the order of the setting; none: agents write only notes."""

    groups: tuple[Group, ...] = ()

    @property
    def labels(self) -> dict[str, str]:
        """The outcomes by their codes: `sales.booked` is "Sales: Visit booked"."""
        return {
            f"{group.code}{BETWEEN}{code}": f"{group.label}: {label}"
            for group in self.groups
            for code, label in group.codes.items()
        }

    def label(self, code: str) -> str:
        """An outcome in words; a code that is no longer in the setting is returned unchanged."""
        return self.labels.get(code, code)

    def check(self, code: str) -> None:
        """Raises InvalidFieldError for a code that is not one of these; empty: none is chosen."""
        if code and code not in self.labels:
            none = "no outcomes are set up; an administrator sets them in Setup"
            known = f"choose one of {', '.join(self.labels)}" if self.labels else none
            raise InvalidFieldError("code", code[:60], known)


def read_outcomes(given: Mapping[str, Mapping[str, Any]]) -> ContactOutcomes:
    """The outcomes that the setting describes: `{"sales": {"label": "Sales", "codes": {"booked": "Visit
    booked"}}}`. Raises InvalidFieldError, which names the place.
    """
    check_many(SETTING, given, MOST_GROUPS)
    return ContactOutcomes(tuple(_group(code, one) for code, one in given.items()))


def _group(code: str, given: Mapping[str, Any]) -> Group:
    where = f"{SETTING} {code}"
    check_code(SETTING, code)
    if given.keys() - {"label", "codes"}:
        raise InvalidFieldError(where, ", ".join(given), "it must have only label and codes")
    codes = given.get("codes")
    if not isinstance(codes, dict) or not codes:
        raise InvalidFieldError(
            f"{where} codes", codes, 'it must be codes with labels, such as {"booked": "Visit booked"}'
        )
    check_many(f"{where} codes", codes, MOST_CODES)
    for one, label in codes.items():
        check_code(f"{where} codes", one)
        check_label(f"{where} codes {one}", label)
    check_label(f"{where} label", given.get("label"))
    return Group(code, str(given["label"]), codes)


def check_many(where: str, given: Mapping[str, Any], most: int) -> None:
    if len(given) > most:
        raise InvalidFieldError(where, len(given), f"at most {most}")


def check_code(where: str, code: str) -> None:
    if not _CODE.fullmatch(code):
        raise InvalidFieldError(where, code, f"1 to {LONGEST_CODE} lower-case letters, digits, '_' and '-'")


def check_label(where: str, label: object) -> None:
    if not isinstance(label, str) or not 1 <= len(label.strip()) <= LONGEST_LABEL or not label.isprintable():
        raise InvalidFieldError(where, label, f"it must be a label of 1 to {LONGEST_LABEL} characters")

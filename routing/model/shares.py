"""Shares in percent, rounded the same way wherever people read them. Pure.

`percent` in `static/parts/format.js` does the same in the browser; `tests/shares.json` has cases for both.
"""

from math import floor


def decimals_of(share: float, digits: int = 0) -> int:
    """Number of decimals of a share in percent: `digits`, and one more below ten percent."""
    return digits + (0 < share < 0.1 - 0.5 / 10.0 ** (digits + 3))


def rounded_share(share: float, decimals: int) -> float:
    """0.7951 as 0.8 without decimals: half goes up.

    Less than all is never 1, more than nothing never 0.
    """
    steps: float = 10.0 ** (decimals + 2)
    rounded = floor(share * steps + 0.5)
    if 0 < share < 1:
        return min(max(rounded, 1), steps - 1) / steps
    return rounded / steps


def shown_share(share: float, digits: int = 0) -> float:
    """The share that people read."""
    return rounded_share(share, decimals_of(share, digits))


def percent(share: float, digits: int = 0) -> str:
    """0.8234 as "82 %", 0.0266 as "2.7 %"; with one digit "82.3 %" and "2.66 %"."""
    return f"{100 * shown_share(share, digits):.{decimals_of(share, digits)}f} %"


def percent_in_column(share: float) -> str:
    """0.0834 as "8.3%", with one decimal whatever its size."""
    return f"{rounded_share(share, 1):.1%}"


def percent_as_set(share: float) -> str:
    """A share from the settings: 0.05 as "5 %", 0.995 as "99.5 %"."""
    return f"{100 * share:.4g} %"

"""Template tags of the staffing page: words, figures, plot data."""

import json
from collections.abc import Mapping

from django import template

from dashboard.formats.numbers import Written, digits_apart, seconds, share
from dashboard.formats.plots import Plot
from dashboard.staffing.staffing_words import difference, goal_words

register = template.Library()
register.filter("goal_words", goal_words)
register.filter("difference", difference)


@register.simple_tag
def figure_beside(goal: str, value: float, missed: Mapping[str, float] | None = None) -> str:
    """The figure of a goal; with enough digits that a missed goal does not read as reached."""
    written: Written = seconds if goal == "max_asa_seconds" else share
    limit = (missed or {}).get(goal)
    return written(value, 0 if limit is None else digits_apart(written, value, limit))


@register.filter
def plot_data(plot: Plot) -> str:
    return json.dumps(plot.as_json(), ensure_ascii=False)


@register.filter
def dashes(dash: tuple[int, ...]) -> str:
    """A line's dashes as SVG has them."""
    return " ".join(map(str, dash))

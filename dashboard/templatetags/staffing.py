"""Owns how the staffing page's templates reach its words and give a plot to its script."""

import json

from django import template

from dashboard.staffing_plots import Plot
from dashboard.staffing_words import difference, goal_words

register = template.Library()
register.filter("goal_words", goal_words)
register.filter("difference", difference)


@register.filter
def plot_data(plot: Plot) -> str:
    """The plot as JSON, for an attribute."""
    return json.dumps(plot.as_json(), ensure_ascii=False)


@register.filter
def dashes(dash: tuple[int, ...]) -> str:
    """A line's dashes as SVG has them."""
    return " ".join(map(str, dash))

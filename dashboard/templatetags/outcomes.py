"""Template filter of outcomes: the code that an agent chose, in words."""

from django import template

from routing.runtime import router

register = template.Library()


@register.filter
def outcome_label(code: str) -> str:
    return router().outcomes.label(code)

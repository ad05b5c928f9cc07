"""Template filter of teams: the code of a team, in words."""

from django import template

from routing.runtime import router

register = template.Library()


@register.filter
def team_name(code: str) -> str:
    return router().teams.name(code)

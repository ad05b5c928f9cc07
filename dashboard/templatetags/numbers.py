"""Owns how pages write numbers that may grow long."""

from django import template

register = template.Library()


@register.filter
def grouped(number: int) -> str:
    """1234567 as "1,234,567"."""
    return f"{number:,}"

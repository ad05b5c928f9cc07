"""Template tag that includes the newest reported events of a queue."""

from typing import Any

from django import template

from dashboard.queues.event_log import is_kept, reported

register = template.Library()


@register.inclusion_tag("dashboard/queues/log.html", takes_context=True)
def queue_log(context: template.Context, queue: object) -> dict[str, Any]:
    """The log of a queue, by its key; empty if the settings keep none."""
    kept = is_kept()
    return {"now": context["now"], "is_kept": kept, "log": reported(str(queue)) if kept else []}

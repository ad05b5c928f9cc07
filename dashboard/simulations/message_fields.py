"""Message fields of the simulation form: how customers and agents write. Pure."""

from collections.abc import Mapping
from typing import Any

from simulation.durations import Constant, Exponential, mean_of
from simulation.scenarios import Messages, ScenarioError

# Form field of each part of `messages`.
MESSAGE_FIELDS = {
    "per_chat": "per_chat",
    "reply_time": "reply_time",
    "think_time": "think_time",
    "patience": "reply_patience",
}


def messages_from(found: Mapping[str, Any], *, needed: bool) -> Messages | None:
    """The messages that the fields describe; None if all are empty and none are `needed`.

    Raises ScenarioError.
    """
    given = {name: found.get(field) for name, field in MESSAGE_FIELDS.items()}
    if not needed and not any(value is not None for value in given.values()):
        return None
    for name in ("per_chat", "reply_time", "think_time"):
        if given[name] is None:
            raise ScenarioError(f"messages, {name}", "a number is needed, since some customers write")
    times: dict[str, Any] = {name: _time(given[name]) for name in ("reply_time", "think_time", "patience")}
    return Messages(per_chat=given["per_chat"] or 0, **times)


def _time(mean: float | None) -> Constant | Exponential | None:
    """The distribution of a mean, which may be nothing; the scenario checks its range."""
    return None if mean is None else Exponential(mean) if mean else Constant(0.0)


def written_messages(messages: Messages | None) -> dict[str, str]:
    """The values of the fields; empty without messages."""
    if messages is None:
        return dict.fromkeys(MESSAGE_FIELDS.values(), "")
    patience = messages.patience
    return {
        "per_chat": f"{messages.per_chat:g}",
        "reply_time": f"{mean_of(messages.reply_time):g}",
        "think_time": f"{mean_of(messages.think_time):g}",
        "reply_patience": "" if patience is None else f"{mean_of(patience):g}",
    }

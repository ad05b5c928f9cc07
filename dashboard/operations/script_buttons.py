"""Buttons of operations as page scripts get them: label, address, fields, statuses, reasons, key."""

from dataclasses import asdict
from typing import Any

from dashboard.operations.offered_reasons import offered
from operations.buttons import Button
from operations.fields import input_of, limit_of
from operations.operation import Operation


def script_button(operation: Operation, button: Button, address: str) -> dict[str, Any]:
    """A button with its address; `only` are its statuses, null for all; `sends` what the script knows."""
    field, value = next(iter(button.fields.items()), ("", ""))
    fields = {info.alias or name: info for name, info in operation.fields.model_fields.items()}
    asks = button.reasons if button.reasons and button.reasons.is_needed else None
    return {
        "name": operation.name_of(button),
        "word": button.word,
        "brief": button.brief,
        "spoken": button.spoken,
        "form": operation.form,
        "subject": operation.subject,
        "address": address,
        "field": field,
        "value": value,
        "sends": [name for name, info in fields.items() if not input_of(info).label and name != field],
        "isChoice": button.is_choice,
        "only": sorted(button.applies or operation.applies) or None,
        "endsRest": operation.ends_rest,
        "needs": operation.permission.name.lower(),
        "isDanger": button.look == "danger",
        "at": [place.name.lower() for place in button.at],
        "asks": asks
        and {
            "offered": offered(asks),
            "note": asks.note,
            "isNoteForBusy": asks.is_note_for_busy,
            "effects": [asdict(one) for one in asks.effects],
            "afterwards": asks.afterwards,
            "limit": limit_of(fields["reason"]),
        },
        "desk": button.desk and asdict(button.desk),
    }

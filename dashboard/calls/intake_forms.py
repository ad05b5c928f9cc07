"""Forms of intake and offers: create, enqueue, dequeue, offer."""

from typing import Any

from django import forms

from dashboard.forms import priority_field
from routing.exceptions import RoutingError
from routing.model.calls import DEFAULT_PRIORITY, MAX_TEXT_LENGTH
from routing.model.queues import ANY, CALL_SIDE
from routing.model.steps import Step, step_named
from routing.router import Router

# Six steps of the longest names are shorter.
MAX_STEPS_LENGTH = 1000


def _text(most: int = MAX_TEXT_LENGTH) -> forms.CharField:
    too_long = f"at most {most} characters; this one has %(show_value)d"
    return forms.CharField(required=False, max_length=most, error_messages={"max_length": too_long})


class CreateForm(forms.Form):
    """A call that does not wait yet. With the id of a `call` it may be sent again."""

    language = forms.CharField(error_messages={"required": "choose the caller's language"})
    caller, source, call = _text(), _text(), _text()

    def __init__(self, router: Router, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.router = router

    def wanted(self) -> dict[str, Any]:
        """Arguments of the service, from a valid form."""
        values = self.cleaned_data
        return {
            "language": values["language"],
            "caller": values["caller"],
            "source": values["source"],
            "call_id": values["call"] or None,
        }


class EnqueueForm(CreateForm):
    """A call to queue, new or created before: preferences, priority, steps.

    `steps` has one step per line, as `GENDER:SECONDS` or `GENDER:SECONDS:TOPIC`; with steps, gender and topic
    are those of the first.
    """

    gender, topic = _text(), _text()
    priority = priority_field(required=False)
    steps = _text(MAX_STEPS_LENGTH)
    preferred_agent = _text()

    def clean_steps(self) -> list[Step]:
        """The steps in the lines."""
        lines = (line.strip() for line in self.cleaned_data["steps"].splitlines())
        topic = self.data.get("topic", "")
        try:
            return [step_named(line, topic=topic) for line in lines if line]
        except RoutingError as error:
            raise forms.ValidationError(str(error).removeprefix("step: ")) from None

    def clean(self) -> dict[str, Any]:
        """Refuses a gender beside steps: the first of them names it."""
        cleaned = super().clean() or {}
        if cleaned.get("steps") and cleaned.get("gender") not in ("", ANY):
            self.add_error("gender", "the first step names it; leave it out")
        return cleaned

    def wanted(self) -> dict[str, Any]:
        """As in `CreateForm`, with the preferences."""
        values, priority = self.cleaned_data, self.cleaned_data["priority"]
        return {
            **super().wanted(),
            "gender": values["gender"] or ANY,
            "topic": values["topic"],
            "priority": DEFAULT_PRIORITY if priority in ("", None) else priority,
            "steps": values["steps"],
            "preferred_agent": values["preferred_agent"],
        }


class DequeueForm(forms.Form):
    """The best call of a queue, or only this one."""

    call = _text()


class OfferForm(forms.Form):
    """An agent's best call: of all call queues, or of the one named by its key."""

    queue = _text()

    def wanted(self, router: Router) -> dict[str, Any]:
        """The queue, as the services take it. Raises RoutingError if it is unknown."""
        named = self.cleaned_data["queue"]
        return {"queue": router.skills.queue_named(named, side=CALL_SIDE) if named else None}

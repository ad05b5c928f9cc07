"""Forms of the desk: calls, seats, leaving a seat."""

from django import forms

from dashboard.forms import VersionedForm
from routing.model.calls import MAX_TEXT_LENGTH

CALL_ID = {"required": "a call ID", "max_length": "a call ID"}
AGENT_ID = {"required": "an agent ID", "max_length": "an agent ID"}
USER_NAME_LENGTH = 150


class CallForm(VersionedForm):
    """A command for the call at a desk, ringing or in progress, at the version seen."""

    call = forms.CharField(max_length=MAX_TEXT_LENGTH, error_messages=CALL_ID)


class SeatForm(forms.Form):
    """The user for an agent's desk; the requester by default."""

    agent = forms.CharField(max_length=MAX_TEXT_LENGTH, error_messages=AGENT_ID)
    user = forms.CharField(
        required=False, max_length=USER_NAME_LENGTH, error_messages={"max_length": "a user name"}
    )


class LeaveForm(forms.Form):
    """The user who leaves the desk; the requester by default."""

    user = forms.CharField(
        required=False, max_length=USER_NAME_LENGTH, error_messages={"max_length": "a user name"}
    )

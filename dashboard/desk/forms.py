"""Forms of the desk: calls, seats, leaving a seat."""

from django import forms

from dashboard.forms import VersionedForm
from routing.model.calls import MAX_TEXT_LENGTH

CALL_ID = {"required": "a call ID", "max_length": "a call ID"}
AGENT_ID = {"required": "an agent ID", "max_length": "an agent ID"}
USER_NAME_LENGTH = 150


class CallForm(VersionedForm):
    """A command about the call that rings or runs at a desk, as its reader saw it."""

    call = forms.CharField(max_length=MAX_TEXT_LENGTH, error_messages=CALL_ID)


class SeatForm(forms.Form):
    """A user who is to sit at an agent's desk; the requester, if none is named."""

    agent = forms.CharField(max_length=MAX_TEXT_LENGTH, error_messages=AGENT_ID)
    user = forms.CharField(
        required=False, max_length=USER_NAME_LENGTH, error_messages={"max_length": "a user name"}
    )


class LeaveForm(forms.Form):
    """A user who is to leave the desk; the requester, if none is named."""

    user = forms.CharField(
        required=False, max_length=USER_NAME_LENGTH, error_messages={"max_length": "a user name"}
    )

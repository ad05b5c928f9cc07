"""Forms of the desk: calls, seats, leaving a seat."""

from django import forms

from routing.model.calls import MAX_TEXT_LENGTH

AGENT_ID = {"required": "an agent ID", "max_length": "an agent ID"}
USER_NAME_LENGTH = 150


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

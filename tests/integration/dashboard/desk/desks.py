"""Seats for tests of the desk."""

from django.contrib.auth.models import User
from django.test import Client

from accounts.models import Seat
from routing.runtime import now


def seated(client: Client, name: str, agent_id: str = "ana") -> Client:
    """The client of the user of this name, who sits at an agent's desk from now on."""
    user = User.objects.get(username=name)
    Seat.objects.create(user=user, agent_id=agent_id, given_by="mara", given_at=now())
    return client

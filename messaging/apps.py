"""Django app of messaging: changes of chats write their messages, in every process."""

from collections.abc import Collection, Iterator, Sequence

from django.apps import AppConfig

from routing.model.events import Event
from routing.notices.subscribers import subscribe
from routing.repair.audit import Finding
from routing.repair.beside import audit_also
from routing.repair.recounting import Repaired
from routing.router import Router
from routing.runtime import complete_with


class MessagingConfig(AppConfig):
    """Conversations."""

    name = "messaging"

    def ready(self) -> None:
        """Takes part in what this process commits."""
        complete_with(_complete)
        subscribe("messaging", _announce)
        audit_also("messaging", _disagreements, _agreed)


def _complete(router: Router) -> Router:
    from messaging.runtime import with_chats  # noqa: PLC0415 - most processes start sooner

    complete: Router = with_chats(router)
    return complete


def _announce(events: Sequence[Event]) -> None:
    from messaging.runtime import announce  # noqa: PLC0415 - as above

    announce(events)


def _disagreements(router: Router) -> Collection[Finding]:
    from messaging.chats.agreement import disagreements  # noqa: PLC0415 - as above

    return disagreements(router)


def _agreed(router: Router) -> Iterator[Repaired]:
    from messaging.chats.agreement import agreed  # noqa: PLC0415 - as above

    return agreed(router)

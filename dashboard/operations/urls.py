"""Addresses of operations, from the catalogue; many agents at once have one of their own."""

from django.urls import path

from dashboard.agents.bulk_view import BulkView
from dashboard.calls.intake_views import IntakeView
from dashboard.dead_letters.views import LettersView
from dashboard.desk.action_views import DeskView
from dashboard.operations.addresses import AT_DESKS, POSTED, address_of
from dashboard.operations.views import OperationView
from operations.operation import Operation, Subject

OF_SUBJECT = {Subject.NEW_CALL: IntakeView, Subject.DEAD_LETTERS: LettersView}


def _view(name: str, operation: Operation) -> type[OperationView]:
    return DeskView if name in AT_DESKS else OF_SUBJECT.get(operation.subject, OperationView)


urlpatterns = [
    path("agents/bulk/", BulkView.as_view(), name="agents-bulk"),
    *(
        path(address_of(name, one), _view(name, one).as_view(operation=one.name), name=name)
        for name, one in POSTED.items()
    ),
]

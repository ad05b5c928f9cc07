"""Operation by POST, from a form or a program: who may, what is asked, and the answer."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views import View

from dashboard.access.permissions import not_for, turned_away
from dashboard.access.seats import OWN_ONLY, acts_for
from dashboard.answers import respond
from dashboard.formats.reader_zone import reader_zone
from dashboard.operations.acting import answer_to, user_name
from operations.answers import Answer
from operations.catalogue import CATALOGUE
from operations.operation import Invocation, Permission


class OperationView(View):
    """One operation, named in the catalogue by `operation`; the id of its subject is in the address.

    Answers the rows of what it is about; 400 names the field, 404 the agent or call; 409 with the present row
    to who comes too late, 422 where the key was used for something else; 503 says whether anything changed.
    """

    http_method_names = ("post",)
    operation = ""

    def setup(self, request: HttpRequest, *args: Any, **address: Any) -> None:
        """The operation, and the id in the address, if it has one."""
        super().setup(request, *args, **address)
        self.asked, self.one = CATALOGUE[self.operation], next(iter(address.values()), "")

    def post(self, request: HttpRequest, **_address: str) -> HttpResponseBase:
        """Carries it out, once for each idempotency key."""
        return self.refused(request) or self.respond(request, answer_to(request, self.invocation))

    def refused(self, request: HttpRequest) -> HttpResponseBase | None:
        """The reply to users who may not: operators choose for the agent of their desk only."""
        refusal = turned_away(request, self.asked.permission)
        if refusal or self.asked.permission is not Permission.CHOOSE or acts_for(request.user, [self.one]):
            return refusal
        return not_for(request, OWN_ONLY)

    def sent(self, request: HttpRequest) -> dict[str, Any]:
        return {name: request.POST.get(name) for name in self.asked.fields.sent_names()}

    def invocation(self, request: HttpRequest) -> Invocation:
        """What is asked for. Raises RoutingError."""
        fields = self.asked.fields.read(self.sent(request))
        return Invocation(self.asked, self.one, fields, user_name(request), reader_zone(request))

    def respond(self, request: HttpRequest, answer: Answer) -> HttpResponse:
        return respond(request, answer)

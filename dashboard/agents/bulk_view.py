"""Many agents at once by POST: each is a guarded operation of its own, at the version its reader saw."""

from django.http import HttpRequest, HttpResponseBase
from django.views import View

from dashboard.access.permissions import not_for, turned_away
from dashboard.access.seats import OWN_ONLY, acts_for
from dashboard.answers import respond
from dashboard.operations.acting import answered, refusal_of, user_name
from operations.answers import refused
from operations.buttons import Button, Place
from operations.catalogue import buttons_at
from operations.fields import WrongFieldError
from operations.many import ManyInvocation, many_read
from operations.operation import Operation, Permission


class BulkView(View):
    """One of the actions for many, named by `action`, on each `agent` given as `<version>:<id>`.

    Answers `{"done": [{id, row}], "refused": [{id, why, row}], "left": [id]}`; 400 for none or too many, 403
    if the user may not act for one of them, 409 if all changed meanwhile, 503 if DynamoDB failed on the way
    and some are `left`.
    """

    http_method_names = ("post",)

    def post(self, request: HttpRequest) -> HttpResponseBase:
        """Carries it out, once for each idempotency key."""
        actions = buttons_at(Place.MANY)
        known = actions.get(request.POST.get("action", ""))
        refusal = turned_away(request, known[0].permission if known else Permission.CHOOSE)
        if refusal:
            return refusal
        try:
            if known is None:
                raise WrongFieldError("action", f"choose one of {', '.join(actions)}")
            asked = _read(request, *known)
        except WrongFieldError as error:
            return respond(request, refusal_of(request, refused(error)))
        if not acts_for(request.user, [one for one, _ in asked.versions]):
            return not_for(request, OWN_ONLY)
        return respond(request, answered(request, asked))


def _read(request: HttpRequest, operation: Operation, button: Button) -> ManyInvocation:
    reason, seen = request.POST.get("reason", ""), request.POST.getlist("agent")
    return many_read(operation, button, reason=reason, seen=seen, by=user_name(request))

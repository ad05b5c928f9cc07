"""Version 1 of the API: its endpoints, and its document at `openapi.json`."""

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.operation import Operation

from api.access.allowed import spend_by_address
from api.access.kept_answers import answer_repeats, keep_answers
from api.conventions.document import document_of
from api.conventions.faults import answer_faults
from api.conventions.json_bodies import StrictParser
from api.endpoints import (
    agents,
    attachments,
    calls,
    chats,
    contacts,
    customers,
    desk,
    earlier,
    groups,
    inbox,
    me,
    messages,
    notes,
    notices,
    queues,
    served,
)
from api.endpoints.cards import card_acts, card_reports
from api.endpoints.commands import agent_commands, call_commands, line_commands
from api.endpoints.live import board, events
from api.endpoints.planning import simulations, staffing
from api.endpoints.search import call_search
from api.endpoints.setup import (
    agent_sheets,
    audit_log,
    customer_data,
    deliveries,
    desks,
    hours,
    outcomes,
    policies,
    replies,
    scenes,
    settings,
    sinks,
    tokens,
    user_access,
    users,
    webhooks,
)
from api.endpoints.widget import line, transcript


class Version(NinjaAPI):
    """A version of the API, whose document names each operation as its function: clients call it so."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Unique; a test compares them."""
        return operation.view_func.__name__


version1 = Version(
    title="Callcenter",
    version="1",
    description="Calls, queues, agents and conversations. Conventions and examples: docs/api.md.",
    urls_namespace="api-v1",
    openapi_url=None,
    docs_url=None,
    parser=StrictParser(),
)
answer_faults(version1)
answer_repeats(version1)
# Each command is kept with what it changes.
COMMANDS = (agent_commands, call_commands, line_commands, call_search)
for subject in (
    call_search,  # first: addresses are tried in this order, and switches send calls
    me,
    line_commands,
    queues,
    agent_commands,
    agents,
    desks,
    agent_sheets,
    call_commands,
    earlier,
    calls,
    board,
    events,
    staffing,
    simulations,
    customers,
    chats,
    inbox,
    messages,
    notes,
    notices,
    attachments,
    desk,
    card_acts,
    card_reports,
    served,
    line,
    transcript,
    groups,
    contacts,
    scenes,
    outcomes,
    replies,
    settings,
    policies,
    customer_data,
    hours,
    users,
    user_access,
    tokens,
    audit_log,
    webhooks,
    deliveries,
    sinks,
):
    if subject not in COMMANDS:
        keep_answers(subject.router)
    version1.add_router("", subject.router)


@version1.get("/openapi.json", auth=None, include_in_schema=False)
def openapi(request: HttpRequest) -> HttpResponse:
    """The document; public, and the same for everybody."""
    spend_by_address(request)
    return JsonResponse(document())


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """The OpenAPI document."""
    return document_of(version1)

"""`call`: the operations on one call, a subcommand each."""

from operations.management.command_line import OperationsCommand
from operations.management.showing import call_facts, call_line, entry_line, history_row
from operations.operation import Invocation, Subject
from routing import selectors
from routing.exceptions import UnknownCallError
from routing.model.calls import Call
from routing.model.outcomes import Match
from routing.model.queues import CallEntry
from routing.router import Router

NOBODY = {
    Subject.AGENT: "No matching call is waiting for {one}.",
    Subject.QUEUE: "No call is waiting in {one}.",
}


class Command(OperationsCommand):
    help = "Act on one call: see call <operation> --help."
    thing = Subject.CALL

    def show(self, router: Router, one: str) -> None:
        call = selectors.call(router, one)
        if call is None:
            raise UnknownCallError(one)
        self.facts(call_facts(router, call))
        if call.notes:
            self.say()
            self.table(["When", "What", "Agent", "By", "Reason"], [history_row(note) for note in call.notes])

    def tell(self, router: Router, outcome: Call | CallEntry | Match | None, invocation: Invocation) -> None:
        if outcome is None:
            self.say(NOBODY[invocation.operation.subject].format(one=invocation.one))
        elif isinstance(outcome, Match):
            self.say(f"Call {outcome.call.call_id} goes to {outcome.agent.agent_id}.")
        elif isinstance(outcome, CallEntry):
            self.say(entry_line(outcome))
        else:
            self.say(call_line(router, outcome))

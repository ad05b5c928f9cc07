"""`assign_agent`: gives a call to the longest-waiting agent of one queue."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from routing import services
from routing.management.base import ORIGIN, RoutingCommand
from routing.model.outcomes import Conflict
from routing.model.queues import AGENT_SIDE
from routing.router import Router


class Command(RoutingCommand):
    origin = ORIGIN
    help = 'Assign the agent who has waited longest in a queue, e.g. assign_agent "Q#Spanish#M".'

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("queue", help="an agent queue: Q#<language>#<gender>")

    def run(self, router: Router, **options: Any) -> None:
        queue = router.skills.queue_named(options["queue"], side=AGENT_SIDE)
        assignment = services.queue_assign(router, queue=queue)
        if assignment is None:
            self.say(f"No agent waits in {queue}.")
            return
        if isinstance(assignment, Conflict):
            raise CommandError(f"Nobody was assigned: {assignment.reason}")
        agent = assignment.agent
        self.say(f"Agent    {agent.name} ({agent.agent_id})")
        self.say(f"Ticket   {agent.ticket}, waiting since {agent.queued_at:%Y-%m-%d %H:%M:%S} UTC")
        self.say(f"Call     {assignment.call.call_id}")
        self.say()
        rows: list[list[object]] = [
            [
                str(one),
                before.depth,
                assignment.after[one].depth,
                before.version,
                assignment.after[one].version,
            ]
            for one, before in assignment.before.items()
        ]
        self.table(["Queue", "Depth before", "after", "Version before", "after"], rows)
        self.say()
        self.say(f"{len(assignment.deleted)} items deleted:")
        for key in assignment.deleted:
            self.say(f"  {key.pk}  {key.sk}")

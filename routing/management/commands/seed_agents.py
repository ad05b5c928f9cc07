"""`seed_agents`: creates agents with made-up names and skills."""

from argparse import ArgumentParser
from random import Random
from typing import Any

from faker import Faker

from routing import services
from routing.management.base import RoutingCommand
from routing.router import Router


class Command(RoutingCommand):
    help = "Create agents with an invented name, a gender and up to three languages; they are available."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--count", type=int, default=5, help="how many, 1 to 10000 (default 5)")
        parser.add_argument("--seed", type=int, help="the same number gives the same people")

    def run(self, router: Router, **options: Any) -> None:
        """Makes them and lists them."""
        faker, random = Faker(), Random(options["seed"])  # noqa: S311 - made-up people  # nosec B311
        if options["seed"] is not None:
            faker.seed_instance(options["seed"])
        made = services.agents_seed(router, count=options["count"], faker=faker, random=random)
        rows: list[list[object]] = [
            [agent.name, agent.gender, ", ".join(sorted(agent.languages)), agent.agent_id] for agent in made
        ]
        self.table(["Name", "Gender", "Languages", "AgentID"], rows)
        self.say(
            f"{len(made)} agents created, available. Queue them with: python manage.py queue_available_agents"
        )

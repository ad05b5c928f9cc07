"""Tables of runs in real time: one of their own, or the deployment's."""

from messaging.runtime import messenger_beside
from routing import runtime
from routing.model.steps import check_steps
from routing.router import Router
from routing.services import table_create, table_delete
from simulation.chats.conversations import (
    among_conversations,
    conversations_create,
    conversations_gone,
    with_own_conversations,
)
from simulation.in_real_time.real_time_limits import (
    check_channels,
    check_real_time,
    check_same_skills,
)
from simulation.in_real_time.scenario_plan import policies_of, steps_of
from simulation.scenarios import Scenario


def router_apart(scenario: Scenario, *, run_id: str) -> Router:
    """A router on the table of a run, named after the deployment's; the table may be missing."""
    name = f"{runtime.table_name()}-simulation-{run_id}"
    router = runtime.router_beside(name, scenario.skills, policies_of(scenario), scenario.newest_first)
    if not scenario.has_chats:
        return router
    return with_own_conversations(router, messenger_beside(router), scenario)


def router_on_deployment(router: Router, scenario: Scenario) -> Router:
    """The deployment's router for the people of a run; not acting for a user, they are in no audit trail."""
    return among_conversations(router, scenario) if scenario.has_chats else router


def tables_made(router: Router, scenario: Scenario) -> None:
    """Creates the tables of a run: its own, and that of its conversations. Raises DynamoError."""
    table_create(router)
    if scenario.has_chats:
        conversations_create(router)


def tables_gone(router: Router, scenario: Scenario) -> None:
    """Deletes the tables of a run, if they exist. Raises DynamoError."""
    if scenario.has_chats:
        conversations_gone(router)
    if router.table.exists():
        table_delete(router)


def deployment_check(scenario: Scenario, router: Router) -> None:
    """Raises ScenarioError or RoutingError if a scenario cannot be played on the deployment's table."""
    check_real_time(scenario)
    check_channels(scenario, router.skills.channels)
    check_same_skills(scenario, topics=bool(router.skills.topics))
    for wanted in scenario.mix:
        steps, skills = steps_of(wanted, scenario), router.skills
        check_steps(steps, language=wanted.language, skills=skills, policies=router.policies)
    for group in scenario.groups:
        router.skills.queues_of(group.gender, group.languages, group.topics)

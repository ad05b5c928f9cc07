"""Tables of runs in real time: one of their own, or the deployment's."""

from routing import runtime
from routing.model.steps import check_steps
from routing.router import Router
from routing.services import table_delete
from simulation.in_real_time.real_time_limits import check_real_time, check_same_skills
from simulation.in_real_time.scenario_plan import policies_of, steps_of
from simulation.scenarios import Scenario


def router_apart(scenario: Scenario, *, run_id: str) -> Router:
    """A router on the table of a run, named after the deployment's; the table may be missing."""
    name = f"{runtime.table_name()}-simulation-{run_id}"
    return runtime.router_beside(name, scenario.skills, policies_of(scenario), scenario.newest_first)


def table_gone(router: Router) -> None:
    """Deletes the table of a run, if it exists. Raises DynamoError."""
    if router.table.exists():
        table_delete(router)


def deployment_check(scenario: Scenario, router: Router) -> None:
    """Raises ScenarioError or RoutingError if a scenario cannot be played on the deployment's table."""
    check_real_time(scenario)
    check_same_skills(scenario, topics=bool(router.skills.topics))
    for wanted in scenario.mix:
        steps, skills = steps_of(wanted, scenario), router.skills
        check_steps(steps, language=wanted.language, skills=skills, policies=router.policies)
    for group in scenario.groups:
        router.skills.queues_of(group.gender, group.languages, group.topics)

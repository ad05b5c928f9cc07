"""Conversations of a run: its own or the deployment's, with a scene for each kind of customer."""

from dataclasses import replace

from messaging.chats.centre import with_companions
from messaging.messenger import Messenger
from messaging.model.limits import HIGHEST_NUMBER
from messaging.model.scenes import Scene, Scenes
from messaging.services import message_table_create, message_table_delete
from routing.model.queues import ANY
from routing.router import Router
from simulation.chats.speaking import chats_of
from simulation.scenarios import Scenario

TITLE = "Simulation"


def scene_name(line: int, priority: int) -> str:
    """The scene of the customers of a line of the mix, from 0, with a priority."""
    return f"simulation-{line + 1}-{priority}"


def scenes_of(scenario: Scenario) -> Scenes:
    """The scenes of the customers who write. Their chats end as the scenario says, not when idle."""
    any_topic = ANY if scenario.skills.topics else ""
    return Scenes(
        {
            (name := scene_name(line, priority)): Scene(
                name,
                wish.language,
                gender=wish.gender,
                topic=wish.topic or any_topic,
                priority=priority,
                title=TITLE,
                idle_seconds=0,
                reopen_seconds=0,
                ask_rating=True,
            )
            for line, wish in enumerate(scenario.mix)
            if wish.channel
            for priority, _ in scenario.priorities
        }
    )


def with_own_conversations(router: Router, messenger: Messenger, scenario: Scenario) -> Router:
    """The router of a run's own table, with conversations in another table beside it."""
    return among_conversations(with_companions(router, messenger, scenes_of(scenario)), scenario)


def among_conversations(router: Router, scenario: Scenario) -> Router:
    """The router of the deployment, which opens the chats of a run by the scenes of its scenario.

    Simulated people end a chat whatever others have written last.
    """
    beside = replace(chats_of(router).beside, scenes=scenes_of(scenario), seen=HIGHEST_NUMBER)
    return replace(router, companions=beside)


def conversations_create(router: Router) -> None:
    """Creates the table of a run's conversations. Safe to repeat. Raises DynamoError."""
    message_table_create(chats_of(router).messenger)


def conversations_gone(router: Router) -> None:
    """Deletes the table of a run's conversations, if it exists. Raises DynamoError."""
    message_table_delete(chats_of(router).messenger)

"""Runtime of the core: the router of this process, made from the settings on first use."""

import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache

from django.conf import settings

from dynamo.aws_table import DynamoTable
from dynamo.client import connect, is_loopback
from dynamo.retry import Retry
from routing.model.contact_outcomes import read_outcomes
from routing.model.events import Emit, Event
from routing.model.policies import Policies, read_policies
from routing.model.queues import QueueKey
from routing.model.service_level import Denominator, ServiceLevel
from routing.model.skills import Skills, channels_named
from routing.notices.over_redis import Publisher
from routing.notices.subscribers import tell
from routing.router import Router

_completions: list[Callable[[Router], Router]] = []


def skills() -> Skills:
    """The skills of the settings. Raises InvalidFieldError."""
    return Skills(
        settings.SKILLS_LANGUAGES,
        settings.SKILLS_GENDERS,
        settings.SKILLS_TOPICS,
        channels_named(settings.SKILLS_CHANNELS),
    )


def service_level() -> ServiceLevel:
    """The definition of the service level in the settings."""
    return ServiceLevel(Denominator(settings.SERVICE_LEVEL_OF), settings.SHORT_ABANDON_SECONDS)


@lru_cache(maxsize=1)
def router() -> Router:
    """The router of this process; it sends nothing before the first service call."""
    known = skills()
    bare = Router(
        table=table_named(table_name()),
        skills=known,
        clock=now,
        new_id=new_id,
        emit=_told_all(Publisher(settings.REDIS_URL, settings.CHANGES_CHANNEL).publish),
        strategy=settings.MATCHING_STRATEGY,
        newest_first=frozenset(
            known.queue_named(queue) for queue, order in settings.QUEUE_ORDER.items() if order == "lifo"
        ),
        policies=read_policies(settings.QUEUE_POLICIES, settings.AGENT_POLICY, known),
        chat_slots=settings.CHAT_SLOTS,
        chats_during_calls=settings.CHATS_DURING_CALLS,
        outcomes=read_outcomes(settings.OUTCOMES),
    )
    for complete in _completions:
        bare = complete(bare)
    return bare


def complete_with(completion: Callable[[Router], Router]) -> None:
    """From now on the router of this process is made complete by a package above."""
    _completions.append(completion)


def router_beside(
    table: str, known: Skills, policies: Policies, newest_first: frozenset[QueueKey] = frozenset()
) -> Router:
    """A router on another table of the same DynamoDB; the deployment gets no events from it."""
    return Router(
        table=table_named(table),
        skills=known,
        clock=now,
        new_id=new_id,
        newest_first=newest_first,
        policies=policies,
    )


def table_name() -> str:
    return str(settings.DYNAMODB["table"])


def table_named(name: str) -> DynamoTable:
    """A table of the DynamoDB of the settings."""
    dynamodb = settings.DYNAMODB
    client = connect(
        endpoint_url=dynamodb["endpoint_url"],
        region=str(dynamodb["region"]),
        access_key=dynamodb["access_key"],
        secret_key=dynamodb["secret_key"],
        plain_json=settings.DYNAMODB_CLIENT == "plain",
    )
    tokens = not is_loopback(dynamodb["endpoint_url"])
    return DynamoTable(client, name, retry=Retry(), tokens=tokens)


def _told_all(publish: Emit) -> Emit:
    def emit(events: Sequence[Event]) -> None:
        publish(events)
        tell(events)

    return emit


def now() -> datetime:
    return datetime.now(UTC)


def new_id() -> str:
    """32 hexadecimal digits, unique."""
    return uuid.uuid4().hex

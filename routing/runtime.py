"""Runtime of the core: the router of this process, with the settings of environment and table."""

import secrets
import time
from base64 import b32hexencode
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache

from django.conf import settings

from dynamo.aws_table import DynamoTable
from dynamo.client import connect, is_loopback
from dynamo.retry import Retry
from routing import services
from routing.following import Following
from routing.model.copies import replace
from routing.model.events import Emit, Event
from routing.model.hours.days import day_of
from routing.model.policies import Policies
from routing.model.queues import QueueKey
from routing.model.service_level import Denominator, ServiceLevel
from routing.model.settings.documents import AGENTS, QUEUES, Documents, Settings, first_of, read_settings
from routing.model.settings.pause_reasons import USUAL
from routing.model.settings.retention import Retention
from routing.model.settings.skill_names import Names, skills_document
from routing.model.settings.webhooks import Webhooks
from routing.model.skills import GENDERS, Skills, channels_named
from routing.notices.over_redis import Publisher
from routing.notices.subscribers import tell
from routing.router import Router

_completions: list[Callable[[Router], Router]] = []
# The display names of the genders of an environment that sets none.
GENDER_NAMES = {"F": "Female", "M": "Male", "T": "Transgender"}
PATIENT = Retry()
# For what is looked at each second: a request that happens to look must not wait as one does that needs it.
SOON = Retry(deadline_seconds=0.2)


def skills() -> Skills:
    """The skills in use."""
    return _followed().now().skills


def names() -> Names:
    """The display names in use."""
    return _followed().now().names


def webhooks() -> Webhooks:
    """The webhooks in use."""
    return _followed().now().webhooks


def retention() -> Retention:
    """How long caller data are kept now."""
    return _followed().now().retention


def first_documents() -> Documents:
    """The documents of the environment, which hold until the table has others."""
    lists = (settings.SKILLS_LANGUAGES, settings.SKILLS_GENDERS, settings.SKILLS_TOPICS)
    skills = skills_document(*lists)
    skills[GENDERS] = {code: GENDER_NAMES.get(code, code) for code in skills[GENDERS]}
    return first_of(
        skills,
        pauses=USUAL,
        policies={QUEUES: settings.QUEUE_POLICIES, AGENTS: settings.AGENT_POLICY},
        outcomes=settings.OUTCOMES,
        retention=settings.RETENTION,
    )


@lru_cache(maxsize=1)
def _followed() -> Following[Settings]:
    """What is set up now; changes of the table are in force within a second or two.

    Raises InvalidFieldError if the documents of the environment do not fit.
    """
    first, table = first_documents(), table_named(table_name(), SOON)
    channels = channels_named(settings.SKILLS_CHANNELS)
    return Following(
        what="settings",
        first=read_settings(first, channels),
        version=lambda: services.settings_number(table),
        read=lambda: services.settings_in_force(table, first, channels),
        ticks=time.monotonic,
    )


def skills_of_environment() -> Skills:
    """The first skills, by which settings of the environment are checked."""
    return _followed().first.skills


def skills_saved() -> Skills:
    """The skills as the table has them at this moment. Raises DynamoError."""
    channels = channels_named(settings.SKILLS_CHANNELS)
    return services.settings_in_force(table_named(table_name()), first_documents(), channels).skills


def settings_saved() -> None:
    """Lets this process use settings that it has just saved at once; others follow."""
    _followed().look_again()


def service_level() -> ServiceLevel:
    """The definition of the service level in the settings."""
    return ServiceLevel(Denominator(settings.SERVICE_LEVEL_OF), settings.SHORT_ABANDON_SECONDS)


def router() -> Router:
    """The router of this process, with what is set up now. Keep it for one piece of work at most, or ask it
    for its `current` one.
    """
    return _router().current()


@lru_cache(maxsize=1)
def _router() -> Router:
    """It sends nothing before the first service call."""
    first = _followed().first
    bare = Router(
        table=table_named(table_name()),
        skills=first.skills,
        names=first.names,
        clock=now,
        new_id=new_id,
        emit=_told_all(Publisher(settings.REDIS_URL, settings.CHANGES_CHANNEL).publish),
        strategy=settings.MATCHING_STRATEGY,
        newest_first=frozenset(
            first.skills.queue_named(queue)
            for queue, order in settings.QUEUE_ORDER.items()
            if order == "lifo"
        ),
        policies=first.policies,
        chat_slots=settings.CHAT_SLOTS,
        chats_during_calls=settings.CHATS_DURING_CALLS,
        outcomes=first.outcomes,
        pauses=first.pauses,
        teams=first.teams,
        hours=first.hours,
        day_of=_day_of,
        follow=_with_settings,
    )
    for complete in _completions:
        bare = complete(bare)
    return bare


def _day_of(at: datetime) -> date:
    return day_of(at, zone=settings.DAY_TIME_ZONE, begins_at=settings.DAY_BEGINS_AT_HOUR)


_current: tuple[Router, Settings, Router] | None = None  # the last one made, which most requests want


def _with_settings(one: Router) -> Router:
    global _current  # noqa: PLW0603 - one assignment, which no thread sees half done
    found = _followed().now()
    if one.policies is found.policies:  # all are read together
        return one
    made = _current
    if made is None or made[0] is not one or made[1] is not found:
        _current = made = (one, found, _set_up(one, found))
    return made[2]


def _set_up(one: Router, found: Settings) -> Router:
    return replace(
        one,
        skills=found.skills,
        names=found.names,
        policies=found.policies,
        outcomes=found.outcomes,
        pauses=found.pauses,
        teams=found.teams,
        hours=found.hours,
    )


def forget() -> None:
    """Makes the router again on its next use, with the settings read again."""
    _router.cache_clear()
    _followed.cache_clear()


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


def table_named(name: str, retry: Retry = PATIENT) -> DynamoTable:
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
    return DynamoTable(client, name, retry=retry, tokens=tokens)


def _told_all(publish: Emit) -> Emit:
    def emit(events: Sequence[Event]) -> None:
        publish(events)
        tell(events)

    return emit


def now() -> datetime:
    return datetime.now(UTC)


def new_id() -> str:
    """20 lower-case letters and digits, unique: 100 random bits. Items keep several, and pay by the byte."""
    return b32hexencode(secrets.token_bytes(13)).decode()[:20].lower()

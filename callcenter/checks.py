"""System checks of settings that parse but make no sense: skills, policies, sinks, tokens, scenes, services
of cards.
"""

from collections.abc import Mapping
from typing import Any

from callcenter.env import SettingError
from messaging.cards.card_services import read_services
from messaging.exceptions import InvalidFieldError as MessagingFieldError
from messaging.model.scenes import read_scenes
from reporting.exceptions import BadSinkError
from reporting.sinks.specs import LEAST_SECRET, read_sinks
from routing.exceptions import InvalidFieldError, RoutingError
from routing.model.contact_outcomes import read_outcomes
from routing.model.policies import read_policies
from routing.model.skills import CALL_WORD, Skills, channels_named

HSTS_SECONDS = 30 * 86_400
# By the part of the settings that each has the first values of.
VARIABLES = {"queues": "QUEUE_POLICIES", "agents": "AGENT_POLICY", "outcomes": "OUTCOMES"}


def check_routing(
    *,
    languages: tuple[str, ...],
    genders: tuple[str, ...],
    topics: tuple[str, ...],
    order: Mapping[str, str],
    queues: Mapping[str, Mapping[str, Any]],
    agents: Mapping[str, Any],
    channels: tuple[str, ...] = (CALL_WORD,),
    outcomes: Mapping[str, Mapping[str, Any]] | None = None,
) -> None:
    """Raises SettingError, which names the variable and what it takes."""
    try:
        skills = Skills(languages, genders, topics, channels_named(channels))
    except InvalidFieldError as error:
        raise SettingError(error.field.upper(), str(error.value), error.allowed) from None
    for queue in order:
        try:
            skills.queue_named(queue)
        except RoutingError as error:
            raise SettingError("QUEUE_ORDER", queue, str(error)) from None
    try:
        needs_outcomes = read_policies(queues, agents, skills).need_outcomes
        found = read_outcomes(outcomes or {})
    except InvalidFieldError as error:
        part, _, rest = error.field.partition(" ")
        place = f"{VARIABLES.get(part, part)} {rest}".rstrip()
        raise SettingError(place, str(error.value), error.allowed) from None
    if needs_outcomes and not found.groups:
        raise SettingError("QUEUE_POLICIES", "outcome_required", "it requires outcomes; set OUTCOMES")


def check_strategy(strategy: str, *, chats_during_calls: bool) -> None:
    """Raises SettingError: only the batched strategy looks whether an agent has a call."""
    if strategy != "batched" and not chats_during_calls:
        raise SettingError("CHATS_DURING_CALLS", "0", "it requires MATCHING_STRATEGY=batched")


def check_secret(name: str, secret: str) -> None:
    """Raises SettingError if a secret is easily guessed; the message does not repeat it."""
    if secret and len(secret) < LEAST_SECRET:
        raise SettingError(name, "…", f"at least {LEAST_SECRET} characters are needed")


def check_reporting(*, sinks: Mapping[str, Mapping[str, Any]], limits: Mapping[str, int]) -> None:
    """Raises SettingError, which names the variable and what it takes."""
    try:
        read_sinks(sinks, lease_seconds=limits["lease_seconds"])
    except BadSinkError as error:
        raise SettingError("REPORTING_SINKS", error.sink, f"{error.field}: {error.needed}") from None
    if limits["keep"] > limits["capacity"]:
        raise SettingError("REPORTING_KEEP", str(limits["keep"]), "it must not exceed REPORTING_CAPACITY")


def check_scenes(
    scenes: Mapping[str, Mapping[str, Any]],
    *,
    languages: tuple[str, ...],
    genders: tuple[str, ...],
    topics: tuple[str, ...],
) -> None:
    """Raises SettingError, which names the scene, the field and what it takes."""
    try:
        read_scenes(scenes, Skills(languages, genders, topics))
    except MessagingFieldError as error:
        raise SettingError(error.field, str(error.value), error.allowed) from None


def check_card_services(services: Mapping[str, Mapping[str, Any]]) -> None:
    """Raises SettingError, which names the kind of card, the field and what it takes."""
    try:
        read_services(services)
    except MessagingFieldError as error:
        raise SettingError(error.field, str(error.value), error.allowed) from None

"""Changes of skills: what a removed skill leaves behind, who gets one back, what must be decided first."""

from collections.abc import Iterable
from dataclasses import dataclass

from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent, AgentStatus
from routing.model.queues import QueueKey
from routing.model.skills import GENDERS, LANGUAGES, TOPICS, Skills
from routing.router import Router
from routing.storage import store

FIELDS = (LANGUAGES, GENDERS, TOPICS)
MOST_NAMED = 5


@dataclass(frozen=True)
class LeftBehind:
    """What a change of skills removes, by field and name, and brings back.

    Waiting contacts by queue; agents who lose a skill; active ones who would have none, with the field. For
    each skill that was removed before and comes back, the agents who had it then and get it back.
    """

    removed: tuple[tuple[str, str], ...]
    waiting: dict[QueueKey, int]
    agents: tuple[Agent, ...]
    without: tuple[tuple[str, Agent], ...]
    back: dict[tuple[str, str], tuple[Agent, ...]]


class StrandedError(InvalidFieldError):
    """A change of skills that names no replacement, or leaves active agents without any; `left` says whom."""

    def __init__(self, field: str, value: object, allowed: str, left: LeftBehind) -> None:
        super().__init__(field, value, allowed)
        self.left = left


def skills_left_behind(router: Router, before: Skills, after: Skills) -> LeftBehind:
    """What still has or asks for the skills that a change removes. Raises DynamoError."""
    gone = _removed(before, after)
    added = [(of, one) for of in FIELDS for one in getattr(after, of) if one not in getattr(before, of)]
    infos = store.read_call_queue_infos(router.table)
    agents = [one for one in store.read_agents(router.table) if not one.channel] if gone or added else []
    had = {(where, name): _remember(agents, where, name) for where, name in added}
    former = {(one.field, one.name) for one in before.former}
    return LeftBehind(
        tuple(gone),
        {queue: info.depth for queue, info in infos.items() if info.depth and _asks_for(queue, gone)},
        tuple(one for one in agents if any(name in skills_of(one, where) for where, name in gone)),
        tuple(
            (where, one) for one in agents if not one.is_deactivated for where in _emptied(one, gone, after)
        ),
        {skill: them for skill, them in had.items() if them or skill in former},
    )


def check_skill_change(router: Router, before: Skills, after: Skills) -> None:
    """Raises StrandedError if a removed skill has no replacement, or an active agent no other one; and
    InvalidFieldError for topics that begin or end while somebody works. Raises DynamoError.
    """
    if bool(before.topics) != bool(after.topics):
        _check_nobody_works(router)
    elif gone := _removed(before, after):
        named = {(one.field, one.name) for one in after.former}
        left = skills_left_behind(router, before, after)
        for where, name in gone:
            if (where, name) not in named:
                allowed = "name a replacement for this removed skill"
                raise StrandedError(f"replaced {where}", name, allowed, left)
        for where, agents in _by_field(left.without).items():
            allowed = f"{_some(agents)} would have none left; change, deactivate or remove them first"
            raise StrandedError(where, ", ".join(name for of, name in gone if of == where), allowed, left)


def skills_of(agent: Agent, where: str) -> frozenset[str]:
    """What an agent has of a field of skills."""
    if where == GENDERS:
        return frozenset({agent.gender})
    return agent.languages if where == LANGUAGES else agent.topics


def _removed(before: Skills, after: Skills) -> list[tuple[str, str]]:
    """Field and name of each skill that is no longer in use; of topics only while others are."""
    return [
        (where, name)
        for where in FIELDS
        for name in getattr(before, where)
        if name not in getattr(after, where) and (where != TOPICS or after.topics)
    ]


def _remember(agents: list[Agent], where: str, name: str) -> tuple[Agent, ...]:
    """The agents who had a skill when it was removed; a removed gender stays with its agents."""
    if where == GENDERS:
        return ()
    return tuple(
        one for one in agents if name in (one.former_languages if where == LANGUAGES else one.former_topics)
    )


def _emptied(agent: Agent, gone: list[tuple[str, str]], after: Skills) -> list[str]:
    """The fields of which an agent would have nothing that is in use."""
    fields = {where for where, name in gone if name in skills_of(agent, where)}
    return [
        where
        for where in FIELDS
        if where in fields and not skills_of(agent, where) & {*getattr(after, where)}
    ]


def _asks_for(queue: QueueKey, gone: list[tuple[str, str]]) -> bool:
    asked = {(LANGUAGES, queue.language), (GENDERS, queue.gender), (TOPICS, queue.topic)}
    return not asked.isdisjoint(gone)


def _check_nobody_works(router: Router) -> None:
    infos = store.read_call_queue_infos(router.table).values()
    waiting = sum(info.depth for info in infos)
    working = [one for one in store.read_agents(router.table) if one.status is not AgentStatus.OFFLINE]
    if waiting or working:
        allowed = (
            "the first topic is added, and the last removed, only while all agents are offline and "
            f"nobody waits; {len(working)} not offline, {waiting} waiting"
        )
        raise InvalidFieldError(TOPICS, "", allowed)


def _by_field(without: Iterable[tuple[str, Agent]]) -> dict[str, list[Agent]]:
    found: dict[str, list[Agent]] = {}
    for where, agent in without:
        found.setdefault(where, []).append(agent)
    return found


def _some(agents: list[Agent]) -> str:
    names = [agent.name for agent in agents[:MOST_NAMED]]
    more = len(agents) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")

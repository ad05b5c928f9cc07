"""Skills: languages, genders, optional topics, channels; queues and fit follow from them. Pure.

They determine which queues exist, which an agent waits in, and which agents a call fits.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from routing.exceptions import BadQueueKeyError, InvalidFieldError, TooManyQueuesError, UnknownSkillError
from routing.model.queues import (
    AGENT_SIDE,
    ANY,
    CALL_SIDE,
    CALLS,
    CHANNELS,
    CHAT,
    SEPARATOR,
    QueueKey,
    agent_queue,
    call_queue,
    parse_queue_key,
    queues_spanned,
)

MAX_ITEMS_PER_TRANSACTION = 100
# An offer by hand writes n entries and n queue infos for an agent in n queues, and the agent, the call, the
# call's entry, its queue info, the offers item, the audit entry, and the idempotency key.
MAX_QUEUES_PER_AGENT = (MAX_ITEMS_PER_TRANSACTION - 7) // 2
MAX_NAME_LENGTH = 40
# The channel of calls, as people name it.
CALL_WORD = "call"
LANGUAGES, GENDERS, TOPICS = "languages", "genders", "topics"
SIDE_NAMES = {AGENT_SIDE: "an agent queue", CALL_SIDE: "a call queue"}


class Former(NamedTuple):
    """A skill no longer in use, by its field, and what contacts that asked for it ask for instead.

    Of genders and topics that may be `Any`.
    """

    field: str
    name: str
    instead: str


@dataclass(frozen=True)
class Skills:
    """Skill dimensions in use. Raises InvalidFieldError if a name cannot be part of a queue key.

    What contacts, scenes and policies still say about `former` skills is about what replaces them.
    """

    languages: tuple[str, ...]
    genders: tuple[str, ...] = ("F", "M", "T")
    topics: tuple[str, ...] = ()
    channels: tuple[str, ...] = (CALLS,)
    former: tuple[Former, ...] = ()

    def __post_init__(self) -> None:
        for field in ("languages", "genders"):
            if not getattr(self, field):
                raise InvalidFieldError(field, "", "name at least one")
        for field in ("languages", "genders", "topics"):
            _check_names(field, getattr(self, field))
        if CALLS not in self.channels or not set(self.channels) <= set(CHANNELS):
            named = ", ".join(one or CALL_WORD for one in self.channels)
            raise InvalidFieldError("channels", named, f"{CALL_WORD}, or {CALL_WORD} and {CHAT}")

    @cached_property
    def agent_queues(self) -> tuple[QueueKey, ...]:
        """Every agent queue of calls, in a stable order."""
        return self.agent_queues_of(CALLS)

    @cached_property
    def call_queues(self) -> tuple[QueueKey, ...]:
        """Every call queue of calls, in a stable order; with those for callers of any gender, and on any
        topic.
        """
        return self.call_queues_of(CALLS)

    def agent_queues_of(self, channel: str) -> tuple[QueueKey, ...]:
        """The same for a channel; none for one that is not in use."""
        topics, channels = self.topics or ("",), {channel} & set(self.channels)
        return tuple(agent_queue(*parts) for parts in product(self.languages, self.genders, topics, channels))

    def call_queues_of(self, channel: str) -> tuple[QueueKey, ...]:
        """The same for a channel; none for one that is not in use."""
        topics, channels = (*self.topics, ANY) if self.topics else ("",), {channel} & set(self.channels)
        genders = (*self.genders, ANY)
        return tuple(call_queue(*parts) for parts in product(self.languages, genders, topics, channels))

    @cached_property
    def fitting(self) -> dict[QueueKey, tuple[QueueKey, ...]]:
        """For each call queue of each channel, the agent queues whose agents fit its calls."""
        return {
            wanted: tuple(
                agent_queue(wanted.language, gender, topic, wanted.channel)
                for gender in (self.genders if wanted.gender == ANY else (wanted.gender,))
                for topic in (self.topics if wanted.topic == ANY else (wanted.topic,))
            )
            for channel in self.channels
            for wanted in self.call_queues_of(channel)
        }

    @cached_property
    def _instead(self) -> dict[tuple[str, str], str]:
        return {(one.field, one.name): one.instead for one in self.former}

    def in_use(self, field: str, name: str) -> str:
        """A skill of this field, or what has replaced it; one that never was in use as it is."""
        return self._instead.get((field, name), name)

    def names_of(self, field: str) -> tuple[str, ...]:
        """The skills of a field, in use and former: all that may still be named."""
        present: tuple[str, ...] = getattr(self, field)
        return (*present, *(one.name for one in self.former if one.field == field))

    def in_place_of(self, queue: QueueKey) -> QueueKey:
        """The call queue that has replaced one with former skills; any other as it is."""
        return replace(
            queue,
            language=self.in_use(LANGUAGES, queue.language),
            gender=self.in_use(GENDERS, queue.gender),
            topic=self.in_use(TOPICS, queue.topic),
        )

    def queues_of(self, gender: str, languages: Iterable[str], topics: Iterable[str]) -> tuple[QueueKey, ...]:
        """The agent queues that an agent of these skills waits in, in a stable order.

        Raises the first of its `faults`.
        """
        spoken, known = tuple(sorted(set(languages))), tuple(sorted(set(topics)))
        for fault in self.faults(gender, spoken, known):
            raise fault
        return queues_spanned(gender, spoken, known)

    def faults(
        self, gender: str, languages: Collection[str], topics: Collection[str]
    ) -> Iterator[UnknownSkillError | InvalidFieldError | TooManyQueuesError]:
        """Everything that is wrong with the skills of an agent, in the order of the fields."""
        if gender not in self.genders:
            yield UnknownSkillError("gender", gender, self.genders)
        yield from self._faults(LANGUAGES, languages, self.languages)
        if self.topics:
            yield from self._faults(TOPICS, topics, self.topics)
        elif topics:
            yield InvalidFieldError(TOPICS, ", ".join(topics), "leave it empty: no topics are set up")
        if (queues := len(set(languages)) * max(1, len(set(topics)))) > MAX_QUEUES_PER_AGENT:
            yield TooManyQueuesError(queues, MAX_QUEUES_PER_AGENT)

    @staticmethod
    def _faults(
        field: str, named: Collection[str], known: Collection[str]
    ) -> Iterator[UnknownSkillError | InvalidFieldError]:
        if not named:
            yield InvalidFieldError(field, "", f"name at least one of {', '.join(known)}")
        yield from (UnknownSkillError(field, one, known) for one in named if one not in known)

    def call_queue_for(self, language: str, gender: str, topic: str, channel: str = CALLS) -> QueueKey:
        """The call queue for these preferences. Raises UnknownSkillError.

        Without topics in use, a call's topic is a remark and may be any text.
        """
        self._check("language", language, self.languages)
        self._check("gender", gender, (*self.genders, ANY))
        if self.topics:
            self._check("topic", topic, (*self.topics, ANY))
        self._check_channel(channel)
        return call_queue(language, gender, topic if self.topics else "", channel)

    def queue_meant(self, text: str) -> QueueKey:
        """The call queue that a text names, or has named. Raises BadQueueKeyError, UnknownSkillError."""
        key = parse_queue_key(text, topics=bool(self.topics))
        return self.queue_named(str(self.in_place_of(key)), side=CALL_SIDE)

    def queue_named(self, text: str, *, side: str = "") -> QueueKey:
        """The existing queue that a text names. Raises BadQueueKeyError, UnknownSkillError."""
        key = parse_queue_key(text, topics=bool(self.topics))
        if side and key.side != side:
            wanted = f"expected {SIDE_NAMES[side]}, {side}#…"
            raise BadQueueKeyError(text, wanted, found=SIDE_NAMES[key.side])
        self._check_channel(key.channel)
        self._check("language", key.language, self.languages)
        self._check("gender", key.gender, self.genders if key.side == AGENT_SIDE else (*self.genders, ANY))
        if self.topics:
            known = self.topics if key.side == AGENT_SIDE else (*self.topics, ANY)
            self._check("topic", key.topic, known)
        return key

    def _check_channel(self, channel: str) -> None:
        self._check("channel", channel or CALL_WORD, tuple(one or CALL_WORD for one in self.channels))

    @staticmethod
    def _check(field: str, value: str, known: tuple[str, ...]) -> None:
        if value not in known:
            raise UnknownSkillError(field, value, known)


def channels_named(words: Iterable[str]) -> tuple[str, ...]:
    """Channels by the words of the settings, `call` and `chat`."""
    return tuple(CALLS if word == CALL_WORD else word for word in words)


def _check_names(field: str, names: tuple[str, ...]) -> None:
    for name in names:
        if not name or SEPARATOR in name or name == ANY or len(name) > MAX_NAME_LENGTH:
            raise InvalidFieldError(
                field,
                name,
                f"a name has 1 to {MAX_NAME_LENGTH} characters, no {SEPARATOR!r}, and is not {ANY!r}",
            )
    if len(set(names)) != len(names):
        raise InvalidFieldError(field, ", ".join(names), "each name may appear once")

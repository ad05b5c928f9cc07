"""Fields of operations: types with limits and help, read from forms, JSON and the command line. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self, get_args

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from routing.exceptions import InvalidFieldError, RoutingError, UnknownAgentError, UnknownCallError
from routing.model.calls import (
    HIGHEST_PRIORITY,
    LOWEST_PRIORITY,
    MAX_REASON_LENGTH,
    MAX_TEXT_LENGTH,
    NOT_PRINTABLE,
)
from routing.model.queues import CALL_SIDE
from routing.router import Router

TOO_LONG = "at most {limit} characters; this one has {length}"
NO_NULL = "Null characters are not allowed."
PRIORITIES = range(HIGHEST_PRIORITY, LOWEST_PRIORITY + 1)
PRIORITY_TAKES = f"from {HIGHEST_PRIORITY} (first) to {LOWEST_PRIORITY} (last)"
PRIORITY_ENDS = {HIGHEST_PRIORITY: " (first)", LOWEST_PRIORITY: " (last)"}
VERSION_DIGITS = 18  # more than any agent or call reaches


@dataclass(frozen=True)
class Input:
    """How a field is entered: what it takes, in words, and its name and place on the command line.

    `too_long` replaces the sentence with limit and length. Errors leave out the name unless `is_named`;
    without `on_pages` only programs may send the field; `is_cleared`: an empty text is a value. Forms ask for
    fields with a `label`; `choices` are pairs of value and word, `limit` and `rows` those of a text with
    lines.
    """

    takes: str = ""
    too_long: str = TOO_LONG
    is_named: bool = True
    flag: str = ""
    metavar: str | None = None
    is_positional: bool = False
    on_pages: bool = True
    is_cleared: bool = False
    label: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    limit: int | None = None
    rows: int = 0


class WrongFieldError(RoutingError):
    """A field with an invalid value; the text names the field and what it takes."""

    def __init__(self, field: str, takes: str) -> None:
        super().__init__(f"{field}: {takes}" if field else takes)
        self.field = field


class Fields(BaseModel):
    """The fields of an operation besides its subject, with the names of the service's arguments.

    An alias is the name under which a field is sent.
    """

    model_config = ConfigDict(frozen=True, validate_by_name=True, str_strip_whitespace=True)

    @classmethod
    def read(cls, sent: Mapping[str, Any]) -> Self:
        """The fields of a form or body; empty text counts as absent, blank text only where text is wanted.

        Raises WrongFieldError.
        """
        texts, cleared = cls._names_of_texts(), cls._names_of_cleared()
        given = {
            name: value
            for name, value in sent.items()
            if value is not None
            and (name in cleared or (str(value).strip() if name in texts else str(value)) != "")
        }
        for name in cls.sent_names():
            if "\0" in str(given.get(name, "")):
                raise WrongFieldError(name, NO_NULL)
        try:
            return cls.model_validate(given)
        except ValidationError as errors:
            raise cls._named(errors) from None

    @classmethod
    def typed(cls, given: dict[str, Any]) -> Self:
        """The fields from values that already have their types. Raises InvalidFieldError beyond a limit."""
        for name, info in cls.model_fields.items():
            if given.get(name) is not None:
                _check_limits(name, given[name], info)
        return cls.model_construct(**given)

    @classmethod
    def sent_names(cls) -> list[str]:
        return [info.alias or name for name, info in cls.model_fields.items() if input_of(info).on_pages]

    @classmethod
    def _names_of_texts(cls) -> set[str]:
        return {
            info.alias or name
            for name, info in cls.model_fields.items()
            if str in (info.annotation, *get_args(info.annotation))
        }

    @classmethod
    def _names_of_cleared(cls) -> set[str]:
        return {info.alias or name for name, info in cls.model_fields.items() if input_of(info).is_cleared}

    def arguments(self, _router: Router) -> dict[str, Any]:
        """The fields as arguments of the service. Raises RoutingError."""
        return dict(self)

    @classmethod
    def _named(cls, errors: ValidationError) -> WrongFieldError:
        error = errors.errors(include_url=False)[0]
        name = str(error["loc"][0])
        info = next(info for own, info in cls.model_fields.items() if name in (own, info.alias))
        takes = input_of(info).takes
        if error["type"] == "string_too_long":
            length = len(str(error["input"]).strip())
            takes = input_of(info).too_long.format(limit=error["ctx"]["max_length"], length=length)
        elif error["type"] == "value_error":
            takes = str(error["ctx"]["error"])
        return WrongFieldError(name if input_of(info).is_named else "", takes or error["msg"])


def input_of(info: FieldInfo) -> Input:
    """The `Input` of a field, or the default one."""
    return next((one for one in reversed(info.metadata) if isinstance(one, Input)), Input())


def _check_limits(name: str, value: Any, info: FieldInfo) -> None:
    for limit in info.metadata:
        if isinstance(limit, MaxLen) and len(value) > limit.max_length:
            raise InvalidFieldError(name, f"{value[:20]}…", f"at most {limit.max_length} characters")
        is_short = isinstance(limit, MinLen) and len(value) < limit.min_length
        is_low = isinstance(limit, Ge) and value < limit.ge
        if is_short or is_low or (isinstance(limit, Le) and value > limit.le):
            raise InvalidFieldError(name, value, input_of(info).takes)


def limit_of(info: FieldInfo) -> int | None:
    """The longest text of a field, if it has a limit."""
    lengths = (one.max_length for one in info.metadata if isinstance(one, MaxLen))
    return input_of(info).limit or next(lengths, None)


def agent_named(agent_id: str) -> str:
    """The id, if it is short enough for a key of the table. Raises UnknownAgentError."""
    if len(agent_id) > MAX_TEXT_LENGTH:
        raise UnknownAgentError(f"{agent_id[:20]}…")
    return agent_id


def call_named(call_id: str) -> str:
    """The same for a call. Raises UnknownCallError."""
    if len(call_id) > MAX_TEXT_LENGTH:
        raise UnknownCallError(f"{call_id[:20]}…")
    return call_id


def printable(text: str | None) -> str | None:
    """The id of something new: no address can hold invisible characters. Raises ValueError."""
    if text and not text.isprintable():
        raise ValueError(NOT_PRINTABLE)
    return text


def seen_versions(texts: list[str]) -> list[tuple[str, int]]:
    """Pairs of id and version from `<version>:<id>` each, every id once; none if a text is malformed."""
    pairs = [text.partition(":")[::2] for text in texts]
    if not all(version.isdecimal() and len(version) <= VERSION_DIGITS and one for version, one in pairs):
        return []
    return list({one: int(version) for version, one in pairs}.items())


def _one_digit(value: object) -> object:
    """As it is; a text only if it is a priority as people write it, which "05" and "5.0" are not."""
    if isinstance(value, str) and value not in map(str, PRIORITIES):
        raise ValueError(PRIORITY_TAKES)
    return value


AS_REASON = Input(f"give a reason of 1 to {MAX_REASON_LENGTH} characters")
AS_PRIORITY = Input(
    PRIORITY_TAKES,
    label="Priority",
    choices=tuple((str(one), f"{one}{PRIORITY_ENDS.get(one, '')}") for one in PRIORITIES),
)
ExpectedVersion = Annotated[
    int | None,
    Field(ge=1, description="only if it is at this version"),
    Input("a whole number from 1", metavar="N"),
]
Text = Annotated[str, Field(max_length=MAX_TEXT_LENGTH)]
AgentId = Annotated[str, AfterValidator(agent_named), Field(alias="agent", description="the agent's id")]
Priority = Annotated[
    int,
    BeforeValidator(_one_digit),
    Field(ge=HIGHEST_PRIORITY, le=LOWEST_PRIORITY, description=PRIORITY_TAKES),
    AS_PRIORITY,
]
ReasonGiven = Annotated[
    str,
    Field(max_length=MAX_REASON_LENGTH, description="reason, kept in the history"),
    AS_REASON,
]


class AtVersion(Fields):
    """An operation at the version seen; without one, at the newest."""

    expected_version: ExpectedVersion = None


class WithReason(AtVersion):
    """An operation that needs a reason."""

    reason: Annotated[ReasonGiven, replace(AS_REASON, label="Reason")]


class OfQueue(Fields):
    """The best call of all call queues, or of one."""

    queue: Annotated[Text, Field(description="only this call queue (default: all that match)")] = ""

    def arguments(self, router: Router) -> dict[str, Any]:
        """The queue by its key. Raises BadQueueKeyError, UnknownSkillError."""
        return {"queue": router.skills.queue_named(self.queue, side=CALL_SIDE) if self.queue else None}

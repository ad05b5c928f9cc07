"""Specs of sinks: read from the settings and checked, not opened. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlsplit

from outbound.addresses import why_no_url, why_refused
from reporting.buffers.batches import SINK_NAME
from reporting.exceptions import BadSinkError
from routing.model.events import EventKind

MOST_SINKS = 8
WEBHOOKS = "webhooks"


@dataclass(frozen=True)
class NullSpec:
    """Takes everything and keeps nothing; for measurements."""


@dataclass(frozen=True)
class HistorySpec:
    """The history in the relational database: the calls that an event says ended, read from the table."""


@dataclass(frozen=True)
class WebhooksSpec:
    """The webhooks of the settings, and the callbacks of calls."""


@dataclass(frozen=True)
class FileSpec:
    """JSON lines; at `max_bytes` the file becomes `<path>.1`, and of `files` older ones the oldest goes."""

    path: str = ""
    max_bytes: int = 50_000_000
    files: int = 5


@dataclass(frozen=True)
class WebhookSpec:
    """A POST for each batch, signed with `secret`, answered within `timeout_seconds` with a 2xx.

    With `kinds`, names separated by commas, it gets these events only.
    """

    url: str
    secret: str
    timeout_seconds: float = 5.0
    gzip: bool = True
    kinds: str = ""

    @property
    def wanted(self) -> frozenset[str]:
        """The kinds of event it gets; all if empty."""
        return _names_in(self.kinds)


@dataclass(frozen=True)
class AwsSpec:
    """Common fields of the AWS sinks. boto3 finds the credentials."""

    region: str = ""
    endpoint_url: str = ""
    timeout_seconds: float = 5.0


@dataclass(frozen=True, kw_only=True)
class KinesisSpec(AwsSpec):
    """A record for each event, with the key as partition key."""

    stream: str


@dataclass(frozen=True, kw_only=True)
class FirehoseSpec(AwsSpec):
    """A record for each event, each with a line break."""

    stream: str


@dataclass(frozen=True, kw_only=True)
class SqsSpec(AwsSpec):
    """A message for each batch, or several if it is long; in a FIFO queue, one group for each key."""

    queue_url: str


Spec = NullSpec | FileSpec | WebhookSpec | KinesisSpec | FirehoseSpec | SqsSpec | HistorySpec | WebhooksSpec
KINDS: dict[str, type[Spec]] = {
    "null": NullSpec,
    "file": FileSpec,
    "webhook": WebhookSpec,
    "kinesis": KinesisSpec,
    "firehose": FirehoseSpec,
    "sqs": SqsSpec,
    "history": HistorySpec,
    WEBHOOKS: WebhooksSpec,
}
# At least and at most; a delivery must end before its lease does.
NUMBERS = {"max_bytes": (10_000, 10**12), "files": (1, 1000), "timeout_seconds": (0.1, 60)}
ADDRESSES = ("url", "endpoint_url", "queue_url")
NEEDED = ("url", "secret", "stream", "queue_url")
LEAST_SECRET = 32  # characters


def read_sinks(found: Mapping[str, Mapping[str, Any]], *, lease_seconds: float) -> dict[str, Spec]:
    """The sinks by name. Raises BadSinkError with what is needed."""
    if len(found) > MOST_SINKS:
        raise BadSinkError(
            ", ".join(found), "sinks", f"at most {MOST_SINKS} are allowed, {len(found)} are named"
        )
    return {name: _spec(name, said, lease_seconds) for name, said in found.items()}


def _spec(name: str, said: Mapping[str, Any], lease_seconds: float) -> Spec:
    if not SINK_NAME.fullmatch(name):
        raise BadSinkError(
            name, "name", "a lower-case letter, then at most 30 lower-case letters, digits or -"
        )
    kind = KINDS.get(str(said.get("kind")))
    if kind is None:
        raise BadSinkError(name, "kind", f"one of {', '.join(KINDS)}")
    values = {field: value for field, value in said.items() if field != "kind"}
    known = {field.name: field for field in fields(kind)}
    for field, value in values.items():
        if field not in known:
            raise BadSinkError(
                name, field, f"a {said['kind']} sink has only {', '.join(known) or 'no fields'}"
            )
        _check(name, field, value, known[field].type)
    try:
        spec: Spec = kind(**values)
    except TypeError:
        raise BadSinkError(
            name, "fields", f"a {said['kind']} sink needs more of {', '.join(known)}"
        ) from None
    if getattr(spec, "timeout_seconds", 0) * 2 > lease_seconds:
        raise BadSinkError(name, "timeout_seconds", f"at most half a lease of {lease_seconds:g} s")
    return spec


def _check(name: str, field: str, value: Any, kind: Any) -> None:
    of = (int, float) if kind is float else (kind,)
    if not isinstance(value, of) or (isinstance(value, bool) and kind is not bool):
        told = "" if field == "secret" else f", not {value!r}"
        raise BadSinkError(name, field, f"{' or '.join(one.__name__ for one in of)} is needed{told}")
    if field in NEEDED and not value:
        raise BadSinkError(name, field, "it must not be empty")
    if field == "secret" and len(str(value)) < LEAST_SECRET:
        raise BadSinkError(name, field, f"at least {LEAST_SECRET} characters are needed")
    if field in NUMBERS and not NUMBERS[field][0] <= value <= NUMBERS[field][1]:
        raise BadSinkError(name, field, "it must be from {:g} to {:g}".format(*NUMBERS[field]))
    if field == "kinds" and (unknown := _names_in(str(value)) - {*map(str, EventKind)}):
        raise BadSinkError(name, field, f"kinds of event, separated by commas, not {min(unknown)}")
    if field in ADDRESSES and value:
        _check_address(name, field, str(value))


def _names_in(text: str) -> frozenset[str]:
    """Names separated by commas."""
    return frozenset(name.strip() for name in text.split(",") if name.strip())


def _check_address(name: str, field: str, value: str) -> None:
    if why := why_no_url(value) or why_refused(urlsplit(value).hostname or ""):
        raise BadSinkError(name, field, why)

"""AWS sinks: Kinesis, Firehose, SQS. The only module here that speaks to AWS."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, NoRegionError

from reporting.buffers.batches import Batch
from reporting.exceptions import BadSinkError, DeliveryError
from reporting.sinks.sink import Sink, envelope, named_events
from reporting.sinks.specs import AwsSpec, FirehoseSpec, KinesisSpec, SqsSpec

ROUNDS = 3  # for records that AWS refused while it accepted others
MOST_MESSAGE_BYTES = 200_000  # SQS takes 256 KiB
MOST_KEY = 256  # characters of a partition key


def open_on_aws(name: str, spec: "KinesisSpec | FirehoseSpec | SqsSpec") -> Sink:
    """The sink of these settings. Raises BadSinkError if settings of AWS are missing."""
    try:
        match spec:
            case KinesisSpec():
                return KinesisSink(spec)
            case FirehoseSpec():
                return FirehoseSink(spec)
            case SqsSpec():
                return SqsSink(spec)
    except NoRegionError:
        raise BadSinkError(name, "region", "name one, here or in AWS_DEFAULT_REGION") from None
    except BotoCoreError as error:
        raise BadSinkError(name, "AWS", str(error)) from None


def aws_client(service: str, spec: AwsSpec) -> Any:
    """A client that gives up in time and leaves retries to the buffers."""
    config = Config(
        connect_timeout=spec.timeout_seconds / 2,
        read_timeout=spec.timeout_seconds / 2,
        retries={"mode": "standard", "total_max_attempts": 1},
    )
    make: Callable[..., Any] = boto3.client
    return make(
        service, region_name=spec.region or None, endpoint_url=spec.endpoint_url or None, config=config
    )


class KinesisSink:
    """A record for each event; those of one key go to one shard."""

    def __init__(self, spec: KinesisSpec, client: Any = None) -> None:
        self._stream, self._client = spec.stream, client or aws_client("kinesis", spec)

    def deliver(self, batch: Batch) -> None:
        """See `Sink`; only refused records are sent again, a few times."""
        key = batch.key[:MOST_KEY]
        records = [{"Data": event, "PartitionKey": key} for event in named_events(batch)]
        _put(records, lambda some: _refused_by_kinesis(self._client, self._stream, some))

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()


class FirehoseSink:
    """A record for each event, with a line break at its end."""

    def __init__(self, spec: FirehoseSpec, client: Any = None) -> None:
        self._stream, self._client = spec.stream, client or aws_client("firehose", spec)

    def deliver(self, batch: Batch) -> None:
        """See `Sink`; only refused records are sent again, a few times."""
        records = [{"Data": event + b"\n"} for event in named_events(batch)]
        _put(records, lambda some: _refused_by_firehose(self._client, self._stream, some))

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()


class SqsSink:
    """A message for each batch, as for a webhook; several if it would be too long."""

    def __init__(self, spec: SqsSpec, client: Any = None) -> None:
        self._url, self._client = spec.queue_url, client or aws_client("sqs", spec)

    def deliver(self, batch: Batch) -> None:
        """See `Sink`. A FIFO queue drops repeats within five minutes."""
        for first, events in _parts(batch):
            message = {"QueueUrl": self._url, "MessageBody": envelope(batch, events, first).decode()}
            if self._url.endswith(".fifo"):
                group = hashlib.sha256(batch.key.encode()).hexdigest()
                message["MessageGroupId"] = group
                message["MessageDeduplicationId"] = f"{group}-{batch.since}-{first}"
            _asked(self._client.send_message, **message)

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()


def _asked(ask: Callable[..., Any], **parameters: Any) -> Any:
    try:
        return ask(**parameters)
    except (BotoCoreError, ClientError) as error:
        raise DeliveryError(str(error)) from error


def _put(records: list[dict[str, Any]], put: Callable[[list[dict[str, Any]]], list[bool]]) -> None:
    for _ in range(ROUNDS):
        refused = put(records)
        records = [record for record, no in zip(records, refused, strict=True) if no]
        if not records:
            return
    raise DeliveryError(f"{len(records)} records were refused {ROUNDS} times")


def _refused_by_kinesis(client: Any, stream: str, records: Sequence[dict[str, Any]]) -> list[bool]:
    answer = _asked(client.put_records, StreamName=stream, Records=records)
    return ["ErrorCode" in one for one in answer["Records"]]


def _refused_by_firehose(client: Any, stream: str, records: Sequence[dict[str, Any]]) -> list[bool]:
    answer = _asked(client.put_record_batch, DeliveryStreamName=stream, Records=records)
    return ["ErrorCode" in one for one in answer["RequestResponses"]]


def _parts(batch: Batch) -> list[tuple[int, list[bytes]]]:
    """The events in short enough parts, each with the number of its first."""
    parts: list[tuple[int, list[bytes]]] = []
    size = MOST_MESSAGE_BYTES
    for number, event in enumerate(batch.events(), batch.first):
        size += len(event) + 1
        if size > MOST_MESSAGE_BYTES:
            parts.append((number, []))
            size = len(event)
        parts[-1][1].append(event)
    return parts

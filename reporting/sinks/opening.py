"""Owns how the settings' words for a sink become one."""

from pathlib import Path

from reporting.exceptions import BadSinkError
from reporting.sinks.file import FileSink
from reporting.sinks.null import NullSink
from reporting.sinks.sink import Sink
from reporting.sinks.specs import (
    FileSpec,
    FirehoseSpec,
    HistorySpec,
    KinesisSpec,
    NullSpec,
    Spec,
    SqsSpec,
    WebhookSpec,
)
from reporting.sinks.webhook import WebhookSink
from routing.runtime import router


def open_sink(name: str, spec: Spec, *, folder: Path) -> Sink:
    """The sink; files without a path of their own are named after it in `folder`. Raises BadSinkError."""
    match spec:
        case NullSpec():
            return NullSink()
        case HistorySpec():
            from reporting.sinks.history import HistorySink  # noqa: PLC0415 - settings are read before models

            return HistorySink(router)
        case FileSpec():
            path = Path(spec.path) if spec.path else folder / f"{name}.jsonl"
            return FileSink(path, max_bytes=spec.max_bytes, files=spec.files)
        case WebhookSpec():
            return WebhookSink(spec)
        case KinesisSpec() | FirehoseSpec() | SqsSpec():
            return _open_on_aws(name, spec)


def _open_on_aws(name: str, spec: KinesisSpec | FirehoseSpec | SqsSpec) -> Sink:
    # boto3 loads slowly, and most have no sink on AWS.
    from botocore.exceptions import BotoCoreError, NoRegionError  # noqa: PLC0415

    from reporting.sinks import aws  # noqa: PLC0415

    try:
        match spec:
            case KinesisSpec():
                return aws.KinesisSink(spec)
            case FirehoseSpec():
                return aws.FirehoseSink(spec)
            case SqsSpec():
                return aws.SqsSink(spec)
    except NoRegionError:
        raise BadSinkError(name, "region", "name one, here or in AWS_DEFAULT_REGION") from None
    except BotoCoreError as error:
        raise BadSinkError(name, "AWS", str(error)) from None

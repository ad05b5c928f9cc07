"""Opening of sinks from their specs."""

from pathlib import Path

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
    WebhooksSpec,
)
from reporting.sinks.webhook import WebhookSink
from routing.runtime import now, router, webhooks


def open_sink(name: str, spec: Spec, *, folder: Path) -> Sink:
    """The sink; files without a path of their own are named after it in `folder`. Raises BadSinkError."""
    match spec:
        case NullSpec():
            return NullSink()
        case HistorySpec():
            from reporting.sinks.history_sink import HistorySink  # noqa: PLC0415 - settings are read before models

            return HistorySink(router)
        case WebhooksSpec():
            from reporting.sinks.webhooks_sink import WebhooksSink  # noqa: PLC0415 - as above

            return WebhooksSink(webhooks, now)
        case FileSpec():
            path = Path(spec.path) if spec.path else folder / f"{name}.jsonl"
            return FileSink(path, max_bytes=spec.max_bytes, files=spec.files)
        case WebhookSpec():
            return WebhookSink(spec)
        case KinesisSpec() | FirehoseSpec() | SqsSpec():
            from reporting.sinks.aws import open_on_aws  # noqa: PLC0415 - it loads slowly, and most have none

            return open_on_aws(name, spec)

"""AWS sinks: what they send, and what happens to refused events."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from botocore.stub import ANY, Stubber

from reporting.exceptions import BadSinkError, DeliveryError
from reporting.sinks import aws
from reporting.sinks.aws import FirehoseSink, KinesisSink, SqsSink
from reporting.sinks.opening import open_sink
from reporting.sinks.specs import FirehoseSpec, KinesisSpec, SqsSpec
from tests.unit.reporting.batches import a_batch

KEY = "W#Spanish#Any"
TAKEN: dict[str, Any] = {"SequenceNumber": "1", "ShardId": "s"}
REFUSED = {"ErrorCode": "ProvisionedThroughputExceededException", "ErrorMessage": "slow down"}


@pytest.fixture(autouse=True)
def made_up_access(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "local")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "local")


@pytest.fixture
def kinesis() -> Iterator[Stubber]:
    with Stubber(aws.aws_client("kinesis", KinesisSpec(stream="s", region="eu-central-1"))) as stubber:
        yield stubber


def test_a_sink_without_a_region_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_DEFAULT_REGION", "AWS_REGION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", os.devnull)

    with pytest.raises(BadSinkError, match="sink bi: region: name one"):
        open_sink("bi", KinesisSpec(stream="s"), folder=Path())


def record(number: int) -> dict[str, Any]:
    data = b'{"key":"W#Spanish#Any","since":1763768000000,"number":%d,"n":%d}' % (number, number - 7)
    return {"Data": data, "PartitionKey": KEY}


def test_kinesis_gets_a_record_for_each_event_and_again_only_what_it_refused(kinesis: Stubber) -> None:
    kinesis.add_response(
        "put_records",
        {"Records": [TAKEN, REFUSED], "FailedRecordCount": 1},
        {"StreamName": "s", "Records": [record(7), record(8)]},
    )
    kinesis.add_response("put_records", {"Records": [TAKEN]}, {"StreamName": "s", "Records": [record(8)]})

    KinesisSink(KinesisSpec(stream="s"), kinesis.client).deliver(a_batch(2))
    kinesis.assert_no_pending_responses()


def test_what_is_refused_again_and_again_gives_the_batch_back(kinesis: Stubber) -> None:
    for _ in range(aws.ROUNDS):
        kinesis.add_response("put_records", {"Records": [REFUSED]})

    with pytest.raises(DeliveryError, match="1 records were refused 3 times"):
        KinesisSink(KinesisSpec(stream="s"), kinesis.client).deliver(a_batch(1))


def test_an_error_of_aws_gives_the_batch_back(kinesis: Stubber) -> None:
    kinesis.add_client_error("put_records", "ResourceNotFoundException", "no such stream")

    with pytest.raises(DeliveryError, match="no such stream"):
        KinesisSink(KinesisSpec(stream="s"), kinesis.client).deliver(a_batch(1))


def test_firehose_gets_lines() -> None:
    client = aws.aws_client("firehose", FirehoseSpec(stream="s", region="eu-central-1"))
    with Stubber(client) as stubber:
        stubber.add_response(
            "put_record_batch",
            {"FailedPutCount": 0, "RequestResponses": [{"RecordId": "1"}]},
            {"DeliveryStreamName": "s", "Records": [{"Data": record(7)["Data"] + b"\n"}]},
        )
        FirehoseSink(FirehoseSpec(stream="s"), client).deliver(a_batch(1))


def test_sqs_gets_a_message_for_a_batch_and_several_for_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []

    class Client:
        def send_message(self, **message: Any) -> None:
            sent.append(message)

    sink = SqsSink(SqsSpec(queue_url="https://sqs/q.fifo"), Client())
    sink.deliver(a_batch(3))
    monkeypatch.setattr(aws, "MOST_MESSAGE_BYTES", 15)
    sink.deliver(a_batch(3))

    bodies = [json.loads(message["MessageBody"]) for message in sent]
    assert [(body["first"], body["events"]) for body in bodies] == [
        (7, [{"n": 0}, {"n": 1}, {"n": 2}]),
        (7, [{"n": 0}, {"n": 1}]),
        (9, [{"n": 2}]),
    ]
    assert {message["MessageGroupId"] for message in sent} == {sent[0]["MessageGroupId"]}
    assert sent[2]["MessageDeduplicationId"].endswith("-1763768000000-9")


def test_sqs_is_asked_in_its_own_words() -> None:
    client = aws.aws_client("sqs", SqsSpec(queue_url="https://sqs/q", region="eu-central-1"))
    with Stubber(client) as stubber:
        stubber.add_response("send_message", {}, {"QueueUrl": "https://sqs/q", "MessageBody": ANY})
        SqsSink(SqsSpec(queue_url="https://sqs/q"), client).deliver(a_batch(1))

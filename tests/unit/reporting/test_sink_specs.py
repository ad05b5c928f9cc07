"""Specs of sinks: valid settings, and one line for a wrong one."""

from typing import Any

import pytest

from reporting.exceptions import BadSinkError
from reporting.sinks.specs import FileSpec, KinesisSpec, NullSpec, WebhookSpec, read_sinks

HOOK = {"kind": "webhook", "url": "https://wfm.example/in", "secret": "s" * 32}


def read(**sinks: dict[str, Any]) -> dict[str, Any]:
    return dict(read_sinks(sinks, lease_seconds=30))


def test_each_sink_is_read_with_what_it_does_not_say_as_usual() -> None:
    assert read(
        wfm=HOOK,
        file={"kind": "file", "files": 2},
        none={"kind": "null"},
        bi={"kind": "kinesis", "stream": "s"},
    ) == {
        "wfm": WebhookSpec("https://wfm.example/in", "s" * 32),
        "file": FileSpec(files=2),
        "none": NullSpec(),
        "bi": KinesisSpec(stream="s"),
    }


@pytest.mark.parametrize(
    ("sink", "said"),
    [
        ({"kind": "fax"}, "sink wfm: kind: one of null, file, webhook, kinesis, firehose, sqs"),
        (
            {**HOOK, "URL": "x"},
            "sink wfm: URL: a webhook sink has only url, secret, timeout_seconds, gzip, kinds",
        ),
        (
            {"kind": "webhook", "url": "https://x"},
            "sink wfm: fields: a webhook sink needs more of url, secret",
        ),
        ({**HOOK, "url": "wfm.example"}, "sink wfm: url: it must start with http:// or https:// and a host"),
        ({**HOOK, "url": "https://[wfm"}, "sink wfm: url: it must start with"),
        ({**HOOK, "url": "https://wfm:65536/"}, "sink wfm: url: it must start with"),
        ({**HOOK, "url": "https://wfm/a b"}, "sink wfm: url: it must start with"),
        ({**HOOK, "url": "https://wfm/ü"}, "sink wfm: url: it must start with"),
        ({**HOOK, "url": "https://me@wfm/in"}, "sink wfm: url: leave out the user and password"),
        ({**HOOK, "url": ""}, "sink wfm: url: it must not be empty"),
        ({**HOOK, "secret": ""}, "sink wfm: secret: it must not be empty"),
        ({**HOOK, "secret": "s" * 31}, "sink wfm: secret: at least 32 characters are needed"),
        ({**HOOK, "url": "http://169.254.169.254/latest"}, "sink wfm: url: a link-local address"),
        ({**HOOK, "url": "http://[fe80::1%25eth0]/"}, "sink wfm: url: a link-local address"),
        (
            {"kind": "kinesis", "stream": "s", "endpoint_url": "http://[::ffff:169.254.1.2]/"},
            "sink wfm: endpoint_url: a link-local address",
        ),
        ({"kind": "kinesis", "stream": ""}, "sink wfm: stream: it must not be empty"),
        ({**HOOK, "kinds": "callOffered, rang"}, "kinds: kinds of event, separated by commas, not rang"),
        ({**HOOK, "gzip": 1}, "sink wfm: gzip: bool is needed, not 1"),
        ({**HOOK, "timeout_seconds": True}, "timeout_seconds: int or float is needed, not True"),
        ({**HOOK, "timeout_seconds": 61}, "timeout_seconds: it must be from 0.1 to 60"),
        ({**HOOK, "timeout_seconds": 16}, "timeout_seconds: at most half a lease of 30 s"),
        ({"kind": "file", "max_bytes": 1}, "max_bytes: it must be from 10000 to 1e+12"),
        ({"kind": "null", "path": "x"}, "path: a null sink has only no fields"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line(sink: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSinkError) as caught:
        read(wfm=sink)

    assert said in str(caught.value)


def test_a_secret_is_not_repeated() -> None:
    with pytest.raises(BadSinkError) as caught:
        read(wfm={**HOOK, "secret": 4711})

    assert str(caught.value) == "sink wfm: secret: str is needed"


def test_a_name_is_short_and_plain_and_there_are_not_too_many() -> None:
    with pytest.raises(BadSinkError, match="sink a,b: name: a lower-case letter"):
        read_sinks({"a,b": {"kind": "null"}}, lease_seconds=30)
    with pytest.raises(BadSinkError, match="at most 8 are allowed, 9 are named"):
        read_sinks({f"s{number}": {"kind": "null"} for number in range(9)}, lease_seconds=30)

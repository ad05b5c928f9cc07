"""Signatures: only of this body, at this time, with this secret."""

import base64
import hmac

import pytest

from outbound.signing import SIGNATURE, TIMESTAMP, is_fresh, is_signed, signed, standard_signed

SECRET, BODY = "s" * 32, b'{"card": "c1"}'


def test_a_signature_is_that_of_body_timestamp_and_secret() -> None:
    headers = signed(SECRET, BODY, at=1_000.4)
    given, timestamp = headers[SIGNATURE], headers[TIMESTAMP]
    assert timestamp == "1000"
    assert is_signed(SECRET, BODY, timestamp=timestamp, given=given)
    assert not is_signed(SECRET, BODY + b" ", timestamp=timestamp, given=given)
    assert not is_signed(SECRET, BODY, timestamp="1001", given=given)
    assert not is_signed("t" * 32, BODY, timestamp=timestamp, given=given)
    for wrong in ("", "v1=", "é", given.removeprefix("v1=")):
        assert not is_signed(SECRET, BODY, timestamp=timestamp, given=wrong)


@pytest.mark.parametrize(
    ("timestamp", "fresh"),
    [
        *(("1000", True), ("700", True), ("1300", True), ("699", False), ("1301", False)),
        *((odd, False) for odd in ("", "²", "-1000", "1e3", "9" * 5000)),
    ],
)
def test_a_timestamp_is_fresh_for_five_minutes(timestamp: str, fresh: bool) -> None:  # noqa: FBT001
    assert is_fresh(timestamp, at=1_000) is fresh


def test_a_standard_webhook_is_signed_over_id_timestamp_and_body() -> None:
    headers = standard_signed("secret of the receiver", b'{"a": 1}', message_id="m1", at=1614265330.4)
    expected = hmac.new(b"secret of the receiver", b'm1.1614265330.{"a": 1}', "sha256").digest()

    assert headers == {
        "webhook-id": "m1",
        "webhook-timestamp": "1614265330",
        "webhook-signature": f"v1,{base64.b64encode(expected).decode()}",
    }

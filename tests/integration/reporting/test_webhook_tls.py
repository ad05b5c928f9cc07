"""Webhooks over TLS: the receiver's certificate is checked before anything is sent."""

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from reporting.exceptions import DeliveryError
from reporting.sinks.specs import WebhookSpec
from reporting.sinks.webhook import WebhookSink
from tests.integration.reporting.receiver import Receiver
from tests.unit.reporting.batches import a_batch


def a_certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for 127.0.0.1: the files of certificate and key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "receiver")])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return files


@pytest.mark.parametrize("trusted", [True, False])
def test_a_batch_goes_only_to_a_receiver_whose_certificate_is_trusted(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trusted: bool,  # noqa: FBT001 - pytest passes it by name
) -> None:
    certificate, key = a_certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with Receiver(tls=context) as receiver:
        sink = WebhookSink(WebhookSpec(receiver.url, "s" * 32))
        if trusted:
            sink.deliver(a_batch())
        else:
            with pytest.raises(DeliveryError, match="certificate verify failed"):
                sink.deliver(a_batch())
        sink.close()

    assert len(receiver.posts) == (1 if trusted else 0)

"""Store of attached files in a bucket of Amazon S3."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

PREFIX = "attachments/"
MISSING = frozenset({"NoSuchKey", "404"})


class Bucket:
    """Files in a bucket; the credentials are those of the environment."""

    def __init__(self, name: str, region: str) -> None:
        self._name = name
        self._client: Any = boto3.client("s3", region_name=region)

    def keep(self, file_id: str, received: Path) -> None:
        """See `FileStore`."""
        with _as_os_errors():
            self._client.upload_file(str(received), self._name, f"{PREFIX}{file_id}")

    def read(self, file_id: str) -> bytes | None:
        """See `FileStore`."""
        try:
            found: bytes = self._client.get_object(Bucket=self._name, Key=f"{PREFIX}{file_id}")["Body"].read()
        except ClientError as error:
            if error.response["Error"]["Code"] in MISSING:
                return None
            raise OSError(str(error)) from error
        except BotoCoreError as error:
            raise OSError(str(error)) from error
        return found

    def remove(self, file_id: str) -> None:
        """See `FileStore`."""
        with _as_os_errors():
            self._client.delete_object(Bucket=self._name, Key=f"{PREFIX}{file_id}")

    def tidy(self, *, before: datetime) -> None:
        """See `FileStore`."""
        with _as_os_errors():
            found = self._client.list_multipart_uploads(Bucket=self._name, Prefix=PREFIX)
            for one in found.get("Uploads", ()):
                if one["Initiated"] < before:
                    self._client.abort_multipart_upload(
                        Bucket=self._name, Key=one["Key"], UploadId=one["UploadId"]
                    )


@contextmanager
def _as_os_errors() -> Iterator[None]:
    try:
        yield
    except (BotoCoreError, ClientError, boto3.exceptions.Boto3Error) as error:
        raise OSError(str(error)) from error

"""Store of attached files in a bucket of Amazon S3."""

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
        try:
            self._client.upload_file(str(received), self._name, f"{PREFIX}{file_id}")
        except (BotoCoreError, ClientError, boto3.exceptions.Boto3Error) as error:
            raise OSError(str(error)) from error

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

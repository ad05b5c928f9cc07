"""Removal of attached files: with a recall, or a day after an upload without a message; in both stores."""

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from api.endpoints.attachments import store
from api.files.removal import files_sweep
from api.files.stores import Folder
from messaging.runtime import messenger
from routing.runtime import now
from tests.integration.api.conftest import Caller, Reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations")]
LATER = timedelta(days=2)


def attach(who: Caller, chat: str, client_id: str = "f1", content: bytes = b"Hello") -> Reply:
    address = f"/chats/{chat}/attachments?client_id={client_id}&base=0&name=a.txt"
    return who.ask("POST", address, content, "application/octet-stream")


def files(folder: Path) -> int:
    return sum(path.is_file() for path in folder.rglob("*"))


def sweep_later() -> int:
    return files_sweep(replace(messenger(), clock=lambda: now() + LATER), store())


def test_a_recalled_file_is_removed_and_that_of_another_message_is_not(ana: Caller, in_folder: Path) -> None:
    chat = str(ana.post("/groups", {"title": "Sales"}).body["chat"])
    assert [attach(ana, chat, name).body["number"] for name in ("f1", "f2", "f1")] == [1, 2, 1]
    assert files(in_folder) == 2

    assert ana.post(f"/chats/{chat}/recall", {"number": 1}).body["recalled"]

    assert files(in_folder) == 1
    assert [ana.client.get(f"/api/v1/chats/{chat}/messages/{n}/file").status_code for n in (1, 2)] == [
        404,
        200,
    ]


def test_what_a_refused_send_left_is_removed_after_a_day(ana: Caller, in_folder: Path) -> None:
    chat = str(ana.post("/groups", {"title": "Sales"}).body["chat"])
    attach(ana, chat)
    assert attach(ana, chat, content=b"Something else").body["code"] == "client_id_reused"
    (in_folder / "ab").mkdir()
    for name, age in (("unfinished-old", 3 * 86_400), ("unfinished-new", 0)):
        (in_folder / "ab" / name).touch()
        os.utime(in_folder / "ab" / name, times=(now().timestamp() - age,) * 2)
    assert files_sweep(messenger(), store()) == 0
    assert files(in_folder) == 3, "only what an upload has left long ago is gone"

    assert [sweep_later(), sweep_later()] == [1, 0]
    assert ana.client.get(f"/api/v1/chats/{chat}/messages/1/file").content == b"Hello"


def test_a_store_that_fails_is_tried_again(
    ana: Caller, in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_self: Folder, _file: str) -> None:
        raise OSError("the test took it away")

    chat = str(ana.post("/groups", {"title": "Sales"}).body["chat"])
    attach(ana, chat)
    with monkeypatch.context() as patched:
        patched.setattr(Folder, "remove", fails)
        assert ana.post(f"/chats/{chat}/recall", {"number": 1}).status == 200
        assert (files_sweep(messenger(), store()), files(in_folder)) == (0, 1)
    assert (files_sweep(messenger(), store()), files(in_folder)) == (1, 0)


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    with mock_aws():
        client: Any = boto3.client("s3", region_name="eu-central-1")
        where = {"LocationConstraint": "eu-central-1"}
        client.create_bucket(Bucket="files", CreateBucketConfiguration=where)
        yield client


def test_a_bucket_forgets_files_and_unfinished_uploads(bucket: Any, tmp_path: Path) -> None:
    from api.files.s3 import Bucket  # noqa: PLC0415 - it loads slowly

    kept = Bucket("files", "eu-central-1")
    (tmp_path / "a").write_bytes(b"Hello")
    kept.keep("f1", tmp_path / "a")
    bucket.create_multipart_upload(Bucket="files", Key="attachments/f2")

    for _ in range(2):
        kept.remove("f1")
    began = bucket.list_multipart_uploads(Bucket="files")["Uploads"][0]["Initiated"]
    kept.tidy(before=began)
    assert (kept.read("f1"), len(bucket.list_multipart_uploads(Bucket="files")["Uploads"])) == (None, 1)
    kept.tidy(before=began + LATER)
    assert "Uploads" not in bucket.list_multipart_uploads(Bucket="files")

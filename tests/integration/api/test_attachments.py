"""Attachments: sent once, read by members only, never a page of ours; sizes, types, both stores."""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import boto3
import pytest
from pytest_django import Settings

from api.endpoints.attachments import store
from dynamo.changes import Set
from messaging.erasing.kept import chat_kept
from messaging.runtime import messenger
from messaging.storage.keys import log_of
from messaging.storage.log_items import message_key
from tests.amazon import mock_amazon
from tests.integration.api.conftest import V1, Caller, Reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations")]
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40
BUCKET = "files"


@pytest.fixture(params=["folder", "bucket"])
def place(
    request: pytest.FixtureRequest, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Where files are kept."""
    bucket = BUCKET if request.param == "bucket" else ""
    settings.ATTACHMENTS = {
        "bucket": bucket,
        "region": "eu-central-1",
        "folder": tmp_path,
        "most_bytes": 100_000,
    }
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    store.cache_clear()
    with mock_amazon() if bucket else nullcontext():
        if bucket:
            where = {"LocationConstraint": "eu-central-1"}
            client: Any = boto3.client("s3", region_name="eu-central-1")
            client.create_bucket(Bucket=BUCKET, CreateBucketConfiguration=where)
        yield request.param
    store.cache_clear()


def attach(who: Caller, chat: str, content: bytes = PICTURE, name: str = "car.png", **more: str) -> Reply:
    asked = {"client_id": "f1", "base": "0", "name": name, **more}
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    return who.ask("POST", f"/chats/{chat}/attachments?{query}", content, "application/octet-stream")


def a_group(who: Caller) -> str:
    return str(who.post("/groups", {"title": "Sales"}).body["chat"])


def test_a_picture_is_sent_once_and_shown(ana: Caller, place: str) -> None:
    assert place
    chat = a_group(ana)
    first, again = attach(ana, chat), attach(ana, chat)
    read = ana.client.get(f"{V1}/chats/{chat}/messages/1/file", headers=ana.headers)

    assert first.body == again.body
    assert (first.status, first.body["kind"], first.body["number"]) == (200, "attachment", 1)
    assert read.content == PICTURE
    assert read.headers["content-type"] == "image/png"
    assert read.headers["content-disposition"] == 'inline; filename="car.png"'
    assert read.headers["x-content-type-options"] == "nosniff"
    assert read.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in read.headers["content-security-policy"]
    assert attach(ana, chat, b"%PDF-1.7").body["code"] == "client_id_reused"


def test_anything_but_a_picture_is_downloaded(ana: Caller, in_folder: Path) -> None:
    chat = a_group(ana)
    attach(ana, chat, b"Hello", "no%22te%0d%0a.html")
    read = ana.client.get(f"{V1}/chats/{chat}/messages/1/file", headers=ana.headers)

    assert read.headers["content-type"] == "text/plain"
    assert read.headers["content-disposition"] == 'attachment; filename="no_te.txt"'
    assert {one.stat().st_mode & 0o077 for one in in_folder.rglob("*") if one.is_file()} == {0}


def test_what_is_too_large_empty_or_of_a_refused_type_is_not_kept(ana: Caller, in_folder: Path) -> None:
    chat = a_group(ana)
    large, empty, page = (attach(ana, chat, one) for one in (b"x" * 100_001, b"", b"<html>"))
    form = ana.ask(
        "POST", f"/chats/{chat}/attachments?client_id=a&base=0", b"a=1", "application/x-www-form-urlencoded"
    )

    assert (large.status, large.body["limit"]) == (413, 100_000)
    assert [one.status for one in (empty, page, form)] == [415, 415, 415]
    assert "PNG, JPEG" in page.body["detail"]
    assert attach(ana, chat, base="x").body["field"] == "base"
    assert not [one for one in in_folder.rglob("*") if one.is_file()]
    assert not ana.get(f"/chats/{chat}/messages").body["items"]


def test_a_recalled_or_lost_file_is_gone(ana: Caller, in_folder: Path) -> None:
    chat = a_group(ana)
    attach(ana, chat)
    attach(ana, chat, b"%PDF-1.7", client_id="f2", base="1")
    ana.post(f"/chats/{chat}/messages", {"client_id": "t", "base": 2, "body": "Hello"})
    ana.post(f"/chats/{chat}/recall", {"number": 1})
    for file in in_folder.rglob("*"):
        if file.is_file():
            file.unlink()

    assert [ana.get(f"/chats/{chat}/messages/{one}/file").status for one in (1, 2, 3, 4, 0)] == [404] * 5


@pytest.mark.usefixtures("in_folder")
def test_a_message_whose_file_cannot_be_read_harms_nothing_else(ana: Caller) -> None:
    chat = a_group(ana)
    attach(ana, chat)
    for damaged in ("x", "[]", "{}", '{"type": "image/png"}'):
        messenger().table.change(message_key(log_of(chat), 1), Set("Body", damaged))
        assert ana.get(f"/chats/{chat}/messages/1/file").status == 404
        transcript = ana.client.get(f"{V1}/chats/{chat}/transcript", headers=ana.headers)
        assert transcript.content.endswith(b": (file)\n")
        assert chat_kept(messenger(), chat).messages == 1
    assert ana.post(f"/chats/{chat}/recall", {"number": 1}).status == 200


def test_a_store_that_is_full_or_away_is_named_and_nothing_is_sent(ana: Caller, in_folder: Path) -> None:
    chat = a_group(ana)
    in_folder.rmdir()
    in_folder.write_text("no folder")
    refused = attach(ana, chat)
    assert (refused.status, refused.body["code"], refused.body["changed"]) == (503, "files_away", False)
    assert ana.get(f"/chats/{chat}/messages").body["items"] == []

    in_folder.unlink()
    assert attach(ana, chat).status == 200


def test_others_neither_send_nor_read_files(ana: Caller, bob: Caller, in_folder: Path) -> None:
    chat = a_group(ana)
    attach(ana, chat)
    kept = [*in_folder.rglob("*")]

    assert bob.get(f"/chats/{chat}/messages/1/file").status == 403
    assert attach(bob, chat, b"%PDF-1.7").status == 403
    assert [*in_folder.rglob("*")] == kept

"""Attachments: files sent as messages, readable by all who may read the message."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from ninja import Query, Router

from api.access.kept_answers import claims_itself, key_claim
from api.conventions.problems import Problem
from api.endpoints.chat_fields import Chat, MessageOut, Shown
from api.endpoints.conversing import ALL, ALL_SENDERS, party_in, settled
from api.files.kinds import KINDS
from api.files.receiving import as_body, received
from api.files.stores import FileStore, Folder
from messaging.chats.arrivals import chat_send
from messaging.model.attached import described_file
from messaging.model.limits import HIGHEST_NUMBER, LONGEST_CLIENT_ID
from messaging.model.messages import Kind
from messaging.runtime import chats, messenger
from messaging.services import file_expect, file_sent, messages_read
from messaging.shown import message_shown

log = logging.getLogger(__name__)
router = Router(tags=["conversations"])
ClientId = Annotated[str, Query(min_length=1, max_length=LONGEST_CLIENT_ID)]
Base = Annotated[int, Query(ge=0, le=HIGHEST_NUMBER)]
Name = Annotated[str, Query(max_length=500, description="the file's name, as it is shown")]
ONE_FILE = {"requestBody": {"required": True, "content": {"application/octet-stream": {"schema": {}}}}}
AWAY = "Files can't be stored or read at the moment; send the same again in a while."
GONE = "number: this message has no file, or was recalled"


@router.post("/chats/{chat}/attachments", auth=ALL_SENDERS, response=MessageOut, openapi_extra=ONE_FILE)
@claims_itself
def attachment_post(
    request: HttpRequest, chat: Chat, client_id: ClientId, base: Base, name: Name = ""
) -> Shown:
    """Sends the file in the body as a message, once for each `client_id`."""
    sender = party_in(request)
    messages_read(messenger(), chat=chat, party=sender, limit=1)  # nobody else's file is stored
    with received(request, most=settings.ATTACHMENTS["most_bytes"]) as file:
        key_claim(request, content=file.digest)
        mine: dict[str, Any] = {"chat": chat, "sender": sender, "client_id": client_id, "base": base}
        file_id = settled(file_expect(messenger(), **mine, digest=file.digest))
        with _answering():
            store().keep(file_id, file.path)
        body = as_body(file.described(file_id, name))
    sent = settled(chat_send(chats(), **mine, body=body, kind=Kind.ATTACHMENT))
    file_sent(messenger(), file=file_id, message=sent)
    return message_shown(sent, to_customer=sender.is_customer)


@router.get("/chats/{chat}/messages/{number}/file", auth=ALL)
def attachment(request: HttpRequest, chat: Chat, number: int) -> HttpResponse:
    """Returns the file of a message. Only images are shown inline; others are downloaded."""
    described = _described(request, chat, number)
    kind, file = KINDS.get(described.get("type", "")), described.get("file")
    if kind is None or file is None:
        raise Problem(HTTPStatus.NOT_FOUND, GONE, field="number")
    with _answering():
        content = store().read(file)
    if content is None:
        raise Problem(HTTPStatus.NOT_FOUND, GONE, field="number")
    shown = content_disposition_header(not kind.is_picture, described.get("name", "")) or "inline"
    headers = {"Content-Disposition": shown, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(content, content_type=kind.media_type, headers=headers)


@lru_cache(maxsize=1)
def store() -> FileStore:
    """The store of the settings."""
    place = settings.ATTACHMENTS
    if place["bucket"]:
        from api.files.s3 import Bucket  # noqa: PLC0415 - it loads slowly, and few have a bucket

        return Bucket(place["bucket"], place["region"])
    return Folder(Path(place["folder"]))


@contextmanager
def _answering() -> Iterator[None]:
    """Raises Problem: 503 while the store is away or full; no message has been sent."""
    try:
        yield
    except OSError as error:
        log.error("the store of attached files is not answering: %s", error)
        raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, AWAY, "files_away") from None


def _described(request: HttpRequest, chat: str, number: int) -> dict[str, str]:
    after = max(0, min(number, HIGHEST_NUMBER) - 1)
    found = messages_read(messenger(), chat=chat, party=party_in(request), after=after, limit=1)
    message = next((one for one in found if one.number == number), None)
    return described_file(message) if message else {}

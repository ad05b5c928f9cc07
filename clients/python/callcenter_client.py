"""Typed client of the Callcenter HTTP API, version 1, without dependencies.

    Client("https://callcenter.example", token).call_send({"language": "English"})

Fields are as in the OpenAPI document, times as text. `make format` writes this file; do not edit it.
"""

# mypy: disable-error-code="no-any-return"
# Responses are as the document says, which a test of the server compares with this file.

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

# Statuses after which the same request may go through.
AGAIN = frozenset({429, 502, 503})
CONFLICT = 409
MOST_PAUSE_SECONDS = 10.0


class ApiError(Exception):
    """An error of the API; `problem` is its body, with `code`, `detail`, `field`, `limit`, `present`."""

    def __init__(self, status: int, problem: Problem | None) -> None:
        super().__init__(problem["detail"] if problem else f"status {status}")
        self.status, self.problem = status, problem


class Event(NamedTuple):
    """One server-sent event: `kind` is `reset`, `delta` or `heartbeat`; continue after `id`."""

    id: str
    kind: str
    data: Any


def _problem_of(error: urllib.error.HTTPError) -> ApiError:
    with error:
        try:
            return ApiError(error.code, json.load(error))
        except ValueError:
            return ApiError(error.code, None)


def _may_pass(error: urllib.error.HTTPError) -> bool:
    """Also while the first request with the same key is still running."""
    return error.code in AGAIN or (error.code == CONFLICT and "Retry-After" in error.headers)


def _part(value: object) -> str:
    return urllib.parse.quote(str(value), safe="")


def _new_key() -> str:
    return uuid.uuid4().hex


class Client:
    """The API of a site. Requests without an answer are repeated for `patience_seconds`, under the same key.

    Raises ApiError, and OSError or HTTPException if there is still no answer.
    """

    def __init__(
        self, site: str, token: str, *, timeout_seconds: float = 40, patience_seconds: float = 60
    ) -> None:
        self._site = f"{site.rstrip('/')}/api/v1"
        self._token, self._timeout, self._patience = token, timeout_seconds, patience_seconds

    def _json(self, method: str, path: str, **sent: Any) -> Any:
        return json.loads(self._bytes(method, path, **sent))

    def _bytes(self, method: str, path: str, **sent: Any) -> bytes:
        until, pause = time.monotonic() + self._patience, 0.25
        while True:
            try:
                with self._opened(method, path, **sent) as answer:
                    return bytes(answer.read())
            except urllib.error.HTTPError as error:
                if not _may_pass(error) or time.monotonic() > until:
                    raise _problem_of(error) from None
            except (OSError, http.client.HTTPException):  # also an answer that was cut off
                if time.monotonic() > until:
                    raise
            time.sleep(pause)
            pause = min(2 * pause, MOST_PAUSE_SECONDS)

    def _events(self, method: str, path: str, **sent: Any) -> Iterator[Event]:
        """The events of one connection; it ends when the connection does."""
        try:
            answer = self._opened(method, path, **sent)
        except urllib.error.HTTPError as error:
            raise _problem_of(error) from None
        with answer:
            fields: dict[str, str] = {}
            for line in answer:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    fields[name] = value
                elif "data" in fields:
                    yield Event(fields["id"], fields["event"], json.loads(fields["data"]))
                    fields = {}

    def _opened(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, Any] | None = None,
        body: Any = None,
        data: bytes | None = None,
    ) -> Any:
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        tail = f"?{urllib.parse.urlencode(asked, doseq=True)}" if asked else ""
        kind = "application/octet-stream" if body is None and data is not None else "application/json"
        sent = {"Authorization": f"Bearer {self._token}", "Content-Type": kind}
        sent |= {name: value for name, value in (headers or {}).items() if value is not None}
        request = urllib.request.Request(
            f"{self._site}{path}{tail}",
            data=json.dumps(body).encode() if body is not None else data,
            headers=sent,
            method=method,
        )
        # The address comes from who uses this.
        return urllib.request.urlopen(request, timeout=self._timeout)  # nosec B310

    def agent_sheet(self) -> AgentSheetOut:
        """Returns all agents as CSV."""
        return self._json("GET", "/agent-sheet")

    def agent_sheet_read(self, found: AgentSheetIn, *, idempotency_key: str | None = None) -> SheetPlanOut:
        """Checks a sheet, then creates and changes its agents if no line is wrong; others stay as they
        are.
        """
        return self._json(
            "POST", "/agent-sheet", body=found, headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def agents(self, *, cursor: str | None = None, limit: int | None = None) -> ItemsAgentOut:
        """Lists the agents, by name."""
        return self._json("GET", "/agents", query={"cursor": cursor, "limit": limit})

    def agent_delete(self, agent_id: str, *, version: int) -> AgentOut:
        """Removes an offline agent, whose user loses the desk; past calls and reports keep the name."""
        return self._json("DELETE", f"/agents/{_part(agent_id)}", query={"version": version})

    def agent(self, agent_id: str) -> AgentOut:
        """Returns one agent, or with `~chat` after the id the agent's chat row."""
        return self._json("GET", f"/agents/{_part(agent_id)}")

    def agent_put(self, agent_id: str, found: AgentIn) -> AgentOut:
        """Creates an offline agent, or changes one at the version that you read, with its chat row."""
        return self._json("PUT", f"/agents/{_part(agent_id)}", body=found)

    def agent_choice(
        self,
        agent_id: str,
        found: ChoosingOfChannel,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> AgentCommandOut:
        """Set an agent's status: ready, paused or offline; after its call and wrap-up, if any."""
        return self._json(
            "POST",
            f"/agents/{_part(agent_id)}/choose",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def agent_end_wrap_up(
        self,
        agent_id: str,
        found: EndingWrapUpOfChannel,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> AgentCommandOut:
        """End an agent's wrap-up."""
        return self._json(
            "POST",
            f"/agents/{_part(agent_id)}/end-wrap-up",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def agent_extend_wrap_up(
        self,
        agent_id: str,
        found: ExtendingWrapUpOfChannel,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> AgentCommandOut:
        """Give an agent in wrap-up more time."""
        return self._json(
            "POST",
            f"/agents/{_part(agent_id)}/extend-wrap-up",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def agent_next(self, agent_id: str, *, queue: str | None = None) -> CommandOut:
        """Returns the call that an agent would be offered now, without offering it; null if none fits."""
        return self._json("GET", f"/agents/{_part(agent_id)}/next", query={"queue": queue})

    def agent_offer(self, agent_id: str, found: OfQueue, *, idempotency_key: str | None = None) -> CommandOut:
        """Offers a waiting agent the next matching call; `call` is null if none waits."""
        return self._json(
            "POST",
            f"/agents/{_part(agent_id)}/offer",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def agent_release(
        self,
        agent_id: str,
        found: WithReasonOfChannel,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> AgentCommandOut:
        """Release an agent from its call, wrap-up or rest to the status it chose."""
        return self._json(
            "POST",
            f"/agents/{_part(agent_id)}/release",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def agent_slots(
        self,
        agent_id: str,
        found: SettingSlotsOfChannel,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> AgentCommandOut:
        """Set how many chats an agent can hold at once."""
        return self._json(
            "POST",
            f"/agents/{_part(agent_id)}/slots",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def audit_log(
        self, *, day: str | None = None, cursor: str | None = None, limit: int | None = None
    ) -> ItemsAuditEntryOut:
        """Lists the audit entries of a day, newest first."""
        return self._json("GET", "/audit-log", query={"day": day, "cursor": cursor, "limit": limit})

    def board(self) -> BoardOut:
        """Returns the board as it is now."""
        return self._json("GET", "/board")

    def callback_hosts_put(self, found: HostsIn) -> SavedOut:
        """Sets the callback hosts; the answer to the first request has the secret."""
        return self._json("PUT", "/callback-hosts", body=found)

    def callback_secret(self, *, idempotency_key: str | None = None) -> SecretOut:
        """Creates a new secret for callbacks; the previous one stops working at once."""
        return self._json(
            "POST", "/callback-hosts/secret", headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def calls(
        self,
        *,
        status: list[
            Literal[
                "created",
                "queued",
                "offered",
                "inProgress",
                "completed",
                "abandoned",
                "removed",
                "rejected",
                "deadLettered",
            ]
        ]
        | None = None,
        queue: str | None = None,
        agent: str | None = None,
        text: str | None = None,
        scene: str | None = None,
        outcome: str | None = None,
        ended_since: str | None = None,
        ended_before: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> ItemsListedOut:
        """Lists calls and chats: active and failed ones, the oldest first, then ended ones, the newest
        first.
        """
        return self._json(
            "GET",
            "/calls",
            query={
                "status": status,
                "queue": queue,
                "agent": agent,
                "text": text,
                "scene": scene,
                "outcome": outcome,
                "ended_since": ended_since,
                "ended_before": ended_before,
                "cursor": cursor,
                "limit": limit,
            },
        )

    def call_send(self, found: EnqueuingWithCallback, *, idempotency_key: str | None = None) -> CommandOut:
        """Saves and queues a call. With your own id in `call`, or a key, a repeat returns the same one.

        The `source` of a program's call is the program's name, unless another is given.
        """
        return self._json(
            "POST", "/calls", body=found, headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def call(self, call_id: str, *, after_version: int | None = None, wait: float | None = None) -> CallOut:
        """Returns one call with its history; with `wait`, as soon as it has a later version."""
        return self._json(
            "GET", f"/calls/{_part(call_id)}", query={"after_version": after_version, "wait": wait}
        )

    def call_abandon(
        self,
        call_id: str,
        found: AtVersion,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Mark a call as abandoned."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/abandon",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_accept(
        self,
        call_id: str,
        found: Answering,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Accept an offered call for its agent."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/accept",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_assign(
        self,
        call_id: str,
        found: Assigning,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Assign a waiting or ringing call to an agent, who is offered it before all others."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/assign",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_complete(
        self,
        call_id: str,
        found: Completing,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """End a call in progress."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/complete",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_dead_letter(
        self,
        call_id: str,
        found: WithReason,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Mark a waiting or ringing call as failed (dead letter)."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/dead-letter",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_decline(
        self,
        call_id: str,
        found: Answering,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Decline an offered call for its agent."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/decline",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_earlier(self, call_id: str) -> CustomerEarlierOut:
        """Returns the earlier calls and conversations of the customer of a call or chat, the newest
        first.
        """
        return self._json("GET", f"/calls/{_part(call_id)}/earlier")

    def call_earlier_messages(
        self, call_id: str, other: str, *, before: int | None = None, limit: int | None = None
    ) -> MessagesOut:
        """Returns the newest messages of a conversation of the customer of a call, or those before a
        number.
        """
        return self._json(
            "GET",
            f"/calls/{_part(call_id)}/earlier/{_part(other)}/messages",
            query={"before": before, "limit": limit},
        )

    def call_hand_back(
        self,
        call_id: str,
        found: HandingBack,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Return a call in progress to its queue."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/hand-back",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_outcome(
        self,
        call_id: str,
        found: SavingOutcome,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Save the outcome of an answered call, and a note on it."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/outcome",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_priority(
        self,
        call_id: str,
        found: ChangingPriority,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Change the priority of a waiting call."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/priority",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_remove(
        self,
        call_id: str,
        found: WithReason,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Remove a call that was not answered."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/remove",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_restore(
        self,
        call_id: str,
        found: Restoring,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Put a ringing call or a dead letter back into its queue."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/restore",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_touch(
        self,
        call_id: str,
        found: AtVersion,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Move a waiting call to the end of its priority."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/touch",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def call_transfer(
        self,
        call_id: str,
        found: Transferring,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> CommandOut:
        """Transfer a chat in progress to a colleague or to another queue."""
        return self._json(
            "POST",
            f"/calls/{_part(call_id)}/transfer",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def card_kinds(self) -> CardKindsOut:
        """Lists the kinds of cards with their schemas."""
        return self._json("GET", "/card-kinds")

    def card_get(self, card: str) -> CardOut:
        """Returns the current state of a card."""
        return self._json("GET", f"/cards/{_part(card)}")

    def act(self, card: str, found: ActIn, *, idempotency_key: str | None = None) -> CardOut:
        """Acts on a card; of two clicks only one counts. A failed card can be acted on again."""
        return self._json(
            "POST",
            f"/cards/{_part(card)}/act",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def report(self, card: str, found: ReportIn, *, idempotency_key: str | None = None) -> CardOut:
        """Reports the result of a card. For its service, which signs the body."""
        return self._json(
            "POST",
            f"/cards/{_part(card)}/report",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def chat_begin(self, found: ChatIn, *, idempotency_key: str | None = None) -> ChatOut:
        """Begins a conversation with the service. With your own id or key, a repeat returns the same
        one.
        """
        return self._json(
            "POST", "/chats", body=found, headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def direct_begin(self, found: DirectIn, *, idempotency_key: str | None = None) -> ChatOut:
        """Begins the conversation of two colleagues or programs, or returns the existing one."""
        return self._json(
            "POST", "/chats/direct", body=found, headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def chat_get(self, chat: str) -> ChatOut:
        """Returns a conversation."""
        return self._json("GET", f"/chats/{_part(chat)}")

    def accept(self, chat: str, *, idempotency_key: str | None = None) -> HeadOut:
        """Accepts the chat that rings at the caller's desk."""
        return self._json(
            "POST", f"/chats/{_part(chat)}/accept", headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def attachment_post(
        self,
        chat: str,
        found: bytes,
        *,
        client_id: str,
        base: int,
        name: str | None = None,
        idempotency_key: str | None = None,
    ) -> MessageOut:
        """Sends the file in the body as a message, once for each `client_id`."""
        return self._json(
            "POST",
            f"/chats/{_part(chat)}/attachments",
            data=found,
            query={"client_id": client_id, "base": base, "name": name},
            headers={"Idempotency-Key": idempotency_key},
        )

    def card_post(self, chat: str, found: CardIn, *, idempotency_key: str | None = None) -> CardOut:
        """Offers a card to the customer, once for each `client_id`."""
        return self._json(
            "POST", f"/chats/{_part(chat)}/cards", body=found, headers={"Idempotency-Key": idempotency_key}
        )

    def close(self, chat: str, found: ClosingIn, *, idempotency_key: str | None = None) -> HeadOut:
        """Closes the chat, unless there is a message that the caller has not seen."""
        return self._json(
            "POST",
            f"/chats/{_part(chat)}/close",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def decline(self, chat: str, *, idempotency_key: str | None = None) -> HeadOut:
        """Declines the chat that rings at the caller's desk."""
        return self._json(
            "POST",
            f"/chats/{_part(chat)}/decline",
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def earlier(self, chat: str, *, cursor: str | None = None, limit: int | None = None) -> ItemsEarlierOut:
        """Lists the customer's other conversations, including those of its aliases."""
        return self._json("GET", f"/chats/{_part(chat)}/earlier", query={"cursor": cursor, "limit": limit})

    def messages_earlier(
        self, chat: str, other: str, *, before: int | None = None, limit: int | None = None
    ) -> MessagesOut:
        """Returns the newest messages of another conversation of the customer, or those before a number."""
        return self._json(
            "GET",
            f"/chats/{_part(chat)}/earlier/{_part(other)}/messages",
            query={"before": before, "limit": limit},
        )

    def members(self, chat: str, *, cursor: str | None = None, limit: int | None = None) -> ItemsMemberOut:
        """Lists the members of a conversation, by party."""
        return self._json("GET", f"/chats/{_part(chat)}/members", query={"cursor": cursor, "limit": limit})

    def messages(
        self, chat: str, *, after: int | None = None, before: int | None = None, limit: int | None = None
    ) -> MessagesOut:
        """Returns the newest messages, or those after or before a number; always in order."""
        return self._json(
            "GET", f"/chats/{_part(chat)}/messages", query={"after": after, "before": before, "limit": limit}
        )

    def message_post(self, chat: str, found: MessageIn, *, idempotency_key: str | None = None) -> MessageOut:
        """Sends a message, once for each `client_id`: if the response is lost, send the same again."""
        return self._json(
            "POST", f"/chats/{_part(chat)}/messages", body=found, headers={"Idempotency-Key": idempotency_key}
        )

    def attachment(self, chat: str, number: int) -> bytes:
        """Returns the file of a message. Only images are shown inline; others are downloaded."""
        return self._bytes("GET", f"/chats/{_part(chat)}/messages/{_part(number)}/file")

    def notes(self, chat: str, *, after: int | None = None, limit: int | None = None) -> MessagesOut:
        """Returns the notes after a number, in order."""
        return self._json("GET", f"/chats/{_part(chat)}/notes", query={"after": after, "limit": limit})

    def note_post(self, chat: str, found: MessageIn, *, idempotency_key: str | None = None) -> MessageOut:
        """Writes a note, once for each `client_id`; notes have numbers of their own."""
        return self._json(
            "POST", f"/chats/{_part(chat)}/notes", body=found, headers={"Idempotency-Key": idempotency_key}
        )

    def note(self, chat: str, number: int) -> MessageOut:
        """Returns one note."""
        return self._json("GET", f"/chats/{_part(chat)}/notes/{_part(number)}")

    def place(self, chat: str) -> PlaceOut:
        """Returns the place in line of a customer who waits for an agent."""
        return self._json("GET", f"/chats/{_part(chat)}/place")

    def message_read(self, chat: str, found: AtNumber, *, idempotency_key: str | None = None) -> CursorOut:
        """Moves the caller's read mark forward to a message. A lower number changes nothing."""
        return self._json(
            "POST",
            f"/chats/{_part(chat)}/read",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def readers(self, chat: str, *, number: int) -> ReadersOut:
        """Lists the parties that have read a message."""
        return self._json("GET", f"/chats/{_part(chat)}/readers", query={"number": number})

    def recall(self, chat: str, found: AtNumber, *, idempotency_key: str | None = None) -> MessageOut:
        """Recalls a message; for its sender for a limited time, for supervisors at any time."""
        return self._json(
            "POST",
            f"/chats/{_part(chat)}/recall",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def transcript(self, chat: str) -> bytes:
        """Returns the texts of a conversation as plain text, up to the last 5,000 messages. Times are
        UTC.
        """
        return self._bytes("GET", f"/chats/{_part(chat)}/transcript")

    def transfer(self, chat: str, found: TransferIn, *, idempotency_key: str | None = None) -> HeadOut:
        """Transfers the chat, with its history, to a colleague, a queue or a robot; from a robot, to
        agents.
        """
        return self._json(
            "POST",
            f"/chats/{_part(chat)}/transfer",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def contact_search(
        self, *, q: str, cursor: str | None = None, limit: int | None = None
    ) -> ItemsListedContactOut:
        """Finds contacts by words of their names, or their beginnings, and one by its id; sorted by
        name.

        A page may have fewer contacts than asked for, and still a `next`.
        """
        return self._json("GET", "/contacts", query={"q": q, "cursor": cursor, "limit": limit})

    def contact_get(self, contact: str) -> ContactOut:
        """Returns a contact with those merged into it; one that was never merged is alone."""
        return self._json("GET", f"/contacts/{_part(contact)}")

    def merge(self, contact: str, found: AliasIn, *, idempotency_key: str | None = None) -> FamilyOut:
        """Merges an anonymous contact into this one, who then sees both timelines."""
        return self._json(
            "POST",
            f"/contacts/{_part(contact)}/merge",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def unmerge(self, contact: str, found: AliasIn, *, idempotency_key: str | None = None) -> FamilyOut:
        """Undoes a merge."""
        return self._json(
            "POST",
            f"/contacts/{_part(contact)}/unmerge",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def customer_erased(self, *, customer: str) -> CustomerErasedOut:
        """Deletes a customer's data from all stores; 409 while one of the customer's calls is not over."""
        return self._json("DELETE", "/customer-data", query={"customer": customer})

    def customer_data(self, *, customer: str) -> CustomerDataOut:
        """Counts the data kept about a customer in all stores."""
        return self._json("GET", "/customer-data", query={"customer": customer})

    def customers(self, found: CustomerIn, *, idempotency_key: str | None = None) -> CustomerOut:
        """Creates or renews a customer's token. With an identity, the customer of `token` becomes named."""
        return self._json(
            "POST", "/customers", body=found, headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def dead_letters_restore(
        self, found: RestoringMany, *, idempotency_key: str | None = None
    ) -> RestoredOut:
        """Puts failed calls back into their queues, each given as `<version>:<id>`, at that version
        only.
        """
        return self._json(
            "POST",
            "/dead-letters/restore",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def deliveries(
        self,
        *,
        target: str | None = None,
        call: str | None = None,
        state: State | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> ItemsDeliveryOut:
        """Lists deliveries, newest first."""
        return self._json(
            "GET",
            "/deliveries",
            query={"target": target, "call": call, "state": state, "cursor": cursor, "limit": limit},
        )

    def delivery(self, delivery_id: int) -> DeliveryWithBodyOut:
        """Returns one delivery with its body."""
        return self._json("GET", f"/deliveries/{_part(delivery_id)}")

    def delivery_replayed(self, delivery_id: int, *, idempotency_key: str | None = None) -> DeliveryOut:
        """Sends a delivery again, with the same id; one that waits stays as it is."""
        return self._json(
            "POST",
            f"/deliveries/{_part(delivery_id)}/replay",
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def desk(self) -> DeskOut:
        """Returns the chats at the caller's desk: the one that rings and those in progress."""
        return self._json("GET", "/desk/chats")

    def desk_choose(
        self, found: Choosing, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> AgentCommandOut:
        """Sets the status of the caller's desk for chats: ready, paused or offline."""
        return self._json(
            "POST",
            "/desk/chats/choose",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key(), "If-Match": if_match},
        )

    def slots(self, found: SlotsIn, *, idempotency_key: str | None = None) -> DeskOut:
        """Sets how many chats the caller takes at once, at most as many slots as a supervisor has set."""
        return self._json(
            "POST",
            "/desk/chats/slots",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def desks(self, *, cursor: str | None = None, limit: int | None = None) -> ItemsSeatOut:
        """Lists the desks, by the names of their agents."""
        return self._json("GET", "/desks", query={"cursor": cursor, "limit": limit})

    def desk_delete(self, agent_id: str) -> SeatOut:
        """Frees an agent's desk. Safe to repeat."""
        return self._json("DELETE", f"/desks/{_part(agent_id)}")

    def desk_put(self, agent_id: str, found: SeatIn) -> SeatOut:
        """Assigns a user to an agent's desk, unless another user has it. Safe to repeat."""
        return self._json("PUT", f"/desks/{_part(agent_id)}", body=found)

    def events(self, *, last_event_id: str | None = None) -> Iterator[Event]:
        """Streams the board: a snapshot, then each change, as server-sent events."""
        return self._events("GET", "/events", headers={"Last-Event-ID": last_event_id})

    def group_post(self, found: GroupIn, *, idempotency_key: str | None = None) -> ChatOut:
        """Creates a group owned by the caller. With your own id or key, a repeat returns the same one."""
        return self._json(
            "POST", "/groups", body=found, headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def join(self, chat: str, found: OneParty, *, idempotency_key: str | None = None) -> MemberOut:
        """Adds a member; for admins, the owner, supervisors and programs."""
        return self._json(
            "POST",
            f"/groups/{_part(chat)}/join",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def leave(self, chat: str, found: OneParty, *, idempotency_key: str | None = None) -> MemberOut:
        """Removes a member: the caller, or one with a lower role."""
        return self._json(
            "POST",
            f"/groups/{_part(chat)}/leave",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def role(self, chat: str, found: RoleIn, *, idempotency_key: str | None = None) -> MemberOut:
        """Sets a member's role; an owner who hands over the role becomes an admin."""
        return self._json(
            "POST",
            f"/groups/{_part(chat)}/role",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def hours(self) -> SchedulesOut:
        """Returns which schedules are open now, and when each changes."""
        return self._json("GET", "/hours")

    def days_read(self, found: FileIn, *, idempotency_key: str | None = None) -> DaysOut:
        """Reads the days of this year and the next five from an iCalendar file; saves nothing."""
        return self._json(
            "POST", "/hours/days", body=found, headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def exception_delete(self, schedule: str) -> ScheduleOut:
        """Ends the exception of a schedule; its regular hours apply again."""
        return self._json("DELETE", f"/hours/{_part(schedule)}/exception")

    def exception_put(self, schedule: str, found: ExceptionIn) -> ScheduleOut:
        """Closes or opens a schedule from now until a time; replaces its current exception."""
        return self._json("PUT", f"/hours/{_part(schedule)}/exception", body=found)

    def inbox_get(
        self,
        *,
        stamp: int | None = None,
        epoch: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> InboxOut:
        """Returns the caller's conversations that changed since a stamp; without one, all of them."""
        return self._json(
            "GET", "/inbox", query={"stamp": stamp, "epoch": epoch, "before": before, "limit": limit}
        )

    def me(self) -> CallerOut:
        """Returns who sends this request and what they may do."""
        return self._json("GET", "/me")

    def notices(self, *, device: str, after: int | None = None, limit: int | None = None) -> NoticesOut:
        """Returns the notices that the device has not acknowledged."""
        return self._json("GET", "/notices", query={"device": device, "after": after, "limit": limit})

    def notice_post(self, found: NoticeIn, *, idempotency_key: str | None = None) -> NoticeOut:
        """Sends a notice to all agents, supervisors and programs, once for each `client_id`."""
        return self._json("POST", "/notices", body=found, headers={"Idempotency-Key": idempotency_key})

    def notices_read_post(
        self, found: NoticesReadIn, *, idempotency_key: str | None = None
    ) -> NoticesReadOut:
        """Acknowledges notices up to a number, for one device of the caller. A lower number changes
        nothing.
        """
        return self._json(
            "POST", "/notices/read", body=found, headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def outcomes(self) -> OutcomesOut:
        """Returns the outcomes that agents choose from."""
        return self._json("GET", "/outcomes")

    def policies(self) -> PoliciesOut:
        """Lists the values in force for agents and for every queue, and where each comes from."""
        return self._json("GET", "/policies")

    def queue_exception_delete(self, queue: str) -> QueueHoursOut:
        """Ends the exception of a call queue; the hours of its schedule apply again."""
        return self._json("DELETE", f"/queue-hours/{_part(queue)}/exception")

    def queue_exception_put(self, queue: str, found: ExceptionIn) -> QueueHoursOut:
        """Closes or opens one call queue from now until a time; other queues of its schedule stay as
        they are.

        It takes precedence over an exception of the schedule, and replaces the queue's current one.
        """
        return self._json("PUT", f"/queue-hours/{_part(queue)}/exception", body=found)

    def queues(self, *, cursor: str | None = None, limit: int | None = None) -> ItemsQueueOut:
        """Lists the queues of calls and of agents, by key."""
        return self._json("GET", "/queues", query={"cursor": cursor, "limit": limit})

    def queue(self, queue: str) -> QueueOut:
        """Returns one queue, by its key with `#` sent as `%23`."""
        return self._json("GET", f"/queues/{_part(queue)}")

    def queue_dequeue(
        self, queue: str, found: Dequeuing, *, idempotency_key: str | None = None
    ) -> CommandOut:
        """Completes the first call of a queue without an agent; `call` is null if none waits."""
        return self._json(
            "POST",
            f"/queues/{_part(queue)}/dequeue",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def replies(self) -> RepliesOut:
        """Returns the shared replies and those of the caller."""
        return self._json("GET", "/replies")

    def reply_delete(
        self, whose: Literal["shared", "own"], reply_id: str, *, version: int
    ) -> ReplyOut | None:
        """Removes a reply at the version that you read."""
        return self._json("DELETE", f"/replies/{_part(whose)}/{_part(reply_id)}", query={"version": version})

    def reply_put(self, whose: Literal["shared", "own"], reply_id: str, found: ReplyIn) -> ReplyOut:
        """Saves a reply at the version that you read; shared ones: supervisors, and programs with
        `admin`.
        """
        return self._json("PUT", f"/replies/{_part(whose)}/{_part(reply_id)}", body=found)

    def roles(self) -> RolesOut:
        """Returns the roles of users, and what each may do."""
        return self._json("GET", "/roles")

    def all_scenes(self, *, cursor: str | None = None, limit: int | None = None) -> ItemsSceneOut:
        """Lists the scenes, by name."""
        return self._json("GET", "/scenes", query={"cursor": cursor, "limit": limit})

    def scene_delete(self, name: str, *, version: int) -> SceneOut | None:
        """Removes a scene; one from the setting gets its values from there again, and is returned."""
        return self._json("DELETE", f"/scenes/{_part(name)}", query={"version": version})

    def scene(self, name: str) -> SceneState:
        """Returns whether a scene is open and what customers see first; public."""
        return self._json("GET", f"/scenes/{_part(name)}")

    def scene_put(self, name: str, found: SceneIn) -> SceneOut:
        """Replaces a scene at the version that you read; every process uses it within two seconds."""
        return self._json("PUT", f"/scenes/{_part(name)}", body=found)

    def settings(self) -> SettingsOut:
        """Returns the current documents of all kinds."""
        return self._json("GET", "/settings")

    def setting(
        self,
        kind: Literal["skills", "policies", "outcomes", "pauses", "teams", "webhooks", "retention", "hours"],
    ) -> SettingOut:
        """Returns the current document of a kind."""
        return self._json("GET", f"/settings/{_part(kind)}")

    def setting_put(
        self,
        kind: Literal["skills", "policies", "outcomes", "pauses", "teams", "webhooks", "retention", "hours"],
        found: SettingIn,
        *,
        if_match: str | None = None,
    ) -> SettingSavedOut:
        """Replaces a document at the version that you read; every process uses it within two seconds.

        Skills that it removes need replacements, under `replaced`. Without one, or if active agents
        would have no skill left, the response is 409 with what the change would leave behind, and
        what it would bring back. A dry run saves nothing, and returns the same in `preview` with 200.
        """
        return self._json("PUT", f"/settings/{_part(kind)}", body=found, headers={"If-Match": if_match})

    def setting_versions(
        self,
        kind: Literal["skills", "policies", "outcomes", "pauses", "teams", "webhooks", "retention", "hours"],
    ) -> VersionsOut:
        """Lists the newest 200 versions of a kind, newest first."""
        return self._json("GET", f"/settings/{_part(kind)}/versions")

    def setting_version(
        self,
        kind: Literal["skills", "policies", "outcomes", "pauses", "teams", "webhooks", "retention", "hours"],
        version: int,
    ) -> SettingOut:
        """Returns one version of a document."""
        return self._json("GET", f"/settings/{_part(kind)}/versions/{_part(version)}")

    def setting_differences(
        self,
        kind: Literal["skills", "policies", "outcomes", "pauses", "teams", "webhooks", "retention", "hours"],
        version: int,
        *,
        before: int,
    ) -> DifferencesOut:
        """Lists the values of a version that differ from those of version `before`."""
        return self._json(
            "GET", f"/settings/{_part(kind)}/versions/{_part(version)}/differences", query={"before": before}
        )

    def simulations(self, *, cursor: str | None = None, limit: int | None = None) -> ItemsSimulationOut:
        """Lists the kept simulations, the newest first."""
        return self._json("GET", "/simulations", query={"cursor": cursor, "limit": limit})

    def simulation_begin(self, found: SimulationIn, *, idempotency_key: str | None = None) -> SimulationOut:
        """Starts a simulation. With an `Idempotency-Key`, a repeat returns the same one."""
        return self._json(
            "POST", "/simulations", body=found, headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def simulation(self, simulation_id: str) -> SimulationOut:
        """Returns one simulation."""
        return self._json("GET", f"/simulations/{_part(simulation_id)}")

    def simulation_report(self, simulation_id: str) -> dict[str, Any]:
        """Returns the report so far, as `manage.py simulate --json` prints it."""
        return self._json("GET", f"/simulations/{_part(simulation_id)}/report")

    def simulation_scenario(self, simulation_id: str) -> dict[str, Any]:
        """Returns the scenario, which can be changed and started again."""
        return self._json("GET", f"/simulations/{_part(simulation_id)}/scenario")

    def simulation_end(self, simulation_id: str, *, idempotency_key: str | None = None) -> SimulationOut:
        """Ends a simulation with the results so far; safe to repeat."""
        return self._json(
            "POST",
            f"/simulations/{_part(simulation_id)}/stop",
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def sinks(self) -> SinksOut:
        """Returns the sinks of events, and how each is doing."""
        return self._json("GET", "/sinks")

    def sink_tested(self, name: str, *, idempotency_key: str | None = None) -> SinkTestOut:
        """Sends a test event to a sink now; sinks that only write to the database take none."""
        return self._json(
            "POST", f"/sinks/{_part(name)}/test", headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def staffing(
        self,
        *,
        calls: float,
        aht_seconds: float,
        interval_seconds: float | None = None,
        patience_seconds: float | None = None,
        service_level: float | None = None,
        within_seconds: float | None = None,
        max_asa_seconds: float | None = None,
        max_abandoned: float | None = None,
        max_occupancy: float | None = None,
        shrinkage: float | None = None,
        agents: int | None = None,
    ) -> StaffingOut:
        """Returns the fewest agents that reach all goals, by Erlang C, or Erlang A where callers hang
        up.
        """
        return self._json(
            "GET",
            "/staffing",
            query={
                "calls": calls,
                "interval_seconds": interval_seconds,
                "aht_seconds": aht_seconds,
                "patience_seconds": patience_seconds,
                "service_level": service_level,
                "within_seconds": within_seconds,
                "max_asa_seconds": max_asa_seconds,
                "max_abandoned": max_abandoned,
                "max_occupancy": max_occupancy,
                "shrinkage": shrinkage,
                "agents": agents,
            },
        )

    def tokens(self, *, cursor: str | None = None, limit: int | None = None) -> ItemsTokenOut:
        """Lists the tokens, also revoked and expired ones, by name."""
        return self._json("GET", "/tokens", query={"cursor": cursor, "limit": limit})

    def token_new(self, found: TokenIn, *, idempotency_key: str | None = None) -> TokenMadeOut:
        """Creates a token with scopes that the caller has, to end no later than the caller's own."""
        return self._json(
            "POST", "/tokens", body=found, headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def token_revoked(self, key: str) -> TokenOut:
        """Revokes a token: its next use is refused. Safe to repeat."""
        return self._json("DELETE", f"/tokens/{_part(key)}")

    def users(self, *, cursor: str | None = None, limit: int | None = None) -> ItemsUserOut:
        """Lists the users, by name."""
        return self._json("GET", "/users", query={"cursor": cursor, "limit": limit})

    def user_new(self, found: UserNewIn, *, idempotency_key: str | None = None) -> InvitedOut:
        """Invites a user; the response has the link by which they choose a password."""
        return self._json(
            "POST", "/users", body=found, headers={"Idempotency-Key": idempotency_key or _new_key()}
        )

    def user(self, user_name: str) -> UserOut:
        """Returns one user."""
        return self._json("GET", f"/users/{_part(user_name)}")

    def user_put(self, user_name: str, found: UserIn, *, if_match: str | None = None) -> UserOut:
        """Changes a user at the version that you read; what they may do changes at once."""
        return self._json("PUT", f"/users/{_part(user_name)}", body=found, headers={"If-Match": if_match})

    def user_disabled(self, user_name: str, *, idempotency_key: str | None = None) -> UserOut:
        """Ends all sessions of a user and blocks sign-in. Safe to repeat."""
        return self._json(
            "POST",
            f"/users/{_part(user_name)}/disable",
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def user_enabled(self, user_name: str, *, idempotency_key: str | None = None) -> UserOut:
        """Lets a disabled user sign in again. Safe to repeat."""
        return self._json(
            "POST",
            f"/users/{_part(user_name)}/enable",
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def user_link(self, user_name: str, *, idempotency_key: str | None = None) -> LinkOut:
        """Ends the password, sessions and earlier links of a user, and returns a new link."""
        return self._json(
            "POST",
            f"/users/{_part(user_name)}/link",
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def user_unlinked(self, user_name: str) -> UserOut:
        """Removes the identity of single sign-on: the next one of that name is the user's. Safe to
        repeat.
        """
        return self._json("DELETE", f"/users/{_part(user_name)}/single-sign-on")

    def user_two_factor_removed(self, user_name: str) -> UserOut:
        """Removes the second factor of a user who has lost it. Safe to repeat."""
        return self._json("DELETE", f"/users/{_part(user_name)}/two-factor")

    def webhooks(self) -> WebhooksOut:
        """Lists the webhooks and the callback hosts."""
        return self._json("GET", "/webhooks")

    def webhook_delete(self, name: str) -> SavedOut:
        """Removes a webhook with its secret; waiting messages are not sent. Safe to repeat."""
        return self._json("DELETE", f"/webhooks/{_part(name)}")

    def webhook_put(self, name: str, found: WebhookIn) -> SavedOut:
        """Saves a webhook; the answer for a new one has its secret."""
        return self._json("PUT", f"/webhooks/{_part(name)}", body=found)

    def webhook_replay(
        self, name: str, found: ReplayIn, *, idempotency_key: str | None = None
    ) -> ReplayedOut:
        """Replays the deliveries first sent in a period, each with the same id."""
        return self._json(
            "POST",
            f"/webhooks/{_part(name)}/replay",
            body=found,
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def webhook_secret(self, name: str, *, idempotency_key: str | None = None) -> SecretOut:
        """Creates a new secret; the previous one stops working at once."""
        return self._json(
            "POST",
            f"/webhooks/{_part(name)}/secret",
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )

    def webhook_test(self, name: str, *, idempotency_key: str | None = None) -> AttemptOut:
        """Sends a message of the kind `test` now, and returns what the receiver answered."""
        return self._json(
            "POST",
            f"/webhooks/{_part(name)}/test",
            headers={"Idempotency-Key": idempotency_key or _new_key()},
        )


AccountState = Literal["invited", "active", "disabled"]


class ActIn(TypedDict):
    """A click. `step` is the last step of the card that the user has seen: a click counts once."""

    step: int
    action: str
    values: NotRequired[dict[str, Any]]


class ActionOut(TypedDict):
    """What a person can do: `by` customer or staff; `done` says what was done; `values` is a JSON
    schema.
    """

    name: str
    title: str
    done: str
    by: list[str]
    asks_service: bool
    declines: bool
    values: dict[str, Any]


class AgentCommandOut(TypedDict):
    """What was done, in a sentence, and the agent now; for chats the agent's chat row."""

    detail: str
    agent: AgentOut | None


class AgentIn(TypedDict):
    """What is set up about an agent. `version` is the one that you read, 0 for a new agent.

    With `is_active` false the agent gets no new calls or chats, but finishes current ones. `team`
    is a code of the settings `teams`, empty for none; if it is absent, the team stays.
    """

    version: int
    name: str
    gender: str
    languages: list[str]
    topics: NotRequired[list[str]]
    auto_answer: NotRequired[bool]
    is_active: NotRequired[bool]
    team: NotRequired[str | None]


class AgentOut(TypedDict):
    """An agent. `until` is when its status ends by itself, `choice` what it returns to after a call.

    An agent who chats has a second row, `<agent_id>~chat` with the `channel` chat: how many chats
    it can hold at once (`slots`), and the chats in progress that it holds.
    """

    agent_id: str
    name: str
    gender: str
    languages: list[str]
    topics: list[str]
    status: AgentStatus
    status_since: str
    until: str | None
    choice: Choice
    pause_reason: str
    missed_offers: int
    call_id: str | None
    channel: str
    slots: int
    held: list[str]
    team: str
    is_deactivated: bool
    version: int


class AgentSheetIn(TypedDict):
    """A sheet to import, or with `dry_run` only to check; `checked` is that of the check before an
    import.
    """

    sheet: str
    dry_run: NotRequired[bool]
    checked: NotRequired[str]


class AgentSheetOut(TypedDict):
    """All agents as CSV, in the format of the import."""

    sheet: str


AgentStatus = Literal["offline", "available", "queued", "offered", "attendingCall", "wrapUp", "paused"]


class AliasIn(TypedDict):
    """The anonymous contact."""

    alias: str


class Answering(TypedDict):
    """The agent for whom a call rings."""

    expected_version: NotRequired[int | None]
    agent: str


class Asked(TypedDict):
    """The filters of a search; without any, all calls."""

    status: NotRequired[
        list[
            Literal[
                "created",
                "queued",
                "offered",
                "inProgress",
                "completed",
                "abandoned",
                "removed",
                "rejected",
                "deadLettered",
            ]
        ]
    ]
    queue: NotRequired[str]
    agent: NotRequired[str]
    text: NotRequired[str]
    scene: NotRequired[str]
    outcome: NotRequired[str]
    ended_since: NotRequired[str | None]
    ended_before: NotRequired[str | None]


class Assigning(TypedDict):
    """The agent who gets a call before all others."""

    expected_version: NotRequired[int | None]
    agent: str
    reason: NotRequired[str]


class AtNumber(TypedDict):
    """A message by its number."""

    number: int


class AtVersion(TypedDict):
    """An operation at the version seen; without one, at the newest."""

    expected_version: NotRequired[int | None]


class AttemptOut(TypedDict):
    """An attempt: `status` 0 without an answer; `said` is the start of the answer, or why there is
    none.
    """

    at: str
    status: int
    duration_ms: int
    said: str


class AuditEntryOut(TypedDict):
    """A change by a user or program: kinds of its events, the agent or call if it had one, the
    reason.
    """

    at: str
    kinds: list[str]
    by: str
    origin: str
    agent_id: str
    call_id: str
    reason: str


class BackOut(TypedDict):
    """A skill that comes back, and the agents who get it back."""

    field: str
    name: str
    agents: list[NamedAgentOut]


class BoardOut(TypedDict):
    """The board. `state` has sections, each with rows by id; values are absolute.

    `<epoch>.<seq>` is the position from which the events go on.
    """

    type: Literal["snapshot"]
    epoch: str
    seq: int
    at: str
    state: dict[str, dict[str, dict[str, Any]]]


class CallOut(TypedDict):
    """A call. Priority 0 is served first; `band` is its rank after promotions; `notes` is its
    history.

    `waiting_since` is the start of its wait: `queued_at`, or when an agent who had answered gave
    it back. `team` is that of its agent. `responded_at` and `rating` (1 to 5, 0 without one) are
    of chats. With `needs_outcome` its agent has to choose an outcome before the wrap-up, or the
    chat, ends.
    """

    call_id: str
    status: CallStatus
    status_since: str
    language: str
    gender: str
    topic: str
    priority: int
    band: int
    caller: str
    source: str
    agent_id: str | None
    team: str
    attempts: int
    created_at: str
    queued_at: str | None
    waiting_since: str | None
    offered_at: str | None
    answered_at: str | None
    ended_at: str | None
    responded_at: str | None
    rating: int
    outcome: str
    outcome_note: str
    needs_outcome: bool
    notes: list[NoteOut]
    version: int


CallStatus = Literal[
    "created",
    "queued",
    "offered",
    "inProgress",
    "completed",
    "abandoned",
    "removed",
    "rejected",
    "deadLettered",
]


class CallerOut(TypedDict):
    """Who sends a request. `expires_at` is when the token ends."""

    party: str
    kind: str
    scopes: list[str]
    permissions: list[str]
    scene: str
    is_named: bool
    expires_at: str | None


class CardIn(TypedDict):
    """A card to offer. Sending the same `client_id` again returns the same card."""

    client_id: str
    base: int
    kind: str
    values: NotRequired[dict[str, Any]]


class CardKindOut(TypedDict):
    """A kind of card: its JSON schemas, and whether it can be offered."""

    kind: str
    version: int
    title: str
    valid_days: int
    offered: bool
    values: dict[str, Any]
    actions: list[ActionOut]
    result: dict[str, Any]


class CardKindsOut(TypedDict):
    """Every kind in every version."""

    items: list[CardKindOut]


class CardOut(TypedDict):
    """A card: `values` were offered, `given` came with the `action`, `result` is from its service.

    `number` is that of the message of its last `step`; `by` is who acted last, or offered it.
    """

    card: str
    chat: str
    kind: str
    version: int
    state: CardState
    step: int
    number: int
    values: dict[str, Any]
    action: str
    given: dict[str, Any]
    result: dict[str, Any]
    reason: str
    by: str
    valid_until: str


CardState = Literal["offered", "pending", "done", "failed", "expired"]


class ChangeOut(TypedDict):
    """A place in a document, as the names that lead to it, and both values; null where there is
    none.
    """

    place: list[str]
    before: JsonValue
    after: JsonValue


class ChangingPriority(TypedDict):
    expected_version: NotRequired[int | None]
    priority: int


class ChatIn(TypedDict):
    """A conversation with the service. Staff and programs name the `contact` and the `scene`."""

    chat: NotRequired[str | None]
    title: NotRequired[str]
    contact: NotRequired[str | None]
    scene: NotRequired[str]


ChatKind = Literal["direct", "group", "service", "notice"]


class ChatOut(TypedDict):
    """A conversation: direct, group, or service (a customer's). `members` is their number; `context`
    is what the customers' site said when it began, for staff only.
    """

    chat: str
    kind: ChatKind
    scene: str
    title: str
    members: int
    created_at: str
    context: dict[str, str | int | float]


Choice = Literal["ready", "paused", "offline"]


class Choosing(TypedDict):
    expected_version: NotRequired[int | None]
    choice: Choice
    reason: NotRequired[str]


class ChoosingOfChannel(TypedDict):
    expected_version: NotRequired[int | None]
    choice: Choice
    reason: NotRequired[str]
    channel: NotRequired[Literal["", "chat"]]


class ClosingIn(TypedDict):
    """`seen` is the last number that you have seen: the chat is not closed over a later message."""

    seen: int


class CommandOut(TypedDict):
    """What was done, in a sentence, and the call now."""

    detail: str
    call: CallOut | None


class Completing(TypedDict):
    """The agent of a call in progress, and its wrap-up, which only programs may choose."""

    expected_version: NotRequired[int | None]
    agent: NotRequired[str | None]
    wrap_up: NotRequired[float | None]


class ContactOut(TypedDict):
    """A contact with its name, as given by its site."""

    contact: str
    family: list[str]
    name: str


class CursorOut(TypedDict):
    """How far the caller has read a conversation."""

    chat: str
    read_number: int
    read_count: int


class CustomerDataOut(TypedDict):
    """How much is kept. `not_over` are calls and chats that must end before a deletion."""

    name: str
    contacts: list[str]
    callers: list[str]
    conversations: int
    messages: int
    notes: int
    files: int
    calls: int
    records: int
    not_over: list[str]


class CustomerEarlierOut(TypedDict):
    """The customer's name, as given by its site, and contacts, if the caller is one; ended calls,
    `null` if the history cannot be read; other conversations.
    """

    name: str
    family: list[str]
    calls: list[EarlierCallOut] | None
    conversations: list[EarlierOut]


class CustomerErasedOut(TypedDict):
    """What was deleted. `is_waiting`: a store is away; what it holds is deleted when it is back."""

    name: str
    contacts: list[str]
    callers: list[str]
    conversations: int
    messages: int
    notes: int
    files: int
    calls: int
    records: int
    not_over: list[str]
    is_waiting: bool


class CustomerIn(TypedDict):
    """`token`: an anonymous customer's last one, to stay the same contact. `identity`: signed by the
    site.
    """

    scene: str
    token: NotRequired[str]
    identity: NotRequired[str]


class CustomerOut(TypedDict):
    """A token, valid for an hour. `not_merged`: why the customer of the old token was not merged, if
    so.
    """

    token: str
    party: str
    scene: str
    is_named: bool
    expires_at: str
    not_merged: str


class DaysOut(TypedDict):
    """Closed days with their names, as a calendar in the settings `hours` has them."""

    days: dict[str, str]


class DeliveriesAsked(TypedDict):
    """The filters of the list; without any, all deliveries."""

    target: NotRequired[str]
    call: NotRequired[str]
    state: NotRequired[State | None]


class DeliveryOut(TypedDict):
    """A delivery to a webhook, by its name, or to a callback: `callback:` and its host.

    `due_at` is the next attempt of one that waits. `tries` counts attempts since it was made or
    replayed.
    """

    id: int
    target: str
    message_id: str
    kind: str
    call_id: str
    state: State
    created_at: str
    due_at: str | None
    tries: int
    attempts: list[AttemptOut]


class DeliveryWithBodyOut(TypedDict):
    """A delivery with the body that is sent."""

    id: int
    target: str
    message_id: str
    kind: str
    call_id: str
    state: State
    created_at: str
    due_at: str | None
    tries: int
    attempts: list[AttemptOut]
    body: str


class DemandIn(TypedDict):
    """Calls, agents' time, and goals; shares from 0 to 1. With `agents`, what this number reaches."""

    calls: float
    interval_seconds: NotRequired[float]
    aht_seconds: float
    patience_seconds: NotRequired[float | None]
    service_level: NotRequired[float | None]
    within_seconds: NotRequired[float]
    max_asa_seconds: NotRequired[float | None]
    max_abandoned: NotRequired[float | None]
    max_occupancy: NotRequired[float | None]
    shrinkage: NotRequired[float]
    agents: NotRequired[int | None]


class Dequeuing(TypedDict):
    """The best call of a queue, or only this one."""

    call: NotRequired[str]


class DeskChatOut(TypedDict):
    """A chat that rings or is in progress at a desk. `until` is when the ringing ends; one with
    `needs_outcome` cannot be closed before one is saved.
    """

    chat: str
    call_id: str
    scene: str
    language: str
    customer: str
    name: str
    since: str
    until: str | None
    queued_at: str | None
    waiting_since: str | None
    wait: WaitOut | None
    outcome: str
    outcome_note: str
    needs_outcome: bool


class DeskOut(TypedDict):
    """The chats of an agent, and how many the agent takes at once: `slots`, at most `most_slots`."""

    status: AgentStatus
    choice: Choice
    pause_reason: str
    slots: int
    most_slots: int
    offered: DeskChatOut | None
    held: list[DeskChatOut]
    version: int


class DifferencesOut(TypedDict):
    """Every value that differs from one version to another."""

    before: int
    after: int
    changes: list[ChangeOut]


class DirectIn(TypedDict):
    """The other party of a conversation of two."""

    other: str


class EarlierCallOut(TypedDict):
    """A call that has ended; `result` is `answered`, `abandoned` or `setAside`. It has outcome and
    note while the call is in the table.
    """

    call_id: str
    at: str
    result: str
    agent_name: str
    outcome: str
    outcome_note: str


class EarlierOut(TypedDict):
    """Another conversation of the customer; `number` and `at` are those of its last message."""

    chat: str
    scene: str
    title: str
    number: int
    open: bool
    created_at: str
    at: str


class EffectOut(TypedDict):
    """What would have happened to a call, and how many seconds before now, or before its wait ended."""

    call_id: str
    what: str
    seconds: float
    is_present: bool


class EndingWrapUpOfChannel(TypedDict):
    """The end of a wrap-up; with a call, only the wrap-up of that call, so a late click ends no
    later one.
    """

    call: NotRequired[str | None]
    reason: NotRequired[str]
    channel: NotRequired[Literal["", "chat"]]


class EnqueuingWithCallback(TypedDict):
    """A call to queue, new or created before: preferences, priority, steps.

    In a form `steps` has one step a line, as `GENDER:SECONDS` or `GENDER:SECONDS:TOPIC`; the
    first step then gives gender and topic.
    """

    language: str
    caller: NotRequired[str]
    source: NotRequired[str]
    call: NotRequired[str | None]
    topic: NotRequired[str]
    steps: NotRequired[list[Step]]
    gender: NotRequired[str]
    priority: NotRequired[int]
    preferred_agent: NotRequired[str]
    callback_url: NotRequired[str | None]


class ExceptionIn(TypedDict):
    """An exception that begins now. Without `until` a closure lasts until the end of the schedule's
    day.
    """

    open: bool
    until: NotRequired[str | None]


class ExtendingWrapUpOfChannel(TypedDict):
    """More time for a wrap-up; the policy has the limits."""

    expected_version: NotRequired[int | None]
    seconds: float
    channel: NotRequired[Literal["", "chat"]]


class FamilyOut(TypedDict):
    """A contact: the first of `family` is itself, the others are merged into it."""

    contact: str
    family: list[str]


class FiguresOut(TypedDict):
    """Long-run figures; shares from 0 to 1. `asa_seconds` and `queue_depth` are null where the queue
    grows without limit.
    """

    model: str
    agents: int
    within_seconds: float
    wait_probability: float
    service_level: float
    asa_seconds: float | None
    abandoned: float
    occupancy: float
    queue_depth: float | None


class FileIn(TypedDict):
    """An iCalendar file as text."""

    file: str


class GroupIn(TypedDict):
    """A group. Later members see all earlier messages (`history` -1), or the last `history` of them."""

    chat: NotRequired[str | None]
    title: NotRequired[str]
    members: NotRequired[list[str]]
    history: NotRequired[int]


class GroupOut(TypedDict):
    """A group of outcomes; the outcome `booked` of the group `sales` has the code `sales.booked`."""

    code: str
    label: str
    codes: dict[str, str]


class HandingBack(TypedDict):
    """The return of a call to its queue; its agent is paused unless it stays available."""

    expected_version: NotRequired[int | None]
    reason: str
    keep_available: NotRequired[bool]


class HeadOut(TypedDict):
    """The state of a conversation: last number, messages that count, whether it is open, who serves
    it.
    """

    number: int
    count: int
    state: StateOut


Health = Literal["well", "failing", "open", "behind"]


class HostsIn(TypedDict):
    """Hosts, each with its port if it needs one."""

    hosts: list[str]
    version: NotRequired[int | None]


class InboxOut(TypedDict):
    """What changed since a stamp, newest first; in a new `epoch`, the whole list."""

    epoch: str
    stamp: int
    before: int
    rows: list[RowOut]


class InvitedOut(TypedDict):
    """A new user, and the link to send to them."""

    link: str
    valid_until: str
    user: UserOut


class ItemsAgentOut(TypedDict):
    items: list[AgentOut]
    next: str | None


class ItemsAuditEntryOut(TypedDict):
    items: list[AuditEntryOut]
    next: str | None


class ItemsDeliveryOut(TypedDict):
    items: list[DeliveryOut]
    next: str | None


class ItemsEarlierOut(TypedDict):
    items: list[EarlierOut]
    next: str | None


class ItemsListedContactOut(TypedDict):
    items: list[ListedContactOut]
    next: str | None


class ItemsListedOut(TypedDict):
    items: list[ListedOut]
    next: str | None


class ItemsMemberOut(TypedDict):
    items: list[MemberOut]
    next: str | None


class ItemsQueueOut(TypedDict):
    items: list[QueueOut]
    next: str | None


class ItemsSceneOut(TypedDict):
    items: list[SceneOut]
    next: str | None


class ItemsSeatOut(TypedDict):
    items: list[SeatOut]
    next: str | None


class ItemsSimulationOut(TypedDict):
    items: list[SimulationOut]
    next: str | None


class ItemsTokenOut(TypedDict):
    items: list[TokenOut]
    next: str | None


class ItemsUserOut(TypedDict):
    items: list[UserOut]
    next: str | None


JsonValue = Any


Kind = Literal["text", "attachment", "card", "recall", "event", "unreadable"]


class LeftBehindOut(TypedDict):
    """What a change of skills leaves behind and brings back; `refused` says why saving would get
    409.

    `scenes` will use the replacement; policies and hours set for `queues` will no longer be used.
    """

    refused: str
    removed: list[SkillOut]
    waiting: list[WaitingOut]
    agents: list[NamedAgentOut]
    without: list[NamedAgentOut]
    back: list[BackOut]
    scenes: list[str]
    queues: list[str]


class LineOut(TypedDict):
    """The last message, cut short."""

    message_id: int
    kind: str
    sender: str
    text: str
    at: str


class LinkOut(TypedDict):
    """A link by which a user chooses a password, once, until `valid_until`; shown this once."""

    link: str
    valid_until: str


class ListedContactOut(TypedDict):
    """A contact in a list, with its name, as given by its site."""

    contact: str
    name: str


class ListedOut(TypedDict):
    """A call in a list. `queue` has the key of its call queue, which names language, gender and
    channel.
    """

    call_id: str
    status: CallStatus
    queue: str
    caller: str
    source: str
    agent_id: str
    scene: str
    outcome: str
    priority: int
    created_at: str
    queued_at: str | None
    answered_at: str | None
    ended_at: str | None
    version: int


class MemberOut(TypedDict):
    """A member of a conversation, who sees messages from `first_number` on."""

    party: str
    role: Role
    first_number: int
    joined_at: str
    left_at: str | None


class MessageIn(TypedDict):
    """A message to send. Sending the same `client_id` again returns the same message."""

    client_id: str
    base: int
    body: str


class MessageOut(TypedDict):
    """A message. Numbers have no gaps; `count` is how many messages up to this one count as unread."""

    chat: str
    number: int
    message_id: int
    client_id: str
    kind: Kind
    sender: str
    body: str
    count: int
    at: str
    recalled: bool
    state: StateOut


class MessagesOut(TypedDict):
    """A range of messages, in order."""

    items: list[MessageOut]


class NamedAgentOut(TypedDict):
    """An agent by id and name."""

    agent_id: str
    name: str


class NoteOut(TypedDict):
    """One line of a call's history."""

    at: str
    kind: str
    agent_id: str
    by: str
    reason: str


class NoticeIn(TypedDict):
    """A notice to send. Sending the same `client_id` again returns the same notice."""

    client_id: str
    base: int
    body: str


class NoticeOut(TypedDict):
    """A notice. Numbers have no gaps."""

    number: int
    client_id: str
    sender: str
    body: str
    at: str


class NoticesOut(TypedDict):
    """Notices in order; the device has acknowledged those up to `read_number`."""

    items: list[NoticeOut]
    read_number: int


class NoticesReadIn(TypedDict):
    """Up to which number a device has shown the notices."""

    device: str
    number: int


class NoticesReadOut(TypedDict):
    """Up to which number the device has acknowledged."""

    device: str
    read_number: int


class OfQueue(TypedDict):
    """The best call of all call queues, or of one."""

    queue: NotRequired[str]


class OneParty(TypedDict):
    """A member, or a party to become one."""

    party: str


class OutcomesOut(TypedDict):
    """The outcomes, by group; none if none are set."""

    groups: list[GroupOut]


class PlaceOut(TypedDict):
    """`place` is the number of chats ahead; null if there are too many, or if the chat does not
    wait.

    `expected_wait_seconds` is an estimate from the last minutes; null if there is none.
    """

    is_waiting: bool
    place: int | None
    expected_wait_seconds: float | None


class PoliciesOut(TypedDict):
    """Every policy in force, and the version of the settings `policies` that they come from."""

    version: int
    policies: list[PolicyOut]


class PolicyOut(TypedDict):
    """The policy of a queue; of all queues (`*`), all chats (`*.chat`), or `agents`."""

    key: str
    values: list[PolicyValueOut]


class PolicyValueOut(TypedDict):
    """A value, and the key that sets it: its own, `*.chat` or `*`; `default` if none does."""

    name: str
    value: bool | int | float | str
    source: str


class PreviewOut(TypedDict):
    """What saving would change: of skills with what is left behind, of policies with each changed
    queue.
    """

    changes: list[ChangeOut]
    left_behind: NotRequired[LeftBehindOut | None]
    queues: NotRequired[list[QueueEffectsOut]]


class Problem(TypedDict):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    field: NotRequired[str]
    limit: NotRequired[float]
    present: NotRequired[dict[str, Any]]
    changed: Literal[True, False, "unknown"]


class QueueEffectsOut(TypedDict):
    """A queue's calls of the last hour under both policies; of all `total` effects the worst 50."""

    queue: str
    calls: int
    answered: int
    in_time_before: int
    in_time_after: int
    total: int
    effects: list[EffectOut]


class QueueHoursOut(TypedDict):
    """A call queue now. `changes_at` is when it opens or closes next; null if it does neither for a
    year.
    """

    queue: str
    open: bool
    changes_at: str | None
    is_exception: bool


class QueueOut(TypedDict):
    """A queue. `holds` is `calls` or `agents`; `channel` is `chat`, or empty for calls; `name` is
    for people.

    `version` goes up by one with each change. `expected_wait_seconds` is an estimate for a call
    that joins now; null if nobody waits or it is unknown. `open` is false outside opening hours;
    then new calls overflow, are refused with `closed_text`, or wait. `opens_at` is null if it is
    open, or does not open within a year. Queues of agents are always open.
    """

    queue: str
    name: str
    holds: str
    channel: str
    language: str
    gender: str
    topic: str
    depth: int
    version: int
    waiting_since: str | None
    expected_wait_seconds: float | None
    open: bool
    opens_at: str | None
    closed_text: str


class ReadersOut(TypedDict):
    """The parties that have read a message in the last seven days; customers see all others as
    `service`.
    """

    items: list[str]


class ReplayIn(TypedDict):
    """A period, and which of its deliveries to send again: the failed ones, or all."""

    since: str
    until: str
    only_failed: NotRequired[bool]


class ReplayedOut(TypedDict):
    """The number of deliveries that are sent again."""

    replayed: int


class RepliesOut(TypedDict):
    """The replies, by title."""

    shared: list[ReplyOut]
    own: list[ReplyOut]


class ReplyIn(TypedDict):
    """A reply; `body` may have {customer}, {agent}, {scene} and {context.<key>}, which the desk
    fills in.
    """

    version: int
    title: str
    body: str


class ReplyOut(TypedDict):
    """A reply with its version."""

    reply_id: str
    title: str
    body: str
    version: int
    changed_by: str
    changed_at: str | None


class ReportIn(TypedDict):
    """What became of a card, signed by the service of its kind."""

    card: str
    kind: str
    state: Literal["done", "failed"]
    values: NotRequired[dict[str, Any]]


class RestoredOut(TypedDict):
    """What was done, in a sentence; the ids of the calls restored, and why each of the others was
    not.
    """

    detail: str
    restored: list[str]
    refused: dict[str, str]


class Restoring(TypedDict):
    """The return of a call to its queue: to its old place, or to the end."""

    expected_version: NotRequired[int | None]
    reason: NotRequired[str]
    to_end: NotRequired[bool]


class RestoringMany(TypedDict):
    """Dead letters to restore, by id and version seen: to their old places, or to the end."""

    to_end: NotRequired[bool]
    versions: list[list[Any]]


Role = Literal["member", "admin", "owner"]


class RoleIn(TypedDict):
    """A member's new role."""

    party: str
    role: Role


class RoleOut(TypedDict):
    """A role, and the codes of what it allows."""

    role: Literal["viewer", "agent", "planner", "supervisor", "administrator"]
    label: str
    permissions: list[str]


class RolesOut(TypedDict):
    """The roles, and each permission in words."""

    roles: list[RoleOut]
    permissions: dict[str, str]


class RowOut(TypedDict):
    """A conversation; one that the caller has `left` has no further fields."""

    chat: str
    stamp: int
    left: bool
    number: NotRequired[int | None]
    count: NotRequired[int | None]
    unread: NotRequired[int | None]
    read_number: NotRequired[int | None]
    read_count: NotRequired[int | None]
    line: NotRequired[LineOut | None]


class SavedOut(TypedDict):
    """The version after the change. `secret` is shown only when it is created."""

    version: int
    secret: str | None


class SavingOutcome(TypedDict):
    """What came of a call; a field that is absent stays as it is, an empty one is cleared.

    Without a version the last write of each field stands.
    """

    expected_version: NotRequired[int | None]
    code: NotRequired[str | None]
    note: NotRequired[str | None]
    agent: NotRequired[str | None]


class SceneIn(TypedDict):
    """A scene. Without `secret` it keeps its own; an empty one removes it."""

    language: NotRequired[str | None]
    gender: NotRequired[str | None]
    topic: NotRequired[str | None]
    priority: NotRequired[int | None]
    title: NotRequired[str | None]
    robot: NotRequired[str | None]
    robot_seconds: NotRequired[int | None]
    idle_seconds: NotRequired[int | None]
    first_response_seconds: NotRequired[int | None]
    reopen_seconds: NotRequired[int | None]
    keep_days: NotRequired[int | None]
    site: NotRequired[str | None]
    origins: NotRequired[list[str] | None]
    first_message: NotRequired[str | None]
    hours: NotRequired[dict[str, list[list[str]]] | None]
    time_zone: NotRequired[str | None]
    closed_text: NotRequired[str | None]
    closed_dates: NotRequired[list[str] | None]
    schedule: NotRequired[str | None]
    when_closed: NotRequired[str | None]
    ask_rating: NotRequired[bool | None]
    version: int
    secret: NotRequired[str | None]


class SceneOut(TypedDict):
    """A scene with its `version`, 0 if it comes from the setting. Its secret is never shown."""

    language: NotRequired[str | None]
    gender: NotRequired[str | None]
    topic: NotRequired[str | None]
    priority: NotRequired[int | None]
    title: NotRequired[str | None]
    robot: NotRequired[str | None]
    robot_seconds: NotRequired[int | None]
    idle_seconds: NotRequired[int | None]
    first_response_seconds: NotRequired[int | None]
    reopen_seconds: NotRequired[int | None]
    keep_days: NotRequired[int | None]
    site: NotRequired[str | None]
    origins: NotRequired[list[str] | None]
    first_message: NotRequired[str | None]
    hours: NotRequired[dict[str, list[list[str]]] | None]
    time_zone: NotRequired[str | None]
    closed_text: NotRequired[str | None]
    closed_dates: NotRequired[list[str] | None]
    schedule: NotRequired[str | None]
    when_closed: NotRequired[str | None]
    ask_rating: NotRequired[bool | None]
    name: str
    version: int
    has_secret: bool
    in_setting: bool
    changed_by: str
    changed_at: str | None


class SceneState(TypedDict):
    """What a customer's page needs to know. `opens_at` is null while the scene is open or never
    opens.

    `takes_new` is false while it is closed and refuses new chats; a robot always takes them.
    """

    name: str
    title: str
    is_open: bool
    takes_new: bool
    opens_at: str | None
    closed_text: str
    first_message: str
    ask_rating: bool


class ScheduleOut(TypedDict):
    """A schedule now. `changes_at` is when it opens or closes next; null if it does neither within a
    year.

    `is_exception` is true while an exception holds; `holiday` is the name of one that closes it.
    """

    schedule: str
    time_zone: str
    open: bool
    changes_at: str | None
    holiday: str
    is_exception: bool


class SchedulesOut(TypedDict):
    """The schedules, in their order."""

    schedules: list[ScheduleOut]


Scope = Literal["read", "operate", "messages", "admin"]


class SeatIn(TypedDict):
    """The user to assign; the user leaves any other desk."""

    user: str


class SeatOut(TypedDict):
    """An agent's desk; `user` is empty if nobody has it."""

    agent: str
    name: str
    user: str


class SecretOut(TypedDict):
    """A signing secret, shown once."""

    secret: str


class SettingIn(TypedDict):
    """A document, with the `version` that you read, here or in `If-Match`; 0: that of the
    environment.

    With `dry_run` it is only checked.
    """

    document: JsonValue
    version: NotRequired[int | None]
    note: NotRequired[str]
    dry_run: NotRequired[bool]


class SettingOut(TypedDict):
    """A version of a document. Version 0 comes from the environment; it has no `changed_by`."""

    kind: Literal["skills", "policies", "outcomes", "pauses", "teams", "webhooks", "retention", "hours"]
    version: int
    document: JsonValue
    changed_by: str
    changed_at: str | None
    note: str


class SettingSavedOut(TypedDict):
    """The document in use; after a dry run still the former one, and `preview` says what saving
    would do.
    """

    kind: Literal["skills", "policies", "outcomes", "pauses", "teams", "webhooks", "retention", "hours"]
    version: int
    document: JsonValue
    changed_by: str
    changed_at: str | None
    note: str
    preview: NotRequired[PreviewOut | None]


class SettingSlotsOfChannel(TypedDict):
    """How many chats an agent can hold at once; the version is that of the chat row."""

    expected_version: NotRequired[int | None]
    slots: NotRequired[int | None]
    channel: NotRequired[Literal["", "chat"]]


class SettingsOut(TypedDict):
    """The current version of every kind."""

    settings: list[SettingOut]


class SheetLineOut(TypedDict):
    """What a line does: `new`, `changed` or `unchanged`; nothing while it is wrong."""

    number: int
    agent_id: str
    name: str
    does: str
    wrong: list[str]


class SheetPlanOut(TypedDict):
    """What each line does, or would do unless `imported`. `not_saved` says what was refused
    meanwhile.
    """

    lines: list[SheetLineOut]
    checked: str
    imported: bool
    not_saved: list[str]


class SimulationIn(TypedDict):
    """A scenario, as `GET /simulations/<id>/scenario` returns one, and how to run it.

    `live` runs it once, in real time on a table of its own. `as_deployed` uses the deployment's
    policies.
    """

    scenario: dict[str, Any]
    replications: NotRequired[int]
    clock: NotRequired[Literal["fast", "live"]]
    as_deployed: NotRequired[bool]


class SimulationOut(TypedDict):
    """A simulation. The report covers `done` of its replications; `share` of the whole is done."""

    id: str
    name: str
    state: str
    place: str
    has_ended: bool
    done: int
    replications: int
    share: float
    arrived: int
    error: str
    created_at: str
    created_by: str
    ended_at: str | None


class SinkOut(TypedDict):
    """A sink: its health, its last failure, and what became of its events; those that wait too long
    expire.

    With `takes_tests` it takes a test event. `oldest_seconds` is the age of the oldest event that
    waits.
    """

    sink: str
    kind: str
    takes_tests: bool
    health: Health
    error: str
    error_at: str | None
    waiting: int
    oldest_seconds: float
    delivered: int
    dropped: int
    expired: int


class SinkTestOut(TypedDict):
    """Whether the sink took a test event; `said` is why not."""

    delivered: bool
    said: str


class SinksOut(TypedDict):
    """The sinks, in the order of the setting REPORTING_SINKS."""

    sinks: list[SinkOut]


class SkillOut(TypedDict):
    """A skill, and the list that has it."""

    field: str
    name: str


class SlotsIn(TypedDict):
    """How many chats to take at once, at most as many slots as a supervisor has set."""

    slots: int


class StaffingOut(TypedDict):
    """Agents at work, the number to schedule for them, and the figures they reach."""

    agents: int
    scheduled_agents: int
    figures: FiguresOut


State = Literal["waiting", "delivered", "failed"]


class StateOut(TypedDict):
    """The state after a message. Staff also see `contact`, the chat's id in routing, and who serves
    it.
    """

    open: bool
    contact: NotRequired[str | None]
    agent: NotRequired[str | None]


class Step(TypedDict):
    """Preferences of a call for some seconds: a gender and a topic, or in the first step one agent
    by id.

    The last step lasts as long as the call waits, whatever its seconds.
    """

    gender: str
    topic: NotRequired[str]
    seconds: NotRequired[float]
    agent_id: NotRequired[str]


class TokenIn(TypedDict):
    """A token for one program. Without `days` it does not expire."""

    name: str
    scopes: list[Scope]
    days: NotRequired[int | None]


class TokenMadeOut(TypedDict):
    """A new token with its text, shown this once."""

    key: str
    name: str
    scopes: list[Scope]
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    revoked_at: str | None
    token: str


class TokenOut(TypedDict):
    """A token without its secret; `key` is the part after `ccp_`. `last_used_at` is exact to a
    minute.
    """

    key: str
    name: str
    scopes: list[Scope]
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    revoked_at: str | None


class TransferIn(TypedDict):
    """Where the chat goes: to a colleague first, to another queue, to a robot, or back to its own
    queue.
    """

    to_agent: NotRequired[str]
    to_queue: NotRequired[str]
    to_robot: NotRequired[str]
    reason: NotRequired[str]


class Transferring(TypedDict):
    """Where a chat goes: to a colleague, to a queue, or to a colleague in a queue."""

    expected_version: NotRequired[int | None]
    to_agent: NotRequired[str]
    to_queue: NotRequired[str]
    agent: NotRequired[str | None]
    reason: NotRequired[str]


class UserIn(TypedDict):
    """A user, at the `version` that you read, here or in `If-Match`. Absent role, teams and agent
    stay.
    """

    full_name: str
    role: NotRequired[Literal["viewer", "agent", "planner", "supervisor", "administrator"] | None]
    teams: NotRequired[list[str] | None]
    agent: NotRequired[str | None]
    version: NotRequired[str | None]


class UserNewIn(TypedDict):
    """A new user."""

    name: str
    full_name: NotRequired[str]
    role: Literal["viewer", "agent", "planner", "supervisor", "administrator"]
    teams: NotRequired[list[str]]
    agent: NotRequired[str]


class UserOut(TypedDict):
    """A user; `agent` is that of the desk. `version` changes with full name, roles, desk and teams."""

    name: str
    full_name: str
    roles: list[Literal["viewer", "agent", "planner", "supervisor", "administrator"]]
    is_superuser: bool
    state: AccountState
    agent: str
    teams: list[str]
    two_factor: bool
    single_sign_on: bool
    created_at: str
    last_sign_in_at: str | None
    version: str


class VersionsOut(TypedDict):
    """Versions of one kind, newest first."""

    versions: list[SettingOut]


class WaitOut(TypedDict):
    """Who waits for a reply, `customer` or `agent`, and since when."""

    by: str
    since: str


class WaitingOut(TypedDict):
    """How many contacts wait in a queue that a change removes."""

    queue: str
    contacts: int


class WebhookIn(TypedDict):
    """An address, and the kinds of events it gets; all kinds if none is named."""

    url: str
    events: NotRequired[list[str]]
    active: NotRequired[bool]
    version: NotRequired[int | None]


class WebhookOut(TypedDict):
    """A webhook: its deliveries that wait and that failed, and since when the oldest is due."""

    name: str
    url: str
    events: list[str]
    active: bool
    secret_made_at: str | None
    waiting: int
    failed: int
    due_since: str | None


class WebhooksOut(TypedDict):
    """All webhooks, and the callback hosts; `version` changes with every change to either."""

    version: int
    webhooks: list[WebhookOut]
    callback_hosts: list[str]


Whose = Literal["shared", "own"]


class WithReason(TypedDict):
    """An operation that needs a reason."""

    expected_version: NotRequired[int | None]
    reason: str


class WithReasonOfChannel(TypedDict):
    """An operation that needs a reason."""

    expected_version: NotRequired[int | None]
    reason: str
    channel: NotRequired[Literal["", "chat"]]

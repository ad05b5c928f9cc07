"""WebSocket consumer of a device, which identifies itself and then gets news of its user's conversations."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from django.conf import settings

from messaging.devices.fan_out import DeviceHub
from messaging.devices.identity import SUPERVISOR, Claim, Identify
from messaging.devices.subscriptions import DeviceSubscription
from messaging.model.limits import HIGHEST_NUMBER, LONGEST_CHAT_ID
from messaging.model.parties import Party
from sockets.batches import Batches
from sockets.consumer import SocketConsumer
from sockets.origins import origin_is_allowed
from sockets.per_loop import per_loop
from sockets.refusals import SIGNED_OUT, Refusal
from sockets.subscription import Subscription

HELLO_SECONDS = 5.0
NO_HELLO = Refusal(SIGNED_OUT, 'Say {"type": "hello"} within 5 s.')
ANOTHER_USER = Refusal(SIGNED_OUT, "The session or token is now another user's; connect again.")


class DeviceConsumer(SocketConsumer):
    """One device. It may say hello again with a newer token of the same user."""

    most_characters = 4096  # a token is long
    understands = (
        'A device says {"type": "hello"}, then "typing" or "watch" with a "chat", '
        'or "seen" with "chat" and "number".'
    )

    def __init__(
        self, checks: Callable[[], Batches[Claim, Party | Refusal]], hub: Callable[[], DeviceHub]
    ) -> None:
        super().__init__()
        self._checks = checks
        self._hub = hub
        self._claim: Claim | None = None
        self._party = ""

    async def connect(self) -> None:
        """Accept, and wait for the hello."""
        await super().connect()
        self.accompany(self._wait_for_hello())

    async def refusal(self) -> Refusal | None:
        """See `SocketConsumer`."""
        assert self._claim is not None
        found = await self._checks().answer(self._claim)
        if isinstance(found, Refusal):
            return found
        if self._party not in ("", str(found)):
            return ANOTHER_USER
        self._party = str(found)
        return None

    def subscribe(self) -> Subscription:
        """See `SocketConsumer`."""
        return self._hub().subscribe(self._party)

    def unsubscribe(self, subscription: Subscription) -> None:
        """See `SocketConsumer`."""
        self._hub().unsubscribe(cast("DeviceSubscription", subscription))

    async def hear(self, message: dict[str, Any]) -> bool:
        """See `understands`."""
        if message.get("type") == "hello":
            return await self._take_hello(message.get("token", ""), message.get("as", ""))
        if self.subscription is None:
            return False
        return await self._pass_on(message)

    async def _take_hello(self, token: object, role: object) -> bool:
        if not isinstance(token, str) or role not in ("", SUPERVISOR):
            return False
        self._claim = replace(self._claimed(token), supervises=role == SUPERVISOR)
        if self.subscription is None:
            await self.begin()
        elif (refusal := await self.refusal()) is not None:
            await self.refuse(refusal)
        return True

    def _claimed(self, token: str) -> Claim:
        headers = dict(self.scope["headers"])
        own = origin_is_allowed(
            self.scope, hosts=settings.ALLOWED_HOSTS, trusted=settings.CSRF_TRUSTED_ORIGINS
        )
        session = getattr(self.scope.get("session"), "session_key", None) if own and not token else None
        origin = "" if own else headers.get(b"origin", b"").decode("latin-1")
        peer, _port = self.scope.get("client") or ("", 0)
        forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
        return Claim(session_key=session or "", token=token, origin=origin, peer=peer, forwarded=forwarded)

    async def _pass_on(self, message: dict[str, Any]) -> bool:
        kind, chat, number = message.get("type"), message.get("chat"), message.get("number")
        device = cast("DeviceSubscription", self.subscription)
        if not isinstance(chat, str) or not 0 < len(chat) <= LONGEST_CHAT_ID:
            return False
        if kind == "typing":
            await self._hub().tell("typing", chat, device)
        elif kind == "watch":
            await self._hub().watch(device, chat)
        elif kind == "seen" and type(number) is int and 0 < number <= HIGHEST_NUMBER:
            await self._hub().tell("seen", chat, device, number=number)
        else:
            return False
        return True

    async def _wait_for_hello(self) -> None:
        await asyncio.sleep(HELLO_SECONDS)
        if self._claim is None:
            await self.refuse(NO_HELLO)


def device_socket(identify: Identify, hub: Callable[[], DeviceHub]) -> Any:
    """The ASGI application of devices, whose users these checks find."""
    checks = per_loop(lambda: Batches(identify))
    return DeviceConsumer.as_asgi(checks=checks, hub=hub)

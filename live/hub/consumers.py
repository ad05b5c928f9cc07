"""WebSocket consumer of the board: access, requests for a snapshot, frames from the hub."""

from typing import Any, cast

from live.hub.access import board_refusal
from live.hub.fan_out import current_hub
from sockets.consumer import SocketConsumer
from sockets.refusals import Refusal
from sockets.subscription import Subscription


class BoardConsumer(SocketConsumer):
    """One open board."""

    understands = 'The board understands only {"type": "resync"}.'

    async def connect(self) -> None:
        """Accept and subscribe."""
        await super().connect()
        await self.begin()

    async def refusal(self) -> Refusal | None:
        """See `SocketConsumer`."""
        return await board_refusal(self.scope)

    def subscribe(self) -> Subscription:
        """See `SocketConsumer`."""
        return current_hub().subscribe()

    def unsubscribe(self, subscription: Subscription) -> None:
        """See `SocketConsumer`."""
        current_hub().unsubscribe(subscription)

    async def hear(self, message: dict[str, Any]) -> bool:
        """`{"type": "resync"}` and nothing else."""
        if message.get("type") != "resync":
            return False
        cast("Subscription", self.subscription).resync()  # there is one: messages come after `connect`
        return True

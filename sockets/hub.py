"""Hub of one kind of sockets: follows the source of their messages while there are clients."""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, NoReturn, TypeVar

from sockets.calm import Calm
from sockets.exceptions import WireError
from sockets.tasks import end_tasks

logger = logging.getLogger(__name__)

REJOIN_SECONDS = 0.5
# A page change closes one socket and opens the next: without this, a single user would make the process
# leave and join again at every click.
LINGER_SECONDS = 30.0

Client = TypeVar("Client")


class SocketHub(ABC, Generic[Client]):
    """Follows a source from the first client until some time after the last one, through all failures.

    There is one for each kind and web process, however many clients: it neither reads the table nor knows
    sockets.
    """

    name: str

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        linger_seconds: float = LINGER_SECONDS,
        rejoin_seconds: float = REJOIN_SECONDS,
    ) -> None:
        self._clock = clock
        self._linger = linger_seconds
        self._rejoin = rejoin_seconds
        self._clients: set[Client] = set()
        self._task: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._farewell: asyncio.TimerHandle | None = None
        self._calm = Calm(logger, clock=clock)

    @property
    def is_running(self) -> bool:
        """True while it follows its source."""
        return self._task is not None and not self._task.done()

    @property
    def clients(self) -> int:
        """The number of clients."""
        return len(self._clients)

    @property
    def failures(self) -> int:
        """The number of failures of the source."""
        return self._calm.failures

    def unsubscribe(self, client: Client) -> None:
        """Forget a client; after the last one the hub stops, unless another comes within the linger time."""
        self._clients.discard(client)
        if not self._clients and self._farewell is None:
            loop = asyncio.get_running_loop()
            self._farewell = loop.call_later(self._linger, self._stop)

    async def close(self) -> None:
        """Stop following and wait for the end; clients get no more messages."""
        self._stop()
        if self._ending is not None:
            await self._ending

    @abstractmethod
    async def _session(self) -> NoReturn:
        """Follow the source until it is interrupted: WireError."""

    @abstractmethod
    def _forget(self) -> None:
        """Drop what would be old when the next client comes."""

    def _add(self, client: Client) -> None:
        """A new client; starts to follow the source if needed."""
        if self._farewell is not None:
            self._farewell.cancel()
            self._farewell = None
        self._clients.add(client)
        if not self.is_running:
            self._task = asyncio.get_running_loop().create_task(self._follow(), name=f"{self.name} hub")

    def _stop(self) -> None:
        if self._farewell is not None:
            self._farewell.cancel()
            self._farewell = None
        if self._task is not None:
            self._ending = asyncio.get_running_loop().create_task(end_tasks([self._task]))
            self._task = None
        self._forget()

    async def _follow(self) -> None:
        while True:
            try:
                await self._session()
            except WireError as error:
                self._calm.trouble(str(error))
            except Exception:
                logger.exception("the %s hub failed and starts again", self.name)
            await asyncio.sleep(self._rejoin)

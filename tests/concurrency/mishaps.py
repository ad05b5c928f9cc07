"""Mishaps between a client and the engine: forged conflicts and lost replies."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.exceptions import ReadTimeoutError
from botocore.httpsession import URLLib3Session

from tests.faults.answers import Answer, conflict, refusal
from tests.faults.forger import Forger
from tests.faults.proxy import WRITES

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

CONFLICTING = frozenset({"TransactWriteItems", "PutItem"})


@dataclass(frozen=True)
class Luck:
    """Shares of writes with a mishap: a forged conflict, a lost reply, and, of the lost replies, those with
    an engine kill, so that the engine has forgotten the token at the re-send.
    """

    forged_conflicts: float = 0.05
    lost_replies: float = 0.03
    killed_upon: float = 0.05


class Mishaps(Forger):
    """Random mishaps of a client's writes; `kill_engine` returns when a new engine runs."""

    def __init__(
        self, client: "DynamoDBClient", luck: Luck, random: Random, *, kill_engine: Callable[[], None]
    ) -> None:
        self.forged = self.lost = 0
        self._luck = luck
        self._random = random
        self._kill_engine = kill_engine
        self._session = URLLib3Session(timeout=3, max_pool_connections=16)
        super().__init__(client)
        self.always(self._forge)

    def _answer(self, request: AWSPreparedRequest, **more: object) -> AWSResponse | None:
        answer = super()._answer(request, **more)
        self.sent.clear()  # a storm sends too much to keep
        operation = str(request.headers["X-Amz-Target"]).rpartition(".")[2].rstrip("'")
        if answer is None and operation in WRITES and self._random.random() < self._luck.lost_replies:
            self._lose_reply(request)
        return answer

    def _lose_reply(self, request: AWSPreparedRequest) -> None:
        self._session.send(request)
        self.lost += 1
        if self._random.random() < self._luck.killed_upon:
            self._kill_engine()
        raise ReadTimeoutError(endpoint_url=str(request.url))

    def _forge(self, operation: str, body: dict[str, Any]) -> Answer | None:
        if operation not in CONFLICTING or self._random.random() >= self._luck.forged_conflicts:
            return None
        self.forged += 1
        if operation == "PutItem":
            return refusal("TransactionConflictException")
        actions = len(body["TransactItems"])
        return conflict(actions, at=self._random.randrange(actions))

"""Negative controls: a process's copy of the product is spoiled, and the checker must notice."""

from dataclasses import replace
from enum import StrEnum
from unittest.mock import patch

from dynamo.table import Table
from dynamo.transaction import ActionKind, Outcome, Transaction
from messaging.model.limits import HIGHEST_NUMBER
from routing.model.agents import ROW_MARK
from tests.tables import PassingTable


class Sabotage(StrEnum):
    """The guard removed.

    A match has two guards on either side, status with ticket and entries. Each covers for the other, so a
    control that drops the status check must drop both.
    """

    NONE = "none"
    UNGUARDED_WRITES = "writes of an agent do not check that it is unchanged"
    NO_OPERATION_IDS = "own success is read as refusal"
    NO_AGENT_CHECK = "a match does not ask whether the agent waits"
    LAST_FIRST = "who came last is served first"
    LAST_CHAT_FIRST = "the agent who came last gets the next chat"
    HASTY_SWEEP = "a sweep does not wait for the deadline"
    EARLY_BURIAL = "a call is given up one offer too early"
    UNHEARD_OF = "who was not heard of is passed over"
    NO_CALL_CHECK = "a match does not ask whether the call waits"
    NO_PROMOTION = "who waits is not promoted"
    NO_KEY_CHECK = "a command does not ask whether its key is free"
    SLOTS_OUTSIDE = "the chats of an agent are counted outside the transaction"
    BLIND_CLOSE = "a close does not ask what its sender has seen"


DROPPED: dict[Sabotage, frozenset[str]] = {
    Sabotage.UNGUARDED_WRITES: frozenset({"agent_unchanged"}),
    Sabotage.NO_AGENT_CHECK: frozenset({"agent_waits_with_ticket", "entry_exists"}),
    Sabotage.NO_KEY_CHECK: frozenset({"key_is_free"}),
    Sabotage.SLOTS_OUTSIDE: frozenset({"agent_unchanged"}),
    Sabotage.NO_CALL_CHECK: frozenset({"call_waits_with_ticket", "call_entry_asks_for", "entry_exists"}),
}


def spoiled(table: Table, sabotage: Sabotage) -> Table:
    """The table with the sabotage applied; some of it affects the whole process permanently."""
    if sabotage is Sabotage.NO_OPERATION_IDS:
        patch("dynamo.protocol.commit.names_operation", lambda _image, _operation_id: False).start()
    if sabotage is Sabotage.BLIND_CLOSE:
        patch("messaging.chats.companions.Beside._seen", lambda _beside, _contact: HIGHEST_NUMBER).start()
    if sabotage is Sabotage.UNHEARD_OF:
        patch("routing.matching.batched.may_decide", lambda *_sides: False).start()
    dropped = DROPPED.get(sabotage)
    of = ROW_MARK if sabotage is Sabotage.SLOTS_OUTSIDE else ""
    return CarelessTable(table, dropped, of=of) if dropped else table


class CarelessTable(PassingTable):
    """Commits without the conditions of these names, on items whose sort key has the text `of`."""

    def __init__(self, behind: Table, dropped: frozenset[str], *, of: str = "") -> None:
        super().__init__(behind)
        self._dropped, self._of = dropped, of

    def commit(self, transaction: Transaction) -> Outcome:
        careless = Transaction(transaction.operation_id)
        for action in transaction.actions:
            named = action.when is not None and action.when.name in self._dropped
            drops = named and self._of in action.key.sk
            assert not (drops and action.kind is ActionKind.CHECK)
            careless._append(replace(action, when=None) if drops else action)
        return self.behind.commit(careless)

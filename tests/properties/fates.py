"""Table whose next commit meets a given fate: done or not, known or not."""

from enum import Enum, auto

from dynamo.exceptions import EngineUnavailableError, OutcomeUnknownError
from dynamo.table import Table
from dynamo.transaction import Outcome, Transaction
from tests.memory.commit import MemoryCommit
from tests.memory.table import MemoryTable
from tests.tables import PassingTable


class Fate(Enum):
    """Fate of an operation's next commit."""

    FINE = auto()
    REPLY_LOST = auto()
    NEVER_SENT = auto()
    UNKNOWN_BUT_DONE = auto()
    UNKNOWN_AND_UNDONE = auto()


UNDONE = (Fate.NEVER_SENT, Fate.UNKNOWN_AND_UNDONE)


class FatefulTable(PassingTable):
    """Lets the next commit meet its fate.

    Where a reply is lost the commit is sent again; a table in memory has forgotten its token by then, as an
    engine that was killed.
    """

    def __init__(self, behind: Table) -> None:
        super().__init__(behind)
        self.fate = Fate.FINE

    def commit(self, transaction: Transaction) -> Outcome:
        fate, self.fate = self.fate, Fate.FINE
        if fate is Fate.NEVER_SENT:
            raise EngineUnavailableError("http://nowhere")
        if fate is Fate.UNKNOWN_AND_UNDONE:
            raise OutcomeUnknownError(transaction.operation_id, 1)
        outcome = self.behind.commit(transaction)
        if fate is Fate.UNKNOWN_BUT_DONE:
            raise OutcomeUnknownError(transaction.operation_id, 1)
        if fate is Fate.REPLY_LOST and outcome.ok:
            if isinstance(self.behind, MemoryTable):
                self.behind._commits = MemoryCommit()
            return self.behind.commit(transaction)
        return outcome

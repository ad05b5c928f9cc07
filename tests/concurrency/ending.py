"""End of a history: the table once everything is quiet."""

from collections.abc import Iterable

from dynamo.items import key_of
from dynamo.table import Table
from messaging.chats.agreement import disagreements
from messaging.model.messages import Kind
from messaging.storage.keys import log_of
from messaging.storage.log import read_from
from routing.model.skills import Skills
from routing.repair.audit import audit
from routing.router import Router
from tests.concurrency.history import History, Kept, Line
from tests.concurrency.witness import ENTRIES, state_in

MOST_MESSAGES = 1_000_000


def read_table(router: Router, history: History) -> None:
    """Adds the final table and the audit's findings to a history, once no actor works on it."""
    for item in router.table.scan():
        key = key_of(item)
        if key.pk == "AllAgents" or key.pk.startswith("Call#"):
            listed = item["Operations"]
            assert isinstance(listed, list)
            history.kept.append(Kept(state_in(item), tuple(listed)))
        elif key.pk in ("AllQueues", "AllCallQueues"):
            version, depth = item["QueueVersionId"], item["QueueDepth"]
            assert isinstance(version, int)
            assert isinstance(depth, int)
            history.infos[key.sk] = (version, depth)
        elif key.pk.startswith(ENTRIES):
            history.entries[key.pk] = history.entries.get(key.pk, 0) + 1
    history.findings += [str(finding) for finding in audit(router)]


def read_logs(router: Router, messages: Table, chats: Iterable[str], history: History) -> None:
    """Adds the conversations, and where they contradict their chats."""
    history.findings += [str(finding) for finding in disagreements(router)]
    for chat in chats:
        for one in read_from(messages, log_of(chat), 1, limit=MOST_MESSAGES):
            event = one.body.partition(" ")[0] if one.kind is Kind.EVENT else ""
            history.log.append(Line(chat, one.number, one.client_id, event))


def fitting_of(skills: Skills) -> dict[str, frozenset[str]]:
    """For each call queue the agent queues whose agents fit, by their keys."""
    return {str(queue): frozenset(str(one) for one in fitting) for queue, fitting in skills.fitting.items()}

"""Service that keeps the number of agents by status for a minute."""

from dynamo.transaction import Transaction
from routing.model.agent_minutes import AgentMinute
from routing.router import Router
from routing.storage import keys
from routing.storage.minute_items import agent_minute_item, is_newer


def agent_minute_keep(router: Router, *, minute: AgentMinute) -> bool:
    """Keeps a minute; False where it, or one of a later hour, is kept already. Raises DynamoError.

    Safe to repeat and to be done by several: who is first is believed.
    """
    transaction = Transaction(router.new_id())
    key = keys.agent_minute_key(minute.began)
    transaction.put(key, agent_minute_item(minute), when=is_newer(minute.began))
    return router.table.commit(transaction).ok

"""Service that keeps the number of agents by status for a minute."""

from dynamo.transaction import Transaction
from routing.model.agent_minutes import AgentMinute
from routing.router import Router
from routing.storage import keys
from routing.storage.minute_items import agent_minute_item, is_newer


def agent_minute_keep(router: Router, *, minute: AgentMinute) -> bool:
    """Writes a minute; False if it, or one of a later hour, is there already. Raises DynamoError.

    Safe to repeat, also by several processes: the first write stands.
    """
    transaction = Transaction(router.new_id())
    key = keys.agent_minute_key(minute.began)
    transaction.put(key, agent_minute_item(minute), when=is_newer(minute.began))
    return router.table.commit(transaction).ok

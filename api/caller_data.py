"""Stores of caller data of this process, for those who delete them."""

from api.endpoints.attachments import store
from messaging.runtime import inbox, messenger
from privacy.erasing import Stores
from routing.router import Router


def stores(router: Router) -> Stores:
    """The stores; `router` says who acts."""
    return Stores(router, messenger(), inbox(), store().remove)

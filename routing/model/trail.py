"""Audit entries: kinds and fields. Pure.

An entry is written in the transaction of its change, so neither exists without the other. Only for changes
outside the table it is a separate transaction.
"""

from dataclasses import dataclass
from datetime import datetime

# Kinds of changes by users that are not events of agents or calls.
TABLE_REPAIRED = "tableRepaired"
SEAT_TAKEN, SEAT_LEFT = "seatTaken", "seatLeft"
SIMULATION_STARTED, SIMULATION_STOPPED = "simulationStarted", "simulationStopped"
LOAD_STARTED, LOAD_STOPPED = "loadStarted", "loadStopped"
SCENE_CHANGED, SCENE_REMOVED = "sceneChanged", "sceneRemoved"
REPLY_CHANGED, REPLY_REMOVED = "replyChanged", "replyRemoved"
SETTINGS_CHANGED = "settingsChanged"
USER_INVITED, USER_CHANGED = "userInvited", "userChanged"
USER_DISABLED, USER_ENABLED = "userDisabled", "userEnabled"
PASSWORD_RESET, PASSWORD_SET = "passwordReset", "passwordSet"
TOKEN_CREATED, TOKEN_REVOKED = "tokenCreated", "tokenRevoked"
CUSTOMER_ERASED = "customerErased"
WEBHOOK_SECRET_MADE, DELIVERIES_REPLAYED = "webhookSecretMade", "deliveriesReplayed"
TWO_FACTOR_ADDED, TWO_FACTOR_REMOVED = "twoFactorAdded", "twoFactorRemoved"
IDENTITY_REMOVED = "identityRemoved"


@dataclass(frozen=True)
class TrailEntry:
    """One operation of a user: kinds of its events, what it changed, by whom, from where and why."""

    at: datetime
    kinds: tuple[str, ...]
    by: str
    origin: str
    agent_id: str = ""
    call_id: str = ""
    reason: str = ""

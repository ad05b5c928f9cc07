"""Words for statuses and events on pages and in terminals. Pure."""

from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.events import EventKind
from routing.model.queues import QueueKey
from routing.model.settings.skill_names import Names
from routing.model.skills import CALL_WORD
from routing.model.trail import (
    CUSTOMER_ERASED,
    DELIVERIES_REPLAYED,
    IDENTITY_REMOVED,
    LOAD_STARTED,
    LOAD_STOPPED,
    PASSWORD_RESET,
    PASSWORD_SET,
    REPLY_CHANGED,
    REPLY_REMOVED,
    SCENE_CHANGED,
    SCENE_REMOVED,
    SEAT_LEFT,
    SEAT_TAKEN,
    SETTINGS_CHANGED,
    SIMULATION_STARTED,
    SIMULATION_STOPPED,
    TABLE_REPAIRED,
    TOKEN_CREATED,
    TOKEN_REVOKED,
    TWO_FACTOR_ADDED,
    TWO_FACTOR_REMOVED,
    USER_CHANGED,
    USER_DISABLED,
    USER_ENABLED,
    USER_INVITED,
    WEBHOOK_SECRET_MADE,
)

AGENT_WORDS = {
    AgentStatus.OFFLINE: "offline",
    AgentStatus.AVAILABLE: "available, not queued",
    AgentStatus.QUEUED: "available",
    AgentStatus.OFFERED: "ringing",
    AgentStatus.ATTENDING_CALL: "on a call",
    AgentStatus.WRAP_UP: "in wrap-up",
    AgentStatus.PAUSED: "paused",
}
RESTING, FULL = "resting", "full"
CALL_WORDS = {
    CallStatus.CREATED: "new",
    CallStatus.QUEUED: "waiting",
    CallStatus.OFFERED: "ringing",
    CallStatus.IN_PROGRESS: "in progress",
    CallStatus.COMPLETED: "completed",
    CallStatus.ABANDONED: "abandoned",
    CallStatus.REMOVED: "removed",
    CallStatus.REJECTED: "rejected",
    CallStatus.DEAD_LETTERED: "failed",
}
# Words that stand alone, as in a table; all others are as in a sentence.
SHORT_WORDS: dict[AgentStatus | CallStatus, str] = {
    AgentStatus.AVAILABLE: "not queued",
    AgentStatus.ATTENDING_CALL: "on call",
    AgentStatus.WRAP_UP: "wrap-up",
}
EVENT_WORDS = {
    EventKind.AGENT_CREATED: "agent created",
    EventKind.AGENT_REMOVED: "agent removed",
    EventKind.AGENT_STATUS_CHANGED: "status changed",
    EventKind.CALL_CREATED: "created",
    EventKind.CALL_QUEUED: "queued",
    EventKind.CALL_OFFERED: "offered",
    EventKind.CALL_ACCEPTED: "answered",
    EventKind.CALL_DECLINED: "declined",
    EventKind.CALL_NOT_ANSWERED: "not answered",
    EventKind.CALL_RESTORED: "restored",
    EventKind.CALL_HANDED_BACK: "returned to queue",
    EventKind.CALL_TRANSFERRED: "transferred",
    EventKind.CALL_RESPONDED: "first response",
    EventKind.CALL_RATED: "rated",
    EventKind.CALL_ASSIGNED: "assigned",
    EventKind.CALL_OUTCOME_SAVED: "outcome saved",
    EventKind.CALL_TOUCHED: "moved to end",
    EventKind.CALL_PRIORITY_CHANGED: "priority changed",
    EventKind.CALL_PROMOTED: "priority raised",
    EventKind.CALL_RELAXED: "next step",
    EventKind.CALL_OVERFLOWED: "overflowed",
    EventKind.CALL_COMPLETED: "completed",
    EventKind.CALL_DEQUEUED: "served without an agent",
    EventKind.CALL_ABANDONED: "abandoned",
    EventKind.CALL_REMOVED: "removed",
    EventKind.CALL_REJECTED: "rejected",
    EventKind.CALL_DEAD_LETTERED: "failed",
}

DEED_WORDS = {
    TABLE_REPAIRED: "table repaired",
    SEAT_TAKEN: "desk taken",
    SEAT_LEFT: "desk left",
    SIMULATION_STARTED: "simulation started",
    SIMULATION_STOPPED: "simulation stopped",
    LOAD_STARTED: "load started",
    LOAD_STOPPED: "load stopped",
    REPLY_CHANGED: "canned reply changed",
    SETTINGS_CHANGED: "settings changed",
    CUSTOMER_ERASED: "customer's data deleted",
    REPLY_REMOVED: "canned reply removed",
    SCENE_CHANGED: "scene changed",
    SCENE_REMOVED: "scene removed",
    USER_INVITED: "user invited",
    USER_CHANGED: "user changed",
    USER_DISABLED: "user disabled",
    USER_ENABLED: "user enabled",
    PASSWORD_RESET: "password reset",
    PASSWORD_SET: "password set",
    TOKEN_CREATED: "API token created",
    TOKEN_REVOKED: "API token revoked",
    WEBHOOK_SECRET_MADE: "webhook secret changed",
    DELIVERIES_REPLAYED: "webhook deliveries replayed",
    TWO_FACTOR_ADDED: "two-factor sign-in on",
    TWO_FACTOR_REMOVED: "two-factor sign-in off",
    IDENTITY_REMOVED: "single sign-on unlinked",
}


def agent_word(agent: Agent) -> str:
    if agent.rests:
        return RESTING
    is_full = agent.channel and agent.status is AgentStatus.ATTENDING_CALL
    return FULL if is_full else AGENT_WORDS[agent.status]


def short_word(status: AgentStatus | CallStatus) -> str:
    """A status as a word of its own: "On call"."""
    usual = CALL_WORDS[status] if isinstance(status, CallStatus) else AGENT_WORDS[status]
    return SHORT_WORDS.get(status, usual).capitalize()


def status_word(status: str) -> str:
    """An agent's status in words; an unknown one, of another release, is returned unchanged."""
    return {str(one): word for one, word in AGENT_WORDS.items()}.get(status, status)


def call_word(call: Call) -> str:
    return CALL_WORDS[call.status]


def standing(call: Call) -> str:
    """A call or chat with its status, to begin a sentence: `chat is waiting`."""
    return f"{call.channel or CALL_WORD} is {call_word(call)}"


def queue_name(queue: QueueKey | str) -> str:
    """A queue as its skills, without display names: as those of a scenario."""
    return Names().of_queue(queue)


def event_word(kind: str) -> str:
    """An event in words; an unknown kind, of another release, is returned unchanged."""
    known = {str(one): word for one, word in EVENT_WORDS.items()} | DEED_WORDS
    return known.get(kind, kind)

"""Keyed operations: every address that takes a POST, and how a repeat finds its effect. Pure.

Operations have the names of their addresses. A test covers the addresses: each that takes a POST is in one of
the two tables, and each in the first has one effect and one answer, in sequence and in parallel.
"""

from enum import StrEnum


class Found(StrEnum):
    """Place of an operation's outcome, for a repeat of the command."""

    IN_ITS_TRANSACTION = "with the change, in the same transaction of the table"
    PART_BY_PART = "the key is claimed first; then as above, for each agent or call by itself"
    IN_DJANGO = "the key is claimed in the table; the answer is kept with the change, in Django's database"


KEYED: dict[str, Found] = {
    **dict.fromkeys(
        (
            "agent-choice",
            "agent-release",
            "agent-end-wrap-up",
            "agent-extend-wrap-up",
            "agent-offer",
            "call-create",
            "call-enqueue",
            "call-touch",
            "call-priority",
            "call-restore",
            "call-abandon",
            "call-hand-back",
            "call-dead-letter",
            "call-remove",
            "queue-dequeue",
            "desk-choice",
            "desk-end-wrap-up",
            "desk-extend-wrap-up",
            "desk-accept",
            "desk-decline",
            "desk-complete",
        ),
        Found.IN_ITS_TRANSACTION,
    ),
    **dict.fromkeys(("agents-bulk", "dead-letters-restore"), Found.PART_BY_PART),
    **dict.fromkeys(
        (
            "seat-take",
            "seat-leave",
            "load-start",
            "load-stop",
            "simulation-start",
            "simulation-stop",
            "simulation-again",
            "api-simulations",
            "api-simulation-stop",
        ),
        Found.IN_DJANGO,
    ),
}

UNKEYED: dict[str, str] = {
    "agent-peek": "it only looks",
    "staffing-upload": "it changes nothing: what was sent goes into the address",
    "zone": "it sets one cookie; to set it twice is to set it once",
    "sign-in": "it is about the session: sent again, it makes another",
    "sign-out": "to be signed out twice is to be signed out",
}
